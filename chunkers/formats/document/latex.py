"""LaTeX text -> `Outline`: sectioning commands outside verbatim text and comments, listings, files it names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.formats.document.inline import shortened
from chunkers.formats.document.outline import UNTITLED, Block, Code, Link, Outline
from chunkers.formats.document.paragraphs import text_lines, with_gaps
from chunkers.formats.document.reference import code_link
from chunkers.source import CleanText
from chunkers.span import Lines

_LEVELS = {
    b"part": 1,
    b"chapter": 2,
    b"section": 3,
    b"subsection": 4,
    b"subsubsection": 5,
    b"paragraph": 6,
    b"subparagraph": 7,
}
_FIND = re.compile(
    rb"(?P<escape>\\[\\%])|(?P<comment>%[^\n]*)"
    rb"|\\begin\{(?P<verbatim>verbatim\*?|lstlisting|minted|comment|Verbatim|alltt|filecontents\*?)\}"
    rb"|\\(?P<table>begin|end)\{(?:tabular[*xy]?|longtable|tabulary)\}"
    rb"|\\(?P<wrap>begin|end)\{document\}"
    rb"|\\(?P<define>(?:re)?newcommand|providecommand|DeclareRobustCommand|(?:re)?newenvironment|[gex]?def)(?![A-Za-z])"
    rb"|\\(?P<level>part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\*?[ \t]*(?:\[[^\[\]]{0,500}\][ \t]*)?(?=\{)"
)
_DEFINED = re.compile(
    rb"\*?\s{0,9}(?:\{\s{0,9}\\?[A-Za-z@]{1,100}\s{0,9}\}|\\(?:[A-Za-z@]{1,100}|.))(?:\s{0,9}\[[^\[\]\n]{0,300}\]|#\d){0,9}\s{0,9}(?=\{)"
)
_ROW_END = re.compile(
    rb"\\\\(?:\[[^\[\]]{0,40}\])?[ \t]*(?:\\(?:hline|midrule|bottomrule|endhead|endfirsthead)[ \t]*)*(?:%.*)?\r?\n?\Z"
)
_RULE = re.compile(rb"\s*\\(?:hline|toprule|midrule|cline|cmidrule|endhead|endfirsthead)")
_BRACE = re.compile(rb"\\.|%[^\n]*|[{}]", re.DOTALL)
_BRACED = re.compile(rb"\{((?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.|\{[^{}]{0,300}\}){0,500}\}){0,500})\}", re.DOTALL)
_LINK = re.compile(
    rb"\\(?:input|include|includegraphics|lstinputlisting|bibliography|subfile|import)\*?(?:\[[^\[\]]{0,300}\])?\{(?P<file>[^{}\n]{1,500})\}"
    rb"|\\(?:texttt|lstinline|code)\{(?P<code>[^{}\n]{1,200})\}|\\(?:verb|lstinline)(?P<mark>[|!+/])(?P<verb>[^|!+/\n]{1,200})(?P=mark)"
    rb"|\\(?:href|url)\{(?P<url>[^{}\s]{1,1000})\}|(?P<adr>\bADR[- #]{0,2}\d{1,8}\b)"
)
_LANGUAGE = re.compile(rb"\s*(?:\[[^\[\]]{0,300}?language=\{?(\w+)[^\[\]]{0,300}\]|(?:\[[^\[\]]{0,300}\])?\{(\w+)\})")
_COMMAND = re.compile(r"\\(?:label|footnote|index|cite\w*|ref)\*?\{[^{}]*\}|\\[A-Za-z]+\*?\s?|\\([^A-Za-z\s])|[{}~$]")


def read(path: str, clean: CleanText) -> Outline:
    """Return the outline of a LaTeX file."""
    del path
    lines = text_lines(clean.data)
    scanner = _Scanner(clean.data, clean.lines)
    scanner.scan()
    return Outline(
        format="latex",
        blocks=with_gaps(lines, scanner.blocks, 1, len(clean.lines)),
        codes=tuple(scanner.codes),
        links=tuple(_links(clean.data)),
        apart=frozenset(scanner.apart),
    )


class _Scanner:
    """One pass over commands; blocks are whole lines, the first heading of a line counts."""

    def __init__(self, data: bytes, lines: Lines) -> None:
        self._data = data
        self._lines = lines
        self.blocks: list[Block] = []
        self.codes: list[Code] = []
        self.apart: set[int] = set()
        self._depth = self._opened = 0  # of tables, and where the outermost begins
        self._missing: set[bytes] = set()
        self._balanced = True  # False once a definition did not close: no search is made twice

    def scan(self) -> None:
        """Read the whole text."""
        at = 0
        while found := _FIND.search(self._data, at):
            at = found.end()
            if found.lastgroup == "verbatim":
                at = self._verbatim(found)
            elif found.lastgroup == "table":
                self._table(found)
            elif found.lastgroup == "wrap":
                line = self._lines.line_at(found.start())
                if self._lines.raw(line, line).strip() == found.group():
                    self.apart.add(line)
            elif found.lastgroup == "define":
                at = self._definition(found.end())
            elif found.lastgroup == "level":
                at = self._heading(found)

    def _verbatim(self, found: re.Match[bytes]) -> int:
        closer = b"\\end{" + found.group("verbatim") + b"}"
        end = -1 if closer in self._missing else self._data.find(closer, found.end())
        if end < 0:
            self._missing.add(closer)
            return found.end()
        first, last = self._lines.line_at(found.start()), self._lines.line_at(end)
        self._add(Block("code", first, last, head=1))
        language = _LANGUAGE.match(self._data, found.end())
        if language and last > first + 1:
            self.codes.append(Code((language.group(1) or language.group(2)).decode().lower(), first + 1, last - 1))
        return end + len(closer)

    def _table(self, found: re.Match[bytes]) -> None:
        """Note the outermost table when it ends; a heading inside says that it was never closed."""
        self._depth += 1 if found.group("table") == b"begin" else -1
        if found.group("table") == b"begin":
            self._opened = found.start() if self._depth == 1 else self._opened
        elif self._depth == 0:
            self._add(self._rows(self._lines.line_at(self._opened), self._lines.line_at(found.start())))
        self._depth = max(self._depth, 0)

    def _rows(self, first: int, last: int) -> Block:
        """Return a table; its first row is its header, rules above and below it included."""
        rows = [n for n in range(first + 1, last) if _ROW_END.search(self._lines.raw(n, n))]
        body = rows[0] + 1 if rows else last
        while body < last and _RULE.match(self._lines.raw(body, body)):
            body += 1
        seams = (body, *(n + 1 for n in rows if body <= n < last))
        return Block("table", first, last, head=body - first, seams=seams)

    def _definition(self, at: int) -> int:
        """Return the offset behind the body of a definition: a sectioning command in it is no heading here."""
        head = _DEFINED.match(self._data, at)
        if head is None or not self._balanced:
            return at
        depth, inside = 0, head.end()
        while token := _BRACE.search(self._data, inside):
            inside = token.end()
            depth += {b"{": 1, b"}": -1}.get(token.group(), 0)
            if depth == 0 and token.group() == b"}":
                return inside
        self._balanced = False
        return at

    def _heading(self, found: re.Match[bytes]) -> int:
        braced = _BRACED.match(self._data, found.end())
        if braced is None:
            return found.end()
        self._depth = 0
        title = plain(braced.group(1).decode("utf-8", "replace"))
        first, last = self._lines.line_at(found.start()), self._lines.line_at(braced.end() - 1)
        rest = self._data[braced.end() : self._lines.end(last)].strip()
        followed = rest != b"" and not rest.startswith(b"%")
        self._add(Block("heading", first, last, _LEVELS[found.group("level")], title or UNTITLED, followed=followed))
        return braced.end()

    def _add(self, block: Block) -> None:
        if not self.blocks or block.first > self.blocks[-1].last:
            self.blocks.append(block)


def plain(text: str) -> str:
    """Return a title without commands, braces and labels."""
    return shortened(_COMMAND.sub(lambda found: found.group(1) or (" " if found.group() == "~" else ""), text))


def _links(data: bytes) -> Iterator[Link]:
    for found in _LINK.finditer(data):
        kind = found.lastgroup or "file"
        target = found.group(kind).decode("utf-8", "replace").strip()
        if kind in {"code", "verb"}:
            named = code_link(target.replace("\\_", "_"), *found.span(kind))
            if named:
                yield named
        else:
            yield Link({"file": "link", "url": "url", "adr": "adr"}[kind], target, *found.span(kind))
