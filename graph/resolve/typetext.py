"""A type as written in any of the supported languages -> name and arguments. Linear, bounded, and honest: what it cannot read is None.

`TypeText.name` is the dotted name; "[]" marks sequences (argument = element), "map" Go maps, "|" unions, "->" functions (argument = result).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|\\)[A-Za-z_$][\w$]*)*|=>|->|<-|\.\.\.|&&|[<>\[\](){}|&?*,:!\"'@]|\d+")
_NOISE = frozenset(
    {
        "final",
        "readonly",
        "const",
        "extends",
        "super",
        "mut",
        "dyn",
        "impl",
        "volatile",
        "struct",
        "out",
        "in",
        "ref",
        "var",
        "val",
        "unsafe",
        "static",
        "suspend",
        "unique",
        "infer",
        "asserts",
        "@",
        "&",
        "*",
        "!",
        '"',
        "'",
        "&&",
        "typename",
        "class",
    }
)
_DEPTH = 12
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class TypeText:
    """A type reference read from text."""

    name: str
    args: tuple[TypeText | None, ...] = ()


@lru_cache(maxsize=65_536)
def read_type(text: str | None) -> TypeText | None:
    """Return the type written in `text`, None when there is none or it is beyond this reader."""
    if not text or len(text) > _LONGEST:
        return None
    reader = _Reader(_TOKEN.findall(_without_annotations(text)))
    return reader.union(0)


def _without_annotations(text: str) -> str:
    return re.sub(r"@[\w.]+(?:\([^()]*\))?\s*", "", text) if "@" in text else text


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        word = self.peek()
        self.at += 1
        return word

    def union(self, depth: int) -> TypeText | None:
        if self.peek() == "|":
            self.take()
        first = self.one(depth)
        parts = [first]
        while self.peek() == "|":
            self.take()
            parts.append(self.one(depth))
        if self.peek() in {"=>", "->"}:
            self.take()
            return TypeText("->", (self.union(depth + 1),))
        if len(parts) == 1:
            return first
        return TypeText("|", tuple(parts))

    def one(self, depth: int) -> TypeText | None:
        if depth > _DEPTH:
            return None
        while self.peek() in _NOISE or (self.peek() == "?" and self.at + 1 < len(self.tokens)):
            self.take()
        word = self.peek()
        if word == "[":
            return self.go_sequence(depth)
        if word == "(":
            inner = self.enclosed(depth, ")")
            found = inner[0] if len(inner) == 1 else TypeText("()", tuple(inner)) if inner else None
        elif word == "{":
            self.skip("{", "}")
            found = None
        elif word[:1].isalpha() or word[:1] in "_$":
            found = self.named(depth)
        else:
            self.take()
            return None
        return self.suffixed(found)

    def named(self, depth: int) -> TypeText | None:
        name = self.take().replace("::", ".").replace("\\", ".")
        if name == "map" and self.peek() == "[":
            self.take()
            key = self.union(depth + 1)
            self.take()
            return TypeText("map", (key, self.one(depth + 1)))
        if name == "chan":
            if self.peek() == "<-":
                self.take()
            return TypeText("[]", (self.one(depth + 1),))
        if name in {"func", "fn"}:
            if self.peek() == "(":
                self.skip("(", ")")
            return TypeText("->", (self.one(depth + 1),))
        if name in {"keyof", "typeof"}:
            self.one(depth + 1)
            return None
        if self.peek() == "<":
            return self.member_of(TypeText(name, tuple(self.enclosed(depth, ">"))), depth)
        if self.peek() == "[" and self.at + 1 < len(self.tokens) and self.tokens[self.at + 1] != "]":
            return TypeText(name, tuple(self.enclosed(depth, "]")))
        return TypeText(name)

    def member_of(self, outer: TypeText, depth: int) -> TypeText:
        """Read `Outer<A>.Inner<B>` as `Outer.Inner` with the inner arguments (the tokeniser leaves no dot behind `>`)."""
        word = self.peek()
        if word and (word[0].isalpha() or word[0] == "_") and word not in _NOISE and word != "is":
            inner = self.named(depth + 1)
            return TypeText(f"{outer.name}.{inner.name}", inner.args) if inner else outer
        return outer

    def go_sequence(self, depth: int) -> TypeText | None:
        self.take()
        if self.peek() == "]" or self.peek().isdigit() or self.peek() == "...":
            while self.peek() not in {"]", ""}:
                self.take()
            self.take()
            return TypeText("[]", (self.one(depth + 1),))
        self.at -= 1
        return TypeText("()", tuple(self.enclosed(depth, "]")))

    def suffixed(self, found: TypeText | None) -> TypeText | None:
        while True:
            word = self.peek()
            if word == "[" and self.tokens[self.at + 1 : self.at + 2] == ["]"]:
                self.at += 2
                found = TypeText("[]", (found,))
            elif word == "...":
                self.take()
                found = TypeText("[]", (found,))
            elif word in {"?", "&", "*", "&&", "!"} and self.at + 1 >= len(self.tokens):
                self.take()
            else:
                return found

    def enclosed(self, depth: int, close: str) -> list[TypeText | None]:
        self.take()
        found: list[TypeText | None] = []
        while self.peek() not in {close, ""}:
            before = self.at
            if self.peek() == ",":
                self.take()
                continue
            if self.tokens[self.at + 1 : self.at + 2] == [
                ":"
            ]:  # a named element or parameter: the type stands behind the colon
                self.at += 2
            found.append(self.union(depth + 1))
            if self.at == before:
                self.take()
        self.take()
        return found

    def skip(self, opening: str, closing: str) -> None:
        level = 0
        while self.at < len(self.tokens):
            word = self.take()
            level += (word == opening) - (word == closing)
            if level == 0:
                return
