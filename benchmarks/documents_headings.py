"""Headings of real documents against the formats' own parsers, and the speed of our readers.

usage: python benchmarks/documents_headings.py [--FORMAT ...] FOLDER [FOLDER ...]   (checkouts of real repositories)
Markdown: markdown-it-py (CommonMark and tables), front matter taken off first. reStructuredText: docutils with every directive and role
unknown to it replaced by an empty one. HTML: lxml. Org: orgparse. LaTeX: pylatexenc, macros outside verbatim environments and definitions. A file agrees when the lines and levels of all its top-level headings are equal.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docutils.core
import docutils.nodes
import docutils.parsers.rst.directives
import docutils.parsers.rst.roles
import lxml.html
import orgparse
from docutils.parsers.rst import Directive
from markdown_it import MarkdownIt
from pylatexenc import latexwalker

from chunkers.formats.document import latex, org
from chunkers.formats.document.html.reader import read as read_html
from chunkers.formats.document.markdown.reader import read as read_markdown
from chunkers.formats.document.outline import Outline
from chunkers.formats.document.rst.reader import read as read_rst
from chunkers.source import CleanText
from chunkers.span import Lines

Headings = list[tuple[int, int]]
MARKDOWN = MarkdownIt("commonmark").enable("table")
MARKDOWN.core.ruler.disable(["inline"])


class Anything(dict[str, Any]):
    """Options of any name."""

    def __getitem__(self, _key: str) -> Callable[[str], str]:
        """Take every option as text."""
        return str

    def get(self, _key: str, _default: Any = None) -> Callable[[str], str]:
        """Take every option as text."""
        return str


class Silent(Directive):
    """A directive that says nothing."""

    has_content = True
    optional_arguments = 100
    final_argument_whitespace = True
    option_spec = Anything()

    def run(self) -> list[docutils.nodes.Node]:
        """Give no nodes."""
        return []


def literal_role(
    _name: str, rawtext: str, text: str, *_: Any, **__: Any
) -> tuple[list[docutils.nodes.Node], list[Any]]:
    return [docutils.nodes.literal(rawtext, text)], []


docutils.parsers.rst.directives.directive = lambda *_a, **_k: (Silent, [])
docutils.parsers.rst.roles.role = lambda *_a, **_k: (literal_role, [])
QUIET = {
    "report_level": 5,
    "halt_level": 6,
    "doctitle_xform": False,
    "file_insertion_enabled": False,
    "raw_enabled": False,
}


def markdown_oracle(text: str, outline: Outline) -> Headings:
    skip = outline.matter.last if outline.matter else 0
    text = "\n" * skip + "\n".join(text.split("\n")[skip:])
    found = [t for t in MARKDOWN.parse(text) if t.type == "heading_open" and t.level == 0]
    return [(t.map[0] + 1, int(t.tag[1])) for t in found if t.map]


def rst_oracle(text: str, outline: Outline) -> Headings:
    del outline
    found: Headings = []
    for section in docutils.core.publish_doctree(text, settings_overrides=QUIET).findall(docutils.nodes.section):
        depth, node = 0, section
        while isinstance(node, docutils.nodes.section):
            depth, node = depth + 1, node.parent
        found.append((section.line, depth))
    return found


def html_oracle(text: str, outline: Outline) -> Headings:
    del outline
    hidden = "not(ancestor::script or ancestor::style or ancestor::template)"
    root = lxml.html.document_fromstring(text.encode())
    found = root.xpath(f"//*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5 or self::h6][{hidden}]")
    return [(0, int(node.tag[1])) for node in found]


def org_oracle(text: str, outline: Outline) -> Headings:
    del outline
    return [(node.linenumber, node.level) for node in orgparse.loads(text)[1:]]


LATEX = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
TITLED = re.compile(r"\*?\s*[\[{]")
DEFINITIONS = frozenset(
    {"newcommand", "renewcommand", "providecommand", "def", "newenvironment", "DeclareRobustCommand"}
)


def latex_oracle(text: str, outline: Outline) -> Headings:
    del outline
    walker = latexwalker.LatexWalker(text, tolerant_parsing=True)
    found: Headings = []
    stack = list(reversed(walker.get_latex_nodes(pos=0)[0]))
    while stack:
        node = stack.pop()
        if node is None:
            continue
        named = node.isNodeType(latexwalker.LatexMacroNode) and node.macroname in LATEX
        if named and TITLED.match(text, node.pos + 1 + len(node.macroname)):
            found.append((text.count("\n", 0, node.pos) + 1, LATEX.index(node.macroname) + 1))
            continue
        if node.isNodeType(latexwalker.LatexMacroNode) and node.macroname in DEFINITIONS:
            continue
        inner = getattr(node, "nodelist", None) or ()
        arguments = getattr(getattr(node, "nodeargd", None), "argnlist", None) or ()
        stack.extend(reversed([*arguments, *inner]))
    return found


FORMATS = (
    ("Markdown", {".md", ".markdown", ".mdx"}, read_markdown, markdown_oracle, lambda b: (b.first, b.level)),
    ("reStructuredText", {".rst"}, read_rst, rst_oracle, lambda b: (b.last, b.level)),
    ("Org", {".org"}, org.read, org_oracle, lambda b: (b.first, b.level)),
    ("LaTeX", {".tex", ".ltx"}, latex.read, latex_oracle, lambda b: (b.first, b.level)),
    ("HTML", {".html", ".htm"}, read_html, html_oracle, lambda b: (0, b.level)),
)


def main() -> None:
    wanted = [word for word in sys.argv[1:] if word.startswith("--")]
    folders = [word for word in sys.argv[1:] if not word.startswith("--")]
    print("| format | files | agree | share | MB | MB/s (one core) | headings |")
    print("|---|---|---|---|---|---|---|")
    for name, endings, read, oracle, place in FORMATS:
        files = agree = size = count = 0
        spent = 0.0
        if wanted and f"--{name.lower()}" not in wanted:
            continue
        for path in sorted(
            p for folder in folders for p in Path(folder).rglob("*") if p.suffix in endings and p.is_file()
        ):
            data = path.read_bytes().removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
            try:
                text = data.decode()
            except UnicodeDecodeError:
                continue
            if not text.strip():
                continue
            begin = time.process_time()
            outline = read(path.name, CleanText(data, Lines(data)))
            spent += time.process_time() - begin
            ours = [place(block) for block in outline.headings()]
            try:
                theirs = oracle(text, outline)
            except RecursionError:
                print(f"refused: {path}", file=sys.stderr)
                continue
            files, size, count = files + 1, size + len(data), count + len(theirs)
            agree += ours == theirs
            if ours != theirs:
                print(f"differs: {path}", file=sys.stderr)
        if files:
            print(
                f"| {name} | {files} | {agree} | {agree / files:.2%} | {size / 1e6:.1f} | {size / 1e6 / spent:.1f} | {count} |"
            )


if __name__ == "__main__":
    main()
