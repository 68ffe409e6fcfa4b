"""The index of a snapshot: every file as a `FileView`, every definition of code under its id, containers and their files.

Takes the facts of all files, gives lookup tables; resolves nothing. Sorted by path, so that equal input gives equal ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from chunkers.symbol import Binding, FileFacts, Symbol
from graph import ids
from graph.definition import SPOKEN_KINDS, Definition, FileView
from graph.naming import SCRIPT, containers
from graph.overloading import components_of, shared_names

MERGED_KINDS = frozenset({"namespace", "package"})
_PARTIAL = frozenset({"csharp", "ruby", "php", "swift", "cpp", "c", "rust", "kotlin"})
_FAMILIES = {"kotlin": "java", "scala": "java", "groovy": "java", "c": "cpp", "objc": "cpp"}


def family(language: str | None) -> str:
    """Return the group of languages that see each other's definitions."""
    name = language or ""
    return "script" if name in SCRIPT else _FAMILIES.get(name, name)


@dataclass(slots=True, eq=False)
class Project:
    """Lookup tables over all files of a snapshot.

    `containers` maps (family, container) to its files; `types` maps (family, container) to top-level definitions by name; `merged` maps the
    id of a definition written in many places to the later ones. Of the `definitions`, `marked` have annotations, `classes` are the types by language.
    """

    views: dict[str, FileView] = field(default_factory=dict)
    containers: dict[tuple[str, str], list[FileView]] = field(default_factory=dict)
    types: dict[tuple[str, str], dict[str, list[Definition]]] = field(default_factory=dict)
    definitions: list[Definition] = field(default_factory=list)
    marked: list[Definition] = field(default_factory=list)
    classes: dict[str, list[Definition]] = field(default_factory=dict)
    merged: dict[str, list[Definition]] = field(default_factory=dict)
    by_id: dict[str, Definition] = field(default_factory=dict)

    def part(self) -> None:
        """Let go of what files and definitions know of each other: nobody collects rings during a run."""
        for definition in self.definitions:
            definition.part()
        for view in self.views.values():
            view.defs.clear()
            view.marked.clear()

    def of(self, path: str, qualified: str) -> Definition | None:
        """Return the definition called `qualified` in the file at `path`."""
        view = self.views.get(path)
        return view.defs.get(qualified) if view else None


def build_project(files: Iterable[FileFacts], go_modules: Mapping[str, str]) -> Project:
    """Index the facts of all files; `go_modules` maps the folder of each go.mod to its module path."""
    kept = sorted(files, key=lambda facts: facts.path)
    places = containers(kept, go_modules)
    project = Project()
    for facts in kept:
        root, container = places[facts.path]
        view = FileView(facts, root, container, facts.category == "test")
        project.views[facts.path] = view
        project.containers.setdefault((family(facts.language), container), []).append(view)
        _fill(view)
    _name(project)
    for view in project.views.values():
        _nest(project, view)
    return project


def _fill(view: FileView) -> None:
    """Tell definitions of code from what a contract, a config or a document defines."""
    facts, defs = view.facts, view.defs
    contract = facts.language in ids.CONTRACT_LANGUAGES
    for symbol in facts.symbols:
        if contract or symbol.kind not in ids.CODE_KINDS:
            view.others.append(symbol)
        elif symbol.qualified not in defs:
            defs[symbol.qualified] = Definition("", symbol, view)
    for symbol in facts.symbols:
        if symbol.kind == "record":
            for component in components_of(symbol):
                defs.setdefault(component.qualified, Definition("", component, view))
    view.marked = [
        one
        for one in defs.values()
        if one.symbol.decorators or (one.symbol.parameters and _marks_parameters(one.symbol))
    ]
    view.roles = shared_names(facts.symbols)
    _index(view)


def _marks_parameters(symbol: Symbol) -> bool:
    return any(parameter.decorators for parameter in symbol.parameters)


