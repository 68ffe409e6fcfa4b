"""What a language must and may say for its names to be resolved: the contract between the shared engine and each language.

Declares, computes nothing; the defaults say "nothing known".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType

from chunkers.symbol import Argument, Expr, Import
from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.values import Answer, Place, Value

_LITERALS = {"str": "str", "int": "int", "float": "float", "bool": "bool", "list": "list", "dict": "dict", "set": "set"}


class Language(ABC):
    """The questions a language family answers over a project."""

    literals: Mapping[str, str] = MappingProxyType(_LITERALS)
    anchored = True
    """Types are named by the scopes that declare types, and by nothing else: see `FileView.anchor`."""
    by_holder = True
    """A call on a receiver is told by what the receiver holds: see `called_on`."""
    outward = False
    """A name that nothing inside a file binds means the same in all of its scopes."""
    overloads = True
    """The arguments of a call may choose among several of one name."""
    decorates = False
    """An annotation is a callable, not a type."""
    untyped = frozenset({"var", "val", "auto", "let", "const", "any", "unknown", "object"})

    def __init__(self, project: Project) -> None:
        self.project = project
        self._results: dict[int, Value | None] = {}
        self._starts: dict[int, list[tuple[int, int]]] = {}
        self._busy: set[int] = set()

    def forget(self) -> None:
        """Let go of all that was found out: an engine and its parts refer to each other, and nobody collects such rings during a run."""
        vars(self).clear()

    @abstractmethod
    def value(self, expr: Expr | None, at: Place, depth: int = 0) -> Value | None:
        """Return what an expression denotes, None when declared types do not tell."""

    @abstractmethod
    def name(self, name: str, at: Place, depth: int) -> Value | None:
        """Return what a bare name denotes at a place; UNKNOWN for a local without a type."""

    @abstractmethod
    def member(self, holder: Value, name: str, at: Place, depth: int) -> Value | None:
        """Return what `holder.name` denotes as a value (field, property, nested type, module member)."""

    @abstractmethod
    def callees(self, callee: Expr, arguments: tuple[Argument, ...] | int, at: Place, depth: int) -> Answer:
        """Return what calling `callee` reaches; `arguments` are those of the site, or their number."""

    @abstractmethod
    def called_on(
        self,
        holder: Value | None,
        receiver: Expr,
        name: str,
        arguments: tuple[Argument, ...] | int,
        at: Place,
        depth: int,
    ) -> Answer:
        """Return what calling `name` on `holder`, the value of `receiver`, reaches."""

    @abstractmethod
    def named_type(self, name: str, view: FileView, scope: str) -> Value | None:
        """Return what a dotted type name denotes at a scope: form type, typevar or external."""

    def import_file(self, item: Import, view: FileView) -> FileView | None:
        """Return the repository file an import names, None when it is external or a package of many files."""
        del item, view
        return None

    def import_definition(self, item: Import, view: FileView) -> Definition | None:
        """Return the definition an import binds, None when it binds a module or something external."""
        del item, view
        return None

    def module_file(self, expr: Expr, at: Place) -> FileView | None:
        """Return the file that `expr` denotes when it denotes a module."""
        del expr, at
        return None

    def named_file(self, dotted: str, importer: FileView) -> FileView | None:
        """Return the file of a module given as text, as frameworks name them in strings."""
        del dotted, importer
        return None

    def exported_name(self, source: FileView, name: str) -> str:
        """Return the local name behind an exported one."""
        del source
        return name

    def import_package(self, item: Import, view: FileView) -> str | None:
        """Return the repository package of many files that an import names."""
        del item, view
        return None

    def external_import(self, item: Import, view: FileView) -> str | None:
        """Return the name under which an import leaves the repository, None when it is a repository name that is not there."""
        del view
        if item.module.startswith("."):
            return None
        return f"{item.module}.{item.name}" if item.name and item.name != "*" else item.module
