"""TypeScript with JSX."""

from __future__ import annotations

from chunkers.language import Language

LANGUAGE = Language(
    name="tsx",
    grammar="tsx",
    extensions=(".tsx",),
    aliases=("typescript",),
    inherits=("javascript", "typescript"),
    without=("only.scm",),
)
