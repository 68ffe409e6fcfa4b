"""What every edge builder is given: the project, one engine per language family, the ledger, and how to write evidence.

Holds no rule of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from chunkers.chunk import FileResult
from chunkers.parcel import without_uses
from chunkers.symbol import Decorator, Expr, Import, Mention, Reference
from graph.definition import Definition, FileView
from graph.ledger import Ledger
from graph.model import Evidence, GraphFinding
from graph.project import Project, family
from graph.resolve.engine import Engine
from graph.resolve.origin import Origin, constant_text, constant_texts, origin
from graph.resolve.values import Answer, Place, Value
from graph.sites import Sites

ECOSYSTEM = {
    "python": "pypi",
    "java": "maven",
    "kotlin": "maven",
    "scala": "maven",
    "groovy": "maven",
    "go": "go",
    "javascript": "npm",
    "typescript": "npm",
    "tsx": "npm",
    "jsx": "npm",
    "rust": "cargo",
    "csharp": "nuget",
    "ruby": "gem",
    "php": "packagist",
    "swift": "swiftpm",
    "c": "c",
    "cpp": "c",
}


@dataclass(slots=True, eq=False)
class World:
    """The snapshot under construction.

    `answers` keeps what each call site reached, for tests, routes and composition; `generic` by path and identity of a call what
    instance of a generic type beyond the repository it is made on; `named` maps (path, qualified name) of contract, config,
    table and document symbols to node ids.
    """

    project: Project
    engines: Mapping[str, Engine]
    ledger: Ledger
    results: Mapping[str, FileResult]
    findings: list[GraphFinding] = field(default_factory=list)
    answers: dict[str, list[tuple[Reference, Answer]]] = field(default_factory=dict)
    generic: dict[str, dict[int, Value]] = field(default_factory=dict)
    named: dict[tuple[str, str], str] = field(default_factory=dict)
    _sites: Sites | None = None
    _spoken: dict[str | None, Engine] = field(default_factory=dict)

    @property
    def sites(self) -> Sites:
        """Return the references of the snapshot by the name they use."""
        if self._sites is None:
            self._sites = Sites(self.project.views.values())
        return self._sites

    def engine(self, view: FileView) -> Engine:
        """Return the engine of a file's language family."""
        language = view.facts.language
        found = self._spoken.get(language)
        if found is None:
            found = self._spoken[language] = self.engines.get(family(language)) or self.engines[""]
        return found

    def forget(self) -> None:
        """Let go of what only resolution needs, uses included, once the last question is answered; files, definitions, nodes and names stay."""
        self.results = {path: without_uses(result) for path, result in self.results.items()}
        for engine in self.engines.values():
            engine.forget()
        for view in self.project.views.values():
            facts = self.results[view.path].facts
            if facts is not None:
                view.forget(facts)
        self.project.types.clear()
        self.engines, self._sites = {}, None
        self._spoken.clear()
        self.answers.clear()
        self.generic.clear()

    def scope_id(self, view: FileView, scope: str) -> str:
        """Return the node id of a scope: its definition, else the file."""
        definition = view.defs.get(scope)
        if definition is not None:
            return definition.id
        return self.named.get((view.path, scope), view.node) if scope else view.node

    def text(self, expr: Expr | None, at: Place) -> str | None:
        """Return the constant text of an expression."""
        return constant_text(self.engine(at.view), expr, at)

    def texts(self, expr: Expr | None, at: Place) -> list[str | None]:
        """Return the constant texts of a list expression, or of one expression."""
        return constant_texts(self.engine(at.view), expr, at)

    def origin(self, expr: Expr, at: Place) -> Origin | None:
        """Return the variable an expression names."""
        return origin(self.engine(at.view), expr, at)

    def handler(self, expr: Expr | None, at: Place) -> Definition | None:
        """Return the callable or type an expression names."""
        if not expr:
            return None
        if expr[0] == "lambda":
            return at.view.defs.get(str(expr[1])) if len(expr) > 1 else None
        found = self.engine(at.view).value(expr, at)
        return found.target if found is not None and found.form in {"callable", "type"} else None


def at_name(path: str, token: Reference | Decorator | Import | Mention) -> Evidence:
    """Return the evidence of a name token."""
    return Evidence(path, token.line, token.column, token.line, token.end_column)


def at_line(path: str, line: int) -> Evidence:
    """Return the evidence of a line, where no column is known."""
    return Evidence(path, line, None, line, None)


def declared(definition: Definition) -> Evidence:
    """Return the evidence of a definition: the line of its name."""
    return at_line(definition.view.path, definition.symbol.declaration_line)


def place_of(view: FileView, reference: Reference) -> Place:
    """Return where a reference stands."""
    return Place(view, reference.scope, reference.line, reference.column)
