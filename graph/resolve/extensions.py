"""Kotlin's functions outside of their types: extensions that a file imports by name or shares a package with, and imported top-level functions.

Takes a name and what stands before it, gives the declarations it may mean. An extension of another type than the receiver's is never one of them;
where the receiver is unknown, only an import of that very name tells.
"""

from __future__ import annotations

from typing import NamedTuple

from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.ancestry import Ancestry
from graph.resolve.values import CONFIDENCE, UNKNOWN, Value


class Extended(NamedTuple):
    """Declarations of one name, and the rule by which they were found."""

    found: list[Definition]
    rule: str
    trust: float


NONE = Extended([], "", 0.0)


def imported_functions(project: Project, name: str, view: FileView) -> list[Definition]:
    """Return the functions that an import of the file binds to `name`: Kotlin imports them like types."""
    found: list[Definition] = []
    for item in view.imports.get("", {}).get(name, ()):
        if item.name is None and item.kind != "static":
            package, _, last = item.module.rpartition(".")
            top = project.types.get(("java", package), {}).get(last, ())
            found += [one for one in top if one.is_callable]
    return found


def extensions(project: Project, ancestry: Ancestry, name: str, holder: Value | None, view: FileView) -> Extended:
    """Return the extensions `name` that fit a receiver."""
    imported = [one for one in imported_functions(project, name, view) if one.symbol.container]
    if holder is None or holder is UNKNOWN or holder.form in {"module", "typevar"}:
        receivers = {one.symbol.container for one in imported}
        return (
            Extended(imported, "imported_extension", CONFIDENCE["imported_extension"]) if len(receivers) == 1 else NONE
        )
    names = _names(ancestry, holder)
    package = project.types.get(("java", view.container), {}).get(name, ())
    near = [one for one in package if one.is_callable and one.symbol.container]
    for group, rule in ((imported, "explicit_import"), (near, "same_package")):
        fitting = [one for one in group if _receiver(one) in names]
        if fitting:
            return Extended(fitting, rule, min(holder.trust, CONFIDENCE[rule]))
    return NONE


def _names(ancestry: Ancestry, holder: Value) -> set[str]:
    if holder.target is None:
        return {holder.name.rpartition(".")[2]}
    return {lineage.definition.name for lineage in ancestry.of(holder.target)}


def _receiver(definition: Definition) -> str:
    return definition.symbol.container.rpartition(".")[2].removesuffix("?")
