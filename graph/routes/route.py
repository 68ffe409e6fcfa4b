"""The record of a route and the form of a framework family. Knows no framework."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from graph.definition import Definition, FileView
from graph.model import Evidence
from graph.routes.paths import UNKNOWN_PREFIX, join, normalised
from graph.world import World

Key = tuple[str, str, str]
"""A variable: (path, scope, name)."""
VERBS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")
ANY = "ANY"


@dataclass(frozen=True, slots=True)
class Route:
    """One registration: method, full template as written, handler, and the evidence of the registration and of each prefix.

    `partial` marks a template whose prefix could not be read; it then starts with `{?}`. `handler` is None for an inline function without a name.
    `root` is the application object that serves it, where the framework has one; `application` tells apart what several applications of one
    repository serve under the same method and path, "" where only one does.
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
    root: Key | None = None
    application: str = ""

    @property
    def path(self) -> str:
        """Return the path with parameters reduced to `{}`: what identifies a route."""
        return normalised(self.template)

    @property
    def id(self) -> str:
        """Return the node id."""
        plain = f"{self.method} {self.path}"
        return f"route:{self.application}!{plain}" if self.application else f"route:{plain}"


@dataclass(frozen=True, slots=True)
class Prefix:
    """What stands in front of a router's paths: text, evidence, and whether part of it is unknown."""

    text: str = ""
    evidence: tuple[Evidence, ...] = ()
    partial: bool = False
    root: Key | None = None

    def then(self, text: str | None, evidence: tuple[Evidence, ...] = ()) -> Prefix:
        """Return this prefix with `text` behind it; None is a text nobody can read."""
        if text is None:
            return Prefix(UNKNOWN_PREFIX, (*self.evidence, *evidence), partial=True, root=self.root)
        return replace(self, text=join(self.text, text), evidence=(*self.evidence, *evidence))

    def route(
        self, method: str, framework: str, view: FileView, line: int, handler: Definition | None, scope: str = ""
    ) -> Route:
        """Return the route that stands at this full path."""
        proof = self.evidence or (Evidence(view.path, line, None, line, None),)
        return Route(method, self.text or "/", framework, view, line, proof, handler, self.partial, scope, self.root)


@dataclass(frozen=True, slots=True)
class Family:
    """A plug-in: the name of a framework family and the function that finds its routes."""

    name: str
    find: Callable[[World], Iterable[Route]]
