"""Named units without a parser: a line scanner that knows indentation, braces and the words that begin a definition.

Takes a file the native parser refused or lost, gives a `Cut` with status FALLBACK; never reads deeper than lines, never recurses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from chunkers.chunker import ChunkingInput
from chunkers.language import Language
from chunkers.pattern import later
from chunkers.span import Lines, Span
from chunkers.symbol import FileFacts, Symbol
from chunkers.text.windows import windows
from chunkers.unit import Cut, Unit

_NAME = r"(?P<name>[A-Za-z_$][\w$]{0,199})"
_DASHED = r"(?P<name>[A-Za-z_$][\w$]{0,199}(?:-[\w$]{1,80}){0,5})"  # `function Get-Order`
_WORDS = r"^(?P<indent>[ \t]*)(?:[a-z@]\w{0,20}[ \t]+){0,6}?"
_TYPE = later(
    _WORDS + r"(?:class|interface|enum|record|struct|trait|object|module|protocol|impl|extension|type)[ \t]+" + _NAME
)
_CALLABLE = later(
    _WORDS + r"(?:def|function|func|fn|fun|sub)(?:[ \t]*\*[ \t]*|[ \t]+)(?:\([^()\n]{0,200}\)[ \t]*)?" + _DASHED
)
_BRACED = later(
    r"^(?P<indent>[ \t]*)(?:[A-Za-z_][\w<>\[\],.?&*:]{0,80}[ \t]+){1,6}[*&]*"
    + _NAME
    + r"[ \t]*\((?:[^();{}\n]|\([^()\n]{0,80}\)){0,400}\)?[^;={}\n]{0,120}(?:\{(?:[^{}\n]{0,200}\})?)?[ \t]*$"
)
_BARE = later(
    r"^(?P<indent>[ \t]*)" + _NAME + r"[ \t]*\((?:[^();{}\n]|\([^()\n]{0,80}\)){0,400}\)[^;={}()\n]{0,120}\{[ \t]*$"
)
_OWN = {  # what begins a callable, or a type, in no other language
    "elixir": later(r"^(?P<indent>[ \t]*)def(?:p|macrop?|guardp?|delegate)?[ \t]+(?P<name>[a-z_]\w{0,199}[?!]?)"),
    "erlang": later(r"^(?P<indent>)(?P<name>[a-z][\w@]{0,199})\([^%\n]{0,400}(?:->|,[ \t]*$|\([ \t]*$)"),
    "groovy": later(  # the sentence that names a feature of a specification
        r"^(?P<indent>[ \t]*)(?:def|void)[ \t]+(?P<quote>[\"'])(?P<name>[^\"\n]{1,199}?)(?P=quote)[ \t]*\("
    ),
    "lua": later(
        r"^(?P<indent>[ \t]*)(?:local[ \t]+)?(?:[\w.]+[.:])?(?P<name>[A-Za-z_]\w{0,199})[ \t]*=[ \t]*function\b"
    ),
    "r": later(r"^(?P<indent>[ \t]*)(?P<name>[A-Za-z.][\w.]{0,199})[ \t]*(?:<<?-|=)[ \t]*(?:function\b|\\\()"),
}
_OWN_TYPE = {
    "elixir": later(r"^(?P<indent>[ \t]*)def(?:module|protocol|impl)[ \t]+(?P<name>[A-Z][\w.]{0,199})"),
}
_NO_NAME = frozenset(
    "if for while switch catch return else do try new throw synchronized using lock foreach elif until unless case when constructor "
    "with match loop select defer super this".split()
)
_INDENTED = frozenset({"python"})
_CALLED = frozenset({"groovy"})  # `def` begins variables too there: a callable has its parenthesis
_TEXT_BLOCKS = dict.fromkeys(("java", "kotlin", "scala", "swift", "csharp"), ('"""',)) | dict.fromkeys(
    ("python", "groovy"), ('"""', "'''")
)
_LONGEST = 1000
_SIGNATURE_LINES = 12


@dataclass(frozen=True, slots=True)
class Head:
    """A line that begins a definition, and how far the outline lets it reach: lines from 1, byte offsets half-open."""

    name: str
    is_type: bool
    line: int
    first: int  # with the comments and decorators directly above
    last: int
    start: int
    end: int
    depth: int
    owner: int | None  # index of the enclosing head
    inner: tuple[str, ...] = ()  # names of callables inside a callable


def outlined(given: ChunkingInput, language: Language, reason: str) -> Cut:
    """Return units by outline; text windows when no definition is recognised."""
    heads = heads_of(given.clean.data, language)
    if not heads:
        return windows(given, status="FALLBACK", reason=reason)
    units = [unit_of(given, language, heads, index) for index in range(len(heads))]
    names = {unit.symbol: unit.title for unit in units}
    overview = Unit(
        kind="file_overview",
        name="",
        title=given.path.rsplit("/", 1)[-1],
        start=0,
        end=max(1, len(given.clean.data)),
        show=tuple((head.line, head.line) for head in heads),
        language=language.name,
        attributes={"subkind": "file", "defines": [name for name in names if name], "outline": True},
    )
    facts = FileFacts(
        given.path, language.name, given.classification.category.value, symbols=symbols_of(given, language, heads)
    )
    return Cut(tuple(units), facts, status="FALLBACK", reason=reason, overview=overview)


