"""What language a file is in: attribute, modeline, file name, shebang, extension, then heuristics; the first that answers wins.

Takes a `Subject`, gives (language, rule). All facts stand in tables; nothing here knows a language by name but the few told apart by content.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from analyzer.classify.heuristics import HEURISTICS
from analyzer.classify.languages import LANGUAGES
from analyzer.classify.names import ENGINES, INNER, NAME_PATTERNS, PROSE, WRAPPERS
from analyzer.classify.spoken import spoken
from analyzer.classify.subject import Subject
from chunkers.pattern import later

KNOWN = frozenset(row.name for row in LANGUAGES)
_SHEBANG = later(rb"^#!\s*(?:\S*/)?(\S+)[ \t]*([^\n]*)")
_EXEC = later(rb"^[ \t]*exec[ \t]+(\w+)[ \t]", re.MULTILINE)
_VIM = later(rb"(?:^|[ \t])(?:vim?|ex)(?:[<=>]?\d{3})?:[^\n]{0,200}?\b(?:ft|filetype|syntax)=([\w.+#-]+)")
_EMACS = later(
    rb"-\*-[ \t]*(?:[^\n]{0,200}?\bmode[ \t]*:[ \t]*([\w.+#-]+)|([\w.+#-]+))[^\n]{0,200}?-\*-", re.IGNORECASE
)
_CONTENT = (
    ("xml", later(rb"\A\s{0,200}<\?xml\b")),
    ("php", later(rb"\A\s{0,200}<\?php\b")),
    ("html", later(rb"\A\s{0,200}<!doctype html", re.IGNORECASE)),
    ("bash", later(rb"\A#(?:compdef|autoload)\b")),
)


@dataclass(frozen=True, slots=True)
class Named:
    """A language and the rule that named it; `inner` tells that it stands behind a template engine's suffix."""

    language: str | None
    rule: str
    template: bool = False


