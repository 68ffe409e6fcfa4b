"""The index of a snapshot: every file as a `FileView`, every definition of code under its id, containers and their files.

Takes the facts of all files, gives lookup tables; resolves nothing. Sorted by path, so that equal input gives equal ids.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from chunkers.symbol import FileFacts, Symbol
from graph import ids
from graph.definition import CALLABLE_KINDS, Definition, FileView
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
    id of a definition written in many places to the later ones.
    """

    views: dict[str, FileView] = field(default_factory=dict)
    containers: dict[tuple[str, str], list[FileView]] = field(default_factory=dict)
    types: dict[tuple[str, str], dict[str, list[Definition]]] = field(default_factory=dict)
    definitions: list[Definition] = field(default_factory=list)
    merged: dict[str, list[Definition]] = field(default_factory=dict)
    by_id: dict[str, Definition] = field(default_factory=dict)

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


def is_code(symbol: Symbol, language: str | None) -> bool:
    """Tell whether a symbol is a definition of code, as opposed to one of a contract, config or document."""
    return symbol.kind in ids.CODE_KINDS and language not in ids.CONTRACT_LANGUAGES


def _fill(view: FileView) -> None:
    facts = view.facts
    for symbol in facts.symbols:
        if is_code(symbol, facts.language):
            view.defs.setdefault(symbol.qualified, Definition("", symbol, view))
    for symbol in facts.symbols:
        if symbol.kind == "record":
            for component in components_of(symbol):
                view.defs.setdefault(component.qualified, Definition("", component, view))
    view.roles = shared_names(facts.symbols)
    _index(view)


def _index(view: FileView) -> None:
    """Index bindings by scope and name in source order, imports by what they bind, calls by name and line."""
    facts = view.facts
    ordered = sorted(facts.bindings, key=lambda one: (one.line, one.column or 0))
    for binding in ordered:
        view.bindings.setdefault(binding.scope, {}).setdefault(binding.name, []).append(binding)
    for item in facts.imports:
        local = item.alias or item.name or _last_part(item.module, facts.language)
        view.imports.setdefault(item.scope, {}).setdefault(
            "*" if item.name == "*" and not item.alias else local, []
        ).append(item)
    for reference in facts.references:
        if reference.kind in {"call", "new"}:
            view.calls_at.setdefault((reference.name, reference.line), []).append(reference)


def _last_part(module: str, language: str | None) -> str:
    """Return the local name that an import without a name of its own binds: the last part of its path."""
    return re.split(r"[.\\\\]", module)[-1] if language in {"kotlin", "scala", "groovy", "php"} else module


def _name(project: Project) -> None:
    groups: defaultdict[str, list[Definition]] = defaultdict(list)
    for view in project.views.values():
        for definition in view.defs.values():
            groups[_plain_id(view, definition.symbol)].append(definition)
    taken: Counter[str] = Counter()
    for plain in sorted(groups):
        for definition in groups[plain]:
            definition.id = _settled(plain, definition, groups[plain])
            taken[definition.id] += 1
            if taken[definition.id] > 1 and not _merges(definition):
                definition.id = f"{definition.id}~{taken[definition.id]}"
            _enter(project, definition)


def _plain_id(view: FileView, symbol: Symbol) -> str:
    if is_test_case(symbol):
        return ids.id_of_test(symbol)
    return ids.code_id(view.container, symbol, view.roles.get(symbol.qualified))


def is_test_case(symbol: Symbol) -> bool:
    """Tell whether a symbol is one test."""
    return symbol.kind == "test_case" or ("test" in symbol.tags and symbol.kind in CALLABLE_KINDS)


def _settled(plain: str, definition: Definition, group: list[Definition]) -> str:
    if len(group) == 1 or _merges(definition):
        return plain
    if is_test_case(definition.symbol):
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
        if parent is None:
            view.top.setdefault(definition.name, []).append(definition)
            table.setdefault(definition.name, []).append(definition)
        elif parent is not definition:
            parent.members.setdefault(definition.name, []).append(definition)
            if parent.kind in MERGED_KINDS:
                table.setdefault(definition.name, []).append(definition)


def _elsewhere(project: Project, view: FileView, holder: str) -> Definition | None:
    """Return the type that a member written outside of it belongs to: a Go method, a Rust impl, a reopened class."""
    for other in project.containers[(family(view.facts.language), view.container)]:
        found = other.defs.get(holder)
        if found is not None and found.is_type:
            return found
    return None