def heads_of(data: bytes, language: Language) -> list[Head]:
    """Return the definitions an outline shows, outer before inner; callables inside callables are left out."""
    rows = data.decode("utf-8", "replace").split("\n")
    lines = Lines(data)
    rows = _without_text_blocks(rows, _TEXT_BLOCKS.get(language.name, ()))
    found = list(_lines(rows, language))
    heads: list[Head] = []
    stack: list[int] = []
    for (line, depth, name, is_type), last in zip(found, _ends(rows, found), strict=True):
        while stack and heads[stack[-1]].last < line:
            stack.pop()
        if stack and not heads[stack[-1]].is_type:
            heads[stack[-1]] = replace(heads[stack[-1]], inner=(*heads[stack[-1]].inner, name))
            continue
        first = _with_preface(rows, line, language)
        low, high = lines.trimmed(first, min(last, len(lines)))
        owner = stack[-1] if stack else None
        heads.append(Head(name, is_type, line, low, high, lines.start(low), lines.end(high), depth, owner))
        stack.append(len(heads) - 1)
    return heads


def qualified(heads: Sequence[Head], index: int) -> str:
    """Return the in-file name of a head."""
    names: list[str] = []
    at: int | None = index
    while at is not None:
        names.append(heads[at].name)
        at = heads[at].owner
    return ".".join(reversed(names))


def unit_of(given: ChunkingInput, language: Language, heads: Sequence[Head], index: int) -> Unit:
    """Return the unit of one head; its parent is given by index among the heads."""
    head, name = heads[index], qualified(heads, index)
    signature = " ".join(given.clean.text(head.line, head.line)[:_LONGEST].split())[:400].rstrip("{ ")
    parts = ["leading_comment"] if head.first < head.line else []
    return Unit(
        kind="class_chunk" if head.is_type else "method_chunk",
        name=name,
        title=name,
        start=head.start,
        end=head.end,
        parent=head.owner,
        declaration=(given.clean.lines.start(head.line), given.clean.lines.end(head.line)),
        symbol=name,
        signature=signature,
        symbols=tuple(f"{name}.<locals>.{inner}" for inner in head.inner),
        language=language.name,
        attributes={
            "subkind": "class" if head.is_type else "function",
            "contentParts": [*parts, "signature", "body"],
            "outline": True,
        },
        includes_leading_comment=bool(parts),
        confidence=0.5,
    )


def symbols_of(given: ChunkingInput, language: Language, heads: Sequence[Head]) -> tuple[Symbol, ...]:
    """Return bare symbols of heads: kind, name and place."""
    return tuple(
        Symbol(
            kind="class" if head.is_type else "method" if head.owner is not None else "function",
            name=head.name,
            qualified=qualified(heads, index),
            span=Span(head.first, head.last),
            declaration_line=head.line,
            container=qualified(heads, head.owner) if head.owner is not None else "",
            language=language.name,
            signature=" ".join(given.clean.text(head.line, head.line)[:_LONGEST].split())[:400],
            tags=("outline",),
        )
        for index, head in enumerate(heads)
    )


def _without_text_blocks(rows: list[str], marks: tuple[str, ...]) -> list[str]:
    """Return the lines with those inside a string of many lines left empty: what begins there defines nothing, and its depth means nothing."""
    kept, inside = list(rows), ""
    for at, row in enumerate(rows if marks else ()):
        if inside:
            kept[at] = ""
            if inside in row:
                inside = ""
        else:
            inside = next((mark for mark in marks if row.count(mark) % 2), "")
    return kept


def _lines(rows: list[str], language: Language) -> Iterator[tuple[int, int, str, bool]]:
    """Yield (line, depth, name, is_type) of lines that begin a definition."""
    braces = language.name not in _INDENTED
    for number, row in enumerate(rows, 1):
        text = row[:_LONGEST].rstrip("\r")
        if not text.strip() or text.lstrip().startswith((*language.comment_prefixes, "*", "//", "/*")):
            continue
        own, own_type = _OWN.get(language.name), _OWN_TYPE.get(language.name)
        match = _TYPE.match(text) or (own_type and own_type.match(text))
        found = match or (own and own.match(text)) or _CALLABLE.match(text)
        found = found or ((braces and (_BRACED.match(text) or _BARE.match(text))) or None)
        if found is None or found["name"] in _NO_NAME or text.split()[0] in _NO_NAME:
            continue
        if (
            match is None
            and language.name in _CALLED
            and not text[found.end("name") :].lstrip(" \t\"'").startswith("(")
        ):
            continue
        yield number, len(found["indent"].expandtabs(4)), found["name"], match is not None


def _ends(rows: list[str], found: list[tuple[int, int, str, bool]]) -> list[int]:
    """Return the last line of each definition: before the next line at its depth or less, a closing line included."""
    ends = [len(rows)] * len(found)
    open_ones: list[int] = []
    at = 0
    for number, row in enumerate(rows, 1):
        depth = _depth(row)
        mark = row.lstrip()[:3]
        while depth is not None and open_ones and depth <= found[open_ones[-1]][1]:
            level = depth == found[open_ones[-1]][1]
            if (
                level
                and (mark[:1] in "{)>" or "constructor" in row.split("(", 1)[0])
                and number <= found[open_ones[-1]][0] + _SIGNATURE_LINES
            ):
                break  # the opening brace, or the end of a signature, on a line of its own
            closing = level and (mark[:1] in "}])" or mark == "end")
            ends[open_ones.pop()] = number if closing else number - 1
            if closing:
                break
        if at < len(found) and found[at][0] == number:
            open_ones.append(at)
            at += 1
    return ends


def _depth(row: str) -> int | None:
    text = row.rstrip("\r")
    stripped = text.lstrip(" \t")
    return len(text[: len(text) - len(stripped)].expandtabs(4)) if stripped else None


def _with_preface(rows: list[str], line: int, language: Language) -> int:
    """Return the first line of comments and decorators that stand directly above `line`."""
    marks = (*language.comment_prefixes, "@", "//", "/*", "*", "#[")
    while line > 1 and rows[line - 2].strip().startswith(marks):
        line -= 1
    return line
