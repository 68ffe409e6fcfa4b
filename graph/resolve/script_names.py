"""TypeScript and JavaScript names: scopes, imports with barrels followed to the defining file, exports of both module systems, namespaces.

A name that is bound without a type blocks outer names; globals of the platform are external.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chunkers.symbol import Expr, Import
from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.ancestry import Ancestry
from graph.resolve.attributes import Attributes
from graph.resolve.declared import DEPTH
from graph.resolve.engine import Engine
from graph.resolve.script_modules import ScriptModules
from graph.resolve.values import CONFIDENCE, UNASKED, UNKNOWN, Place, Value, external

_GLOBALS = frozenset(
    "Array ArrayBuffer Boolean Buffer Date Error Function Headers Infinity Intl JSON Map Math Number Object Promise Proxy Reflect RegExp Request "
    "Response Set String Symbol TypeError URL URLSearchParams WeakMap WeakSet Uint8Array AbortController AbortSignal Blob Bun Deno FormData "
    "ReadableStream TextDecoder TextEncoder TransformStream WritableStream WebSocket atob btoa clearInterval clearTimeout console crypto "
    "decodeURI decodeURIComponent document encodeURI encodeURIComponent fetch global globalThis isNaN localStorage module navigator parseFloat "
    "parseInt performance process queueMicrotask require setInterval setTimeout structuredClone window describe it test expect beforeEach "
    "afterEach beforeAll afterAll vi jest Event EventTarget File Element HTMLElement Node BigInt Iterator RangeError SyntaxError".split()
)
_REEXPORT = "reexport"
_TYPES_ONLY = frozenset({"interface", "type_alias"})


class ScriptNames(Engine):
    """Names of the script languages."""

    def __init__(self, project: Project, manifests: Mapping[str, Mapping[str, Any]]) -> None:
        super().__init__(project)
        self.ancestry = Ancestry(self)
        self.modules = ScriptModules(project, manifests)
        self._attributes = Attributes()

    def name(self, name: str, at: Place, depth: int) -> Value | None:
        """Return what a bare name denotes as a value."""
        return self.as_value(self._name(name, at, depth), depth)

    def as_value(self, found: Value | None, depth: int) -> Value | None:
        """Return the variable that shares its name with an interface or type alias: types and values are two spaces of names."""
        target = found.target if found is not None and found.form == "type" else None
        if target is None or target.kind not in _TYPES_ONLY or target.parent is not None:
            return found
        bound = target.view.bindings.get("", {}).get(target.name)
        value = self.binding_value(bound[-1], target.view, depth + 1) if bound else None
        return (value or UNKNOWN) if bound else found

    def as_type(self, found: Value | None) -> Value | None:
        """Return the type that shares its name with a function."""
        target = found.target if found is not None and found.form == "callable" else None
        own = target.view.top.get(target.name, ()) if target is not None and target.parent is None else ()
        twins = [one for one in own if one.is_type]
        return self.denoted(twins[-1], "same_scope", 1) if twins else found

    def _name(self, name: str, at: Place, depth: int) -> Value | None:
        view = at.view
        for scope in view.scopes(at.scope):
            if not scope:
                break
            definition = view.defs.get(scope)
            if definition is not None:
                if definition.is_type:
                    continue
                if name in definition.members and definition.kind not in {"variable", "field"}:
                    inner = [one for one in definition.members[name] if one.is_callable or one.is_type]
                    if inner:
                        return self.denoted(inner[-1], "same_scope", depth)
            table = view.bindings.get(scope)
            bound = table.get(name) if table is not None else None
            binding = self.nearest(bound, at) if bound else None
            if binding is not None:
                return self.binding_value(binding, view, depth) or UNKNOWN
        return self.top_level(name, view, at, depth)

    def top_level(self, name: str, view: FileView, at: Place, depth: int) -> Value | None:
        """Return what a name denotes at the top of a file."""
        for item in view.imports.get("", {}).get(name, ()):
            if (
                item.kind != _REEXPORT
            ):  # a module cannot also declare the name: a same-named function stands in some closure
                return self.imported(item, view, depth) or UNKNOWN
        own = [
            one
            for one in view.top.get(name, ())
            if one.is_callable or one.is_type or one.members or one.kind == "namespace"
        ]
        if own:
            return self.denoted(own[-1], "same_scope", depth)
        bound = view.bindings.get("", {}).get(name)
        if bound:
            return self.binding_value(self.nearest(bound, at) or bound[-1], view, depth) or UNKNOWN
        if view.top.get(name):
            return self.denoted(view.top[name][-1], "same_scope", depth)
        return external(name) if name in _GLOBALS else None

    def denoted(self, definition: Definition, rule: str, depth: int) -> Value:
        """Return a definition as the value its name denotes."""
        trust = CONFIDENCE[rule]
        if definition.is_type:
            return Value("type", definition, definition.name, trust=trust, rule=rule)
        if definition.is_callable:
            return Value("callable", definition, definition.name, trust=trust, rule=rule)
        if definition.kind == "namespace" or definition.members:
            return Value("object", definition, definition.name, trust=trust, rule=rule)
        if definition.symbol.type and depth <= DEPTH:
            return self.type_value(definition.symbol.type, definition.view, definition.symbol.container) or UNKNOWN
        bound = definition.view.bindings.get(definition.symbol.container, {}).get(definition.name)
        return (self.binding_value(bound[-1], definition.view, depth) if bound else None) or UNKNOWN

    # modules

    def imported(self, item: Import, view: FileView, depth: int) -> Value | None:
        """Return what an import binds."""
        path = self.modules.find(item.module, view.path)
        if path is None:
            dotted = item.module if item.name in {None, "*"} else f"{item.module}.{item.name}"
            return external(dotted) if self.modules.is_external(item.module) else None
        source = self.project.views[path]
        if item.name is None and item.kind == "require":
            whole = self.exported(source, "default", depth) if "default" in _stated(source) else None
            return whole or Value("module", None, path)
        if item.name is None or item.name == "*":
            return Value("module", None, path)
        found = self.exported(source, item.name, depth)
        if found is None or found.rule != "same_scope":
            return found
        return Value(
            found.form,
            found.target,
            found.name,
            found.args,
            CONFIDENCE["explicit_import"],
            "explicit_import",
            found.owner,
        )

    def exported(self, source: FileView, name: str, depth: int) -> Value | None:
        """Return what a file exports under `name`, through re-exports to the defining file."""
        table = source.known.beyond
        known = table.get(name, UNASKED)
        if known is UNASKED:
            if depth > DEPTH:
                return None
            table[name] = None
            known = table[name] = self._export(source, name, depth + 1)
        return known

    def _export(self, source: FileView, name: str, depth: int) -> Value | None:
        table = source.imports.get("", {})
        for item in table.get(name, ()):
            if item.kind == _REEXPORT:
                return self.imported(item, source, depth)
        local = self.exported_name(source, name)
        found = self.top_level(local, source, Place(source, "", 1 << 30), depth)
        if found is not None and (found.form != "external" or local in table):
            return found
        for item in table.get("*", ()):
            path = self.modules.find(item.module, source.path) if item.kind == _REEXPORT else None
            through = (
                self.exported(self.project.views[path], name, depth) if path is not None and name != "default" else None
            )
            if through is not None:
                return through
        return None

    def exported_name(self, source: FileView, name: str) -> str:
        """Return the local name behind an exported one."""
        stated = _stated(source)
        if name in stated:
            return stated[name]
        if name == "default":
            for group in source.top.values():
                for one in group:
                    if "default_export" in one.symbol.tags or "default" in one.symbol.tags:
                        return one.name
        return name

    def import_file(self, item: Import, view: FileView) -> FileView | None:
        """Return the file a specifier names."""
        path = self.modules.find(item.module, view.path)
        return self.project.views.get(path) if path is not None else None

    def named_file(self, dotted: str, importer: FileView) -> FileView | None:
        """Return the file of a specifier given as text."""
        path = self.modules.find(dotted, importer.path)
        return self.project.views.get(path) if path is not None else None

    def import_definition(self, item: Import, view: FileView) -> Definition | None:
        """Return the definition that a named import binds."""
        if item.name in {None, "*"}:
            return None
        found = self.imported(item, view, 0)
        return found.target if found is not None and found.form in {"type", "callable", "object"} else None

    def external_import(self, item: Import, view: FileView) -> str | None:
        """Return the package and name of an import that leaves the repository."""
        if not self.modules.is_external(item.module) or self.modules.find(item.module, view.path) is not None:
            return None
        return f"{item.module}.{item.name}" if item.name and item.name != "*" else item.module

    def module_file(self, expr: Expr, at: Place) -> FileView | None:
        """Return the file of a namespace import or a required module."""
        found = self.value(expr, at)
        return self.project.views.get(found.name) if found is not None and found.form == "module" else None


def _stated(source: FileView) -> dict[str, str]:
    """Return exported name -> local name of export lists and CommonJS assignments."""
    found: dict[str, str] = {}
    for key, text in source.facts.extras:
        if key == "export":
            local, _, alias = text.partition(" as ")
            found[alias or local] = local
    return found
