"""Prints one line per type and callable of Swift files: path, kind, name, first, declaration and last line.

A scanner of its own over words and brackets, since no Swift parser is in reach of the benchmark; it shares nothing with the chunkers.
Usage: swift_definitions.py LIST_OF_PATHS
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TYPES = {"class", "struct", "enum", "protocol", "extension", "actor"}
MODIFIERS = set(
    "public private fileprivate internal open static class final override mutating nonmutating required convenience dynamic indirect "
    "nonisolated isolated lazy weak unowned prefix postfix infix optional package consuming borrowing distributed".split()
)
TOKEN = re.compile(r"`?[A-Za-z_]\w*`?|\d[\w.]*|->|[-+*/%=<>!&|^~?.]+|[@#(){}\[\],:;]|\n|\S")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a bracket, an operator or the end of a line."""

    text: str
    line: int


def plain(text: str) -> str:
    """Return the text with comments and strings blanked, lines kept."""
    out: list[str] = []
    at = 0
    while at < len(text):
        end = skipped(text, at)
        if end > at:
            out.append(
                re.sub(r"[^\n]", " ", text[at:end])
                if text[at] == "/"
                else '"' + re.sub(r"[^\n]", "", text[at:end]) + '"'
            )
            at = end
        else:
            out.append(text[at])
            at += 1
    return "".join(out)


def skipped(text: str, at: int) -> int:
    """Return the end of the comment or string that starts at `at`, `at` when none does."""
    if text.startswith("//", at):
        end = text.find("\n", at)
        return len(text) if end < 0 else end
    if text.startswith("/*", at):
        return comment(text, at)
    match = re.compile(r'(#*)("""|")').match(text, at)
    return string(text, match.end(), match[1], match[2]) if match else at


def comment(text: str, at: int) -> int:
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(text, at):
        depth += 1 if match[0] == "/*" else -1
        if depth == 0:
            return match.end()
    return len(text)


def string(text: str, at: int, hashes: str, quote: str) -> int:
    """Return the end of a string whose opening quote ends at `at`; interpolations may hold strings themselves."""
    while at < len(text):
        if text.startswith(quote + hashes, at):
            return at + len(quote + hashes)
        if text.startswith("\\" + hashes + "(", at):
            at = interpolation(text, at + len(hashes) + 2)
        elif text.startswith("\\" + hashes, at):
            at += len(hashes) + 2
        elif text[at] == "\n" and quote == '"':
            return at
        else:
            at += 1
    return at


def interpolation(text: str, at: int) -> int:
    depth = 1
    while at < len(text) and depth:
        end = skipped(text, at)
        if end > at:
            at = end
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def tokens(text: str) -> list[Token]:
    found: list[Token] = []
    line = 1
    for match in TOKEN.finditer(plain(text)):
        found.append(Token(match[0], line))
        line += match[0] == "\n"
    return found


def closing(found: list[Token], at: int) -> int:
    """Return the index of the bracket that closes the one at `at`."""
    depth = 0
    for index in range(at, len(found)):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(found[index].text, 0)
        if depth == 0:
            return index
    return len(found) - 1


def reach(found: list[Token], at: int) -> tuple[int, int | None]:
    """Return the last token of the declaration whose keyword is at `at`, and its opening brace, if it has a body."""
    index, last = at + 1, at
    while index < len(found):
        text = found[index].text
        if text == "{":
            return closing(found, index), index
        if text in {"(", "["}:
            index = last = closing(found, index)
        elif text in {"}", ";"}:
            return last, None
        elif text == "\n":
            following = next((t.text for t in found[index:] if t.text != "\n"), "")
            if following not in {"->", "where", "throws", "async", "rethrows", "{", ":", "("} and found[
                last
            ].text not in {"->", ",", ":", "where", "&"}:
                return last, None
        else:
            last = index
        index += 1
    return last, None


def definitions(text: str) -> Iterator[tuple[str, str, int, int, int]]:
    found = tokens(text)
    contexts: list[tuple[int, bool]] = []  # closing index, whether it is the body of a type
    start: int | None = None
    opened: dict[int, bool] = {}
    index = 0
    while index < len(found):
        token = found[index]
        while contexts and contexts[-1][0] <= index:
            contexts.pop()
        text = token.text
        before = found[index - 1].text if index else "\n"
        after = found[index + 1].text if index + 1 < len(found) else ""
        if text == "\n":
            index += 1
            continue
        if text == "#" and before == "\n":  # `#if` and its like
            while index < len(found) and found[index].text != "\n":
                index += 1
            continue
        if text == "@":
            start = token.line if start is None else start
            index += 3 if index + 2 < len(found) and found[index + 2].text == "." else 2
            if index < len(found) and found[index].text == "(":
                index = closing(found, index) + 1
            continue
        name = declared(found, index, before, after)
        if name is None and text in MODIFIERS:
            start = token.line if start is None else start
            index = closing(found, index + 1) + 1 if after == "(" else index + 1
            continue
        if name is not None:
            last, brace = reach(found, index)
            is_type = text in TYPES
            inside = any(not types for _, types in contexts)
            if is_type or (not inside and text != "typealias"):
                yield (
                    "type" if is_type else "function",
                    name,
                    start or token.line,
                    found[index + (is_type or text == "func")].line,
                    found[last].line,
                )
            if brace is not None:
                opened[brace] = is_type
        elif text == "{":
            contexts.append((closing(found, index), opened.get(index, False)))
        start = None
        index += 1


def declared(found: list[Token], index: int, before: str, after: str) -> str | None:
    """Return the name of what the word at `index` declares."""
    text = found[index].text
    if before in {".", "case", "import"} or before.endswith("."):
        return None
    word = re.fullmatch(r"`?[A-Za-z_]\w*`?", after) is not None
    if text in TYPES and word and after not in {"func", "var", "let", "subscript", "init", "where", *MODIFIERS}:
        beyond = found[index + 2].text if index + 2 < len(found) else ""
        if text == "extension" and beyond == ".":
            at = index + 2
            while at + 1 < len(found) and found[at].text == ".":
                after, at = f"{after}.{found[at + 1].text}", at + 2
            return after
        return (
            after if beyond[:1] in {"{", ":", "<", "\n", "w", "("} and (text != "actor" or beyond[:1] != "(") else None
        )
    if text == "func" and after != "\n":
        operator = not word and len(after) > 1 and after.endswith("<") and found[index + 2].text.isidentifier()
        return after[:-1] if operator else after  # `func &&<T>(...)`
    if (
        text == "init"
        and after[:1] in {"(", "?", "!", "<"}
        and before in {"\n", "{", "}", ";", *MODIFIERS, ")"} | {b for b in [before] if b.isidentifier()}
    ):
        return "init"
    if text == "deinit" and after in {"{", "\n"}:
        return "deinit"
    if text == "subscript" and after[:1] in {"(", "<"}:
        return "subscript"
    return None


for path in Path(sys.argv[1]).read_text().splitlines():
    source = Path(path).read_text(encoding="utf-8", errors="replace")
    for row in definitions(source):
        print(path, *row, sep="\t")
