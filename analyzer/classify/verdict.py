"""What one rule says of a file. A rule is a function from `Subject` and language to a `Verdict`, None when it has nothing to say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from analyzer.classify.subject import Subject
from chunkers.source import Category


@dataclass(frozen=True, slots=True)
class Verdict:
    """A category, the rule that gave it ("path:vendor"), and for generated files who made them: marker, tool, source."""

    category: Category
    rule: str
    generator: tuple[tuple[str, str], ...] = ()


Rule = Callable[[Subject, str | None], Verdict | None]
