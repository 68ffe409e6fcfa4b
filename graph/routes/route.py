"""The record of a route and the form of a framework family. Knows no framework."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graph.definition import Definition, FileView
from graph.model import Evidence
from graph.routes.paths import UNKNOWN_PREFIX, join, normalised
from graph.world import World

VERBS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")
ANY = "ANY"


@dataclass(frozen=True, slots=True)
class Route:
    """One registration: method, full template as written, handler, and the evidence of the registration and of each prefix.

    `partial` marks a template whose prefix could not be read; it then starts with `{?}`. `handler` is None for an inline function without a name.
    """

    method: str
    template: str
    framework: str
    view: FileView
    line: int
    evidence: tuple[Evidence, ...]
    handler: Definition | None = None
    partial: bool = False
    scope: str = ""

    @property
    def path(self) -> str:
        """Return the path with parameters reduced to `{}`: what identifies a route."""
        return normalised(self.template)

    @property
    def id(self) -> str:
        """Return the node id."""
        return f"route:{self.method} {self.path}"


@dataclass(frozen=True, slots=True)
class Prefix:
    """What stands in front of a router's paths: text, evidence, and whether part of it is unknown."""

    text: str = ""
    evidence: tuple[Evidence, ...] = ()
    partial: bool = False

    def then(self, text: str | None, evidence: tuple[Evidence, ...] = ()) -> Prefix:
        """Return this prefix with `text` behind it; None is a text nobody can read."""
        if text is None:
            return Prefix(UNKNOWN_PREFIX, (*self.evidence, *evidence), partial=True)
        return Prefix(join(self.text, text), (*self.evidence, *evidence), self.partial)


@dataclass(frozen=True, slots=True)
class Family:
    """A plug-in: the name of a framework family and the function that finds its routes."""

    name: str
    find: Callable[[World], Iterable[Route]]
