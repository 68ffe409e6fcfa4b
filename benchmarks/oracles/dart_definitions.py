"""Prints one line per Dart type and callable outside callables, by a token scanner of its own: path, kind, name, first, declaration, last line.

Knows strings with interpolation, nested comments and brackets, and what a declaration of Dart may begin with; shares nothing with the product.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<line>//[^\n]*)|(?P<open>/\*)|(?P<string>r?(?:'''|\"\"\"|'|\"))|(?P<word>[A-Za-z_$][\w$]*)|(?P<number>\d[\w.]*)"
    r"|(?P<mark>=>|\.\.\.|\?\?=?|[<>=!]=|&&|\|\||.)",
    re.DOTALL,
)
Token = tuple[str, int]
TYPES = {"class", "mixin", "extension", "enum"}
HOLDS_TESTS = {"group", "test", "testWidgets", "setUp", "setUpAll", "tearDown"}  # such a `main` is no unit of its own
OPENERS = {"(": ")", "[": "]", "{": "}"}
MODIFIERS = set("abstract base final sealed interface external static late covariant augment const factory".split())


def comment_end(text: str, at: int) -> int:
    depth = 0
    while at < len(text):
        if text.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("*/", at):
            depth, at = depth - 1, at + 2
            if not depth:
                return at
        else:
            at += 1
    return at


def string_end(text: str, at: int, quote: str) -> int:
    raw = quote.startswith("r")
    quote = quote.lstrip("r")
    while at < len(text):
        if not raw and text[at] == "\\":
            at += 2
        elif not raw and text.startswith("${", at):
            at = interpolation_end(text, at + 2)
        elif text.startswith(quote, at):
            return at + len(quote)
        else:
            at += 1
    return at


def interpolation_end(text: str, at: int) -> int:
    depth = 1
    while at < len(text) and depth:
        match = TOKEN.match(text, at)
        assert match
        at = match.end()
        if match["string"]:
            at = string_end(text, at, match["string"])
        elif match["open"]:
            at = comment_end(text, match.start())
        elif match["mark"] in {"{", "}"}:
            depth += 1 if match["mark"] == "{" else -1
    return at


def tokens(text: str) -> Iterator[Token]:
    at, line = 0, 1
    while at < len(text):
        match = TOKEN.match(text, at)
        assert match
        end = match.end()
        if match["string"]:
            end = string_end(text, end, match["string"])
            yield '"', line + text.count("\n", at, end)
        elif match["open"]:
            end = comment_end(text, at)
        elif not (match["space"] or match["line"]):
            yield match.group(), line
        line += text.count("\n", at, end)
        at = end


def closing(found: list[Token], at: int) -> int:
    depth = 0
    while at < len(found):
        depth += (found[at][0] in OPENERS) - (found[at][0] in {")", "]", "}"})
        if not depth:
            return at
        at += 1
    return len(found) - 1


def angle_end(found: list[Token], at: int) -> int:
    depth = 0
    while at < len(found):
        depth += (found[at][0] == "<") - (found[at][0] == ">")
        if not depth:
            return at
        at += 1
    return at


def annotations_end(found: list[Token], at: int, end: int) -> int:
    while at < end and found[at][0] == "@":
        at += 2
        while at < end and found[at][0] == ".":
            at += 2
        if at < end and found[at][0] == "<":
            at = angle_end(found, at) + 1
        if at < end and found[at][0] == "(":
            at = closing(found, at) + 1
    return at


def statement_end(found: list[Token], at: int, end: int) -> int:
    while at < end and found[at][0] != ";":
        at = closing(found, at) + 1 if found[at][0] in OPENERS else at + 1
    return min(at, end - 1)


def named(found: list[Token], at: int, end: int) -> tuple[str, int, int] | None:
    """Return (name, its line, index behind name and parameters) of a callable that begins at `at`; None for a variable."""
    while at < end:
        word, line = found[at]
        following = found[at + 1][0] if at + 1 < end else ""
        if word == "get" and re.match(r"[A-Za-z_$]", following) and following != "operator":
            return following, found[at + 1][1], at + 2
        if word == "operator":
            stop = at + 1
            while stop < end and found[stop][0] != "(":
                stop += 1
            return "".join(token for token, _ in found[at + 1 : stop]), found[at + 1][1], closing(found, stop) + 1
        if word in {"=", ";", "=>", "{"}:
            return None
        if word in {"(", "["}:
            at = closing(found, at)  # a record type
        elif word == "<":
            at = angle_end(found, at)
        elif re.match(r"[A-Za-z_$]", word) and word != "Function":
            behind = angle_end(found, at + 1) + 1 if following == "<" else at + 1
            if behind < end and found[behind][0] == "(":
                return word, line, closing(found, behind) + 1
        elif word == "Function" and following == "(":
            at = closing(found, at + 1)
        at += 1
    return None


def callable_end(found: list[Token], at: int, end: int) -> int:
    """Return the last token of a callable whose parameters end before `at`."""
    while at < end:
        word = found[at][0]
        if word == ";":
            return at
        if word in {"=>", "="}:
            return statement_end(found, at, end)
        if word == "{" and found[at - 1][0] not in {"=", ",", "(", ":", ">"}:
            return closing(found, at)
        at = closing(found, at) + 1 if word in OPENERS else at + 1
    return end - 1


def holds_tests(name: str, found: list[Token], at: int, last: int) -> bool:
    """Tell whether a callable is there for the tests in it: `main` by any of their words, others by a test of their own."""
    words = [token for token, _ in found[at : last + 1]]
    if name == "main":
        return bool(HOLDS_TESTS.intersection(words))
    depth = 0
    for index, word in enumerate(words):
        depth += (word in OPENERS) - (word in {")", "]", "}"})
        if depth == 1 and word in {"group", "test", "testWidgets"} and words[index + 1 : index + 3] == ["(", '"']:
            return True
    return False


def members(path: str, found: list[Token], at: int, end: int) -> None:
    while at < end:
        first = found[at][1]
        head = annotations_end(found, at, end)
        if head >= end:
            return
        word = head
        while word < end and found[word][0] in MODIFIERS:
            word += 1
        kind, following = found[word][0], found[word + 1][0] if word + 1 < end else ""
        if kind in {"import", "export", "library", "part"} and following not in {"(", "="}:
            at = statement_end(found, head, end) + 1
        elif kind in TYPES and re.match(r"[A-Za-z_$<(]", following) and following not in {"(", "<"}:
            at = type_end(path, found, word, end, first)
        elif kind == "typedef":
            last = statement_end(found, head, end)
            at = last + 1
        else:
            callable_ = named(found, head, end)
            if callable_ is None:
                at = statement_end(found, head, end) + 1
                continue
            name, line, behind = callable_
            last = callable_end(found, behind, end)
            if not holds_tests(name, found, behind, last):
                print(path, "callable", name, first, line, found[last][1], sep="\t")
            at = last + 1


def type_end(path: str, found: list[Token], word: int, end: int, first: int) -> int:
    at = word + 1
    while found[at][0] in {"class", "type", "const"} and found[at + 1][0] not in {"(", "<", "{"}:
        at += 1
    name, line = found[at]
    while at < end and found[at][0] not in {"{", ";"}:
        at = closing(found, at) + 1 if found[at][0] in {"(", "["} else at + 1
    last = closing(found, at)
    if name != "on":
        print(path, "type", name, first, line, found[last][1], sep="\t")
    inner = at + 1
    if found[word][0] == "enum":
        inner = statement_end(found, inner, last) + 1
    members(path, found, inner, last)
    return last + 1


def main(listing: str) -> None:
    for path in Path(listing).read_text().split("\n"):
        if path:
            found = list(tokens(Path(path).read_text(encoding="utf-8", errors="replace")))
            members(path, found, 0, len(found))


if __name__ == "__main__":
    main(sys.argv[1])
