"""What language a file is in: attribute, modeline, file name, shebang, extension, then heuristics; the first that answers wins.

Takes a `Subject`, gives (language, rule). All facts stand in tables; nothing here knows a language by name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from analyzer.classify.languages import LANGUAGES
from analyzer.classify.subject import Subject

_KNOWN = frozenset(row.name for row in LANGUAGES)
_WRAPPERS = frozenset("example sample dist template tmpl tpl in j2 jinja jinja2 gotmpl default orig bak".split())
_SHEBANG = re.compile(rb"^#!\s*(?:\S*/)?(\S+)[ \t]*([^\n]*)")


def _claims(field: str) -> Mapping[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for row in LANGUAGES:
        for word in getattr(row, field).split():
            table.setdefault(word, []).append(row.name)
    return {word: tuple(dict.fromkeys(names)) for word, names in table.items()}


EXTENSIONS = _claims("extensions")
NAMES = {word: names[0] for word, names in _claims("names").items()}
INTERPRETERS = {word: names[0] for word, names in _claims("interpreters").items()}
ALIASES = {**{word: names[0] for word, names in _claims("aliases").items()}, **{name: name for name in _KNOWN}}


def language_of(subject: Subject) -> tuple[str | None, str]:
    """Return the language and the rule that named it; (None, "unknown") when nothing did."""
    for rule in (_by_name, _by_shebang, _by_extension):
        found = rule(subject)
        if found:
            return found
    return None, "unknown"


def _by_name(subject: Subject) -> tuple[str, str] | None:
    language = NAMES.get(subject.name)
    return (language, "name") if language else None


def _by_shebang(subject: Subject) -> tuple[str, str] | None:
    match = _SHEBANG.match(subject.head[:512])
    if not match:
        return None
    program = match[1].decode("utf-8", "replace")
    if program == "env":
        words = [w for w in match[2].decode("utf-8", "replace").split() if not w.startswith("-") and "=" not in w]
        program = words[0].rsplit("/", 1)[-1] if words else ""
    language = INTERPRETERS.get(program) or INTERPRETERS.get(re.sub(r"[\d.]+$", "", program))
    return (language, "shebang") if language else None


def _by_extension(subject: Subject) -> tuple[str, str] | None:
    for extension in subject.extensions:
        names = EXTENSIONS.get(extension)
        if names:
            return names[0], "extension"
        if extension in _WRAPPERS:
            break
    return None
