"""TypeScript with JSX."""

from __future__ import annotations

from dataclasses import replace

from chunkers.languages.typescript import LANGUAGE as TYPESCRIPT

LANGUAGE = replace(
    TYPESCRIPT,
    name="tsx",
    grammar="tsx",
    extensions=(".tsx",),
    aliases=("typescript",),
    inherits=("javascript", "typescript"),
    without=("only.scm",),
)
