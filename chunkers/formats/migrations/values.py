"""Argument values of calls in migration code, cut down to what names tables and columns: texts, names, lists, maps, calls.

Records and what can be asked of them; `reading` makes them. Nothing is evaluated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Text:
    """A string or symbol; holes stay as written."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier or dotted name."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Items:
    """A list, tuple or array."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """A map: keys as text."""

    pairs: tuple[tuple[Text, Value], ...]

    def get(self, key: str) -> Value:
        """Return the value of `key`, None when it is absent."""
        return next((value for name, value in self.pairs if name.text == key), None)


@dataclass(frozen=True, slots=True)
class Call:
    """A call: `receiver` is the dotted text before the method ("op", "knex.schema"), "()" when that is itself a call."""

    receiver: str
    method: str
    arguments: tuple[Value, ...] = ()
    keywords: Mapping[str, Value] = field(default_factory=dict)
    start: int = 0
    end: int = 0
    source: str = ""

    def argument(self, place: int, *keywords: str) -> Value:
        """Return the positional argument `place`, or the keyword of one of these names."""
        for key in keywords:
            if key in self.keywords:
                return self.keywords[key]
        return self.arguments[place] if place < len(self.arguments) else None


Value = Text | Name | Items | Pairs | Call | None


def text_of(value: Value) -> str | None:
    """Return the text a value names: of a string, a name, or of a call with one text (`op.f("x")`, `sa.text("...")`)."""
    if isinstance(value, Text | Name):
        return value.text
    if (
        isinstance(value, Call)
        and value.arguments
        and value.method
        in {"f", "text", "raw", "literal", "quoted_name", "to_sym", "to_s", "escape", "dedent", "SQL", "sprintf"}
    ):
        return text_of(value.arguments[0])
    return None


def name_of(value: Value) -> str | None:
    """Return the name a value gives to a table; a computed one is named by the code that computes it."""
    return text_of(value) or (value.source or None if isinstance(value, Call) else None)


def texts_of(value: Value) -> tuple[str, ...]:
    """Return the texts of a list, or of a single value."""
    if isinstance(value, Items):
        return tuple(text for item in value.items if (text := text_of(item)))
    text = text_of(value)
    return (text,) if text else ()


def names_in(call: Call) -> dict[str, int]:
    """Return where each text among the arguments of a call stands, first places first."""
    found: dict[str, int] = {}
    stack: list[Value] = [*reversed(list(call.keywords.values())), *reversed(call.arguments)]
    while stack:
        value = stack.pop()
        if isinstance(value, Text | Name):
            found.setdefault(value.text, value.at)
        elif isinstance(value, Items):
            stack.extend(reversed(value.items))
        elif isinstance(value, Pairs):
            stack.extend(item for pair in reversed(value.pairs) for item in (pair[1], pair[0]))
        elif isinstance(value, Call):
            stack.extend([*reversed(list(value.keywords.values())), *reversed(value.arguments)])
    return found