def _index(view: FileView) -> None:
    """Index bindings by scope and name in source order, imports by what they bind."""
    facts = view.facts
    bindings = view.bindings
    for binding in sorted(facts.bindings, key=_spot):
        table = bindings.get(binding.scope)
        if table is None:
            table = bindings[binding.scope] = {}
        known = table.get(binding.name)
        if known is None:
            table[binding.name] = [binding]
            if binding.end_line is not None:
                view.moving.add(binding.name)
        else:
            known.append(binding)
            view.moving.add(binding.name)
    for item in facts.imports:
        local = item.alias or item.name or _last_part(item.module, facts.language)
        view.imports.setdefault(item.scope, {}).setdefault(
            "*" if item.name == "*" and not item.alias else local, []
        ).append(item)


def _spot(binding: Binding) -> tuple[int, int]:
    return binding.line, binding.column or 0


def _last_part(module: str, language: str | None) -> str:
    """Return the local name that an import without a name of its own binds: the last part of its path."""
    return re.split(r"[.\\\\]", module)[-1] if language in {"kotlin", "scala", "groovy", "php"} else module


def _name(project: Project) -> None:
    groups: dict[str, list[Definition]] = {}
    for view in project.views.values():
        for definition in view.defs.values():
            plain = _plain_id(view, definition)
            group = groups.get(plain)
            if group is None:
                groups[plain] = [definition]
            else:
                group.append(definition)
    taken: dict[str, int] = {}
    for plain in sorted(groups):
        group = groups[plain]
        for definition in group:
            name = _settled(plain, definition, group) if len(group) > 1 else plain
            count = taken[name] = taken.get(name, 0) + 1
            if count > 1 and not _merges(definition):
                name = f"{name}~{count}"
            definition.id = name
            _enter(project, definition)


def _plain_id(view: FileView, definition: Definition) -> str:
    symbol = definition.symbol
    if definition.is_test:
        return ids.id_of_test(symbol)
    return ids.code_id(view.container, symbol, view.roles.get(symbol.qualified))


def _settled(plain: str, definition: Definition, group: list[Definition]) -> str:
    if _merges(definition):
        return plain
    if definition.is_test:
        return ids.id_of_test(definition.symbol, definition.view.path)
    if len({one.view.path for one in group}) == 1:
        return plain
    tags = dict(definition.view.facts.extras).get("build.tags")
    if tags and definition.view.language == "go":
        return f"{plain}@{tags}"
    return ids.filed_id(definition.view.container, definition.view.path, definition.symbol)


def _merges(definition: Definition) -> bool:
    symbol = definition.symbol
    if symbol.kind in MERGED_KINDS or definition.view.roles.get(symbol.qualified) is not None:
        return True
    return definition.is_type and (definition.view.language in _PARTIAL)


def _enter(project: Project, definition: Definition) -> None:
    first = project.by_id.get(definition.id)
    if first is not None and _is_stub(first) and not _is_stub(definition):
        project.merged.setdefault(definition.id, []).append(first)
        project.by_id[definition.id] = definition  # the implementation stands for its overload signatures
    elif first is not None:
        project.merged.setdefault(definition.id, []).append(definition)
    else:
        project.by_id[definition.id] = definition
    project.definitions.append(definition)
    if definition.symbol.decorators:
        project.marked.append(definition)
    if definition.is_type:
        project.classes.setdefault(definition.view.language, []).append(definition)


def _is_stub(definition: Definition) -> bool:
    return definition.view.roles.get(definition.symbol.qualified) == "overload"


def _nest(project: Project, view: FileView) -> None:
    key = (family(view.facts.language), view.container)
    table = project.types.setdefault(key, {})
    for definition in view.defs.values():
        holder = definition.symbol.container
        parent = view.defs.get(holder) if holder else None
        if parent is None and holder:
            parent = _elsewhere(project, view, holder)
        definition.parent = parent
        if parent is None and definition.kind in SPOKEN_KINDS:
            continue
        if parent is None:
            view.top.setdefault(definition.name, []).append(definition)
            table.setdefault(definition.name, []).append(definition)
        elif parent is not definition:
            parent.hold(definition)
            if parent.kind in MERGED_KINDS:
                table.setdefault(definition.name, []).append(definition)


def _elsewhere(project: Project, view: FileView, holder: str) -> Definition | None:
    """Return the type that a member written outside of it belongs to: a Go method, a Rust impl, a reopened class."""
    for other in project.containers[(family(view.facts.language), view.container)]:
        found = other.defs.get(holder)
        if found is not None and found.is_type:
            return found
    return None