def _claims(field: str) -> Mapping[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for row in LANGUAGES:
        for word in getattr(row, field).split():
            table.setdefault(word, []).append(row.name)
    return {word: tuple(dict.fromkeys(names)) for word, names in table.items()}


EXTENSIONS = _claims("extensions")
NAMES = {word: names[0] for word, names in _claims("names").items()}
INTERPRETERS = _claims("interpreters")
ALIASES = {**{word: names[0] for word, names in _claims("aliases").items()}, **{name: name for name in KNOWN}}


def language_of(subject: Subject) -> Named:
    """Return the language of a file and the rule that named it; rule "language:unknown" when nothing did."""
    for rule in RULES:
        found = rule(subject)
        if found is not None:
            return found
    return Named(None, "language:unknown")


def named(label: str) -> str | None:
    """Return our name for a language as people write it ("C++", "Shell", "Objective-C"), None when it is not known."""
    text = label.strip().lower().replace(" ", "-").replace("_", "-")
    return ALIASES.get(text) or ALIASES.get(text.replace("-", "")) or ALIASES.get(text.replace("-", "_"))


def by_attribute(subject: Subject) -> Named | None:
    """Believe `linguist-language` of the tree's attributes."""
    label = (
        subject.attributes.get("linguist-language") or subject.attributes.get("gitlab-language", "").partition("?")[0]
    )
    language = named(label) if label else None
    return Named(language, "attribute:language") if language else None


def by_modeline(subject: Subject) -> Named | None:
    """Believe an editor's mode line in the first or last five lines."""
    if not subject.head:
        return None
    tail = (subject.source.data or b"")[-1024:].split(b"\n")[-5:]
    text = b"\n".join((*subject.first_lines[:5], *tail))
    if b"-*-" not in text and b"vi" not in text and b"ex:" not in text:
        return None
    for pattern in (_EMACS, _VIM):
        match = pattern.search(text)
        label = next((group for group in match.groups() if group), b"") if match else b""
        language = named(label.decode("latin-1"))
        if language and language not in {"text", "ini"}:
            return Named(language, "modeline")
    return None


def by_name(subject: Subject) -> Named | None:
    """Look the whole name up, then its shape."""
    name = subject.name
    language = NAMES.get(name) or next(
        (language for language, pattern in NAME_PATTERNS if pattern.fullmatch(name)), None
    )
    if language == "json" and subject.head.lstrip()[:1] not in {b"{", b"[", b"/", b'"', b""}:
        return Named("yaml", "name")
    if language == "yaml" and subject.name.startswith(".") and subject.head.lstrip()[:1] in {b"{", b"["}:
        return Named("json", "name")
    return Named(language, "name") if language else None


def by_shebang(subject: Subject) -> Named | None:
    """Look up the program a script names, through `env` and version numbers."""
    match = _SHEBANG.match(subject.head[:512])
    if not match:
        return None
    program = match[1].decode("utf-8", "replace").rsplit("/", 1)[-1]
    if program == "env":
        words = match[2].decode("utf-8", "replace").replace('"', " ").split()
        words = [word for word in words if not word.startswith("-") and "=" not in word]
        program = words[0].rsplit("/", 1)[-1] if words else ""
    if program == "sh":
        handed_on = _EXEC.search(b"\n".join(subject.first_lines[1:5]))
        program = handed_on[1].decode() if handed_on and handed_on[1].decode() in INTERPRETERS else program
    names = INTERPRETERS.get(program) or INTERPRETERS.get(re.sub(r"[\d.]+$", "", program), ())
    claimed = EXTENSIONS.get(subject.extensions[-1], ()) if subject.extensions else ()
    both = [name for name in names if name in claimed]
    return Named((both or names)[0], "shebang") if names else None


def by_extension(subject: Subject) -> Named | None:
    """Look up the longest known extension; where several languages claim it, or a contract stands under it, the head of the file decides."""
    found = _by_suffix(subject, subject.name)
    said = spoken(subject, known=found.language) if found is not None else None
    return Named(said, "content:spoken") if said else found


def _by_suffix(subject: Subject, name: str) -> Named | None:
    parts = name.lower().lstrip(".").split(".")
    last = parts[-1]
    if len(parts) > 1 and last in WRAPPERS:
        stem = name[: -len(last) - 1]
        inner = NAMES.get(stem) or next(
            (language for language, pattern in NAME_PATTERNS if pattern.fullmatch(stem)), None
        )
        found = Named(inner, "name") if inner else _by_suffix(subject, stem)
        if found and found.language and (last not in ENGINES - {"in", "template"} or found.language in INNER):
            return Named(found.language, f"{found.rule} behind .{last}", template=last in ENGINES)
    for at in range(1, len(parts)):
        extension = ".".join(parts[at:])
        if extension in HEURISTICS and subject.head:
            return _told_apart(subject, extension)
        if extension in EXTENSIONS:
            return Named(EXTENSIONS[extension][0], f"extension:.{extension}")
    return None


def _told_apart(subject: Subject, extension: str) -> Named:
    for language, pattern in HEURISTICS[extension]:
        if pattern.search(subject.head):
            return Named(language, f"heuristic:.{extension}")
    return Named(EXTENSIONS.get(extension, (None,))[0], f"extension:.{extension}")


def by_content(subject: Subject) -> Named | None:
    """Recognise the few languages whose first line says what they are, then prose by its usual names."""
    bare = "." not in subject.name.lstrip(".")
    found = [language for language, pattern in _CONTENT if bare and pattern.search(subject.head)]
    if found:
        return Named(found[0], "content:first_line")
    if said := spoken(subject, known=None):
        return Named(said, "content:spoken")
    return Named("text", "name:prose") if PROSE.fullmatch(subject.name) else None


RULES: tuple[Callable[[Subject], Named | None], ...] = (
    by_attribute,
    by_modeline,
    by_name,
    by_shebang,
    by_extension,
    by_content,
)
"""In order of authority."""
