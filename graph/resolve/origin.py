"""Where a variable was bound, across files, and what constant text it holds.

Routers, prefixes, table names and configuration keys travel through variables, constants and imports; this follows them as written and stops where
the code decides at run time.
"""

from __future__ import annotations

from typing import NamedTuple

from chunkers.symbol import Argument, Binding, Expr, Reference
from graph.definition import FileView
from graph.resolve.engine import Engine
from graph.resolve.values import Place

_HOPS = 12


class Origin(NamedTuple):
    """A binding and the file it stands in: the identity of a variable."""

    binding: Binding
    view: FileView

    @property
    def key(self) -> tuple[str, str, str]:
        """Return (path, scope, name): one variable, however often it is bound."""
        return (self.view.path, self.binding.scope, self.binding.name)


def origin(engine: Engine, expr: Expr, at: Place, hops: int = 0) -> Origin | None:
    """Return the binding a name or attribute leads to, through imports and aliases."""
    if not expr or hops > _HOPS:
        return None
    if expr[0] == "name":
        return _of_name(engine, str(expr[1]), at, hops)
    if expr[0] != "attr" or not isinstance(expr[1], tuple):
        return None
    name, inner = str(expr[2]), expr[1]
    if inner and inner[0] == "self":
        return _of_attribute(engine, name, at)
    source = engine.module_file(inner, at)
    if source is not None:
        return _of_name(engine, name, Place(source, "", 1 << 30), hops + 1)
    held = engine.value(inner, at)
    if held is None or held.target is None:
        return None
    view = held.target.view
    for scope in (held.target.symbol.qualified,):
        for spelled in (name, f"self.{name}"):
            bound = view.bindings.get(scope, {}).get(spelled)
            if bound:
                return Origin(bound[0], view)
    return None


def _of_name(engine: Engine, name: str, at: Place, hops: int) -> Origin | None:
    for scope in at.view.scopes(at.scope):
        bound = at.view.bindings.get(scope, {}).get(name)
        if bound:
            binding = (engine.nearest(bound, at) if scope == at.scope else None) or bound[-1]
            value = binding.value
            if value and value[0] == "name" and value[1] != name and binding.how != "param":
                return origin(
                    engine, value, Place(at.view, scope, binding.line, (binding.column or 0) - 1), hops + 1
                ) or Origin(binding, at.view)
            return Origin(binding, at.view)
        for item in at.view.imports.get(scope, {}).get(name, ()):
            source = engine.import_file(item, at.view)
            if source is not None and (item.name or item.kind == "require"):
                wanted = engine.exported_name(source, item.name or "default")
                found = _of_name(engine, wanted, Place(source, "", 1 << 30), hops + 1) if hops < _HOPS else None
                if found is not None:
                    return found
    holder = engine.enclosing_type(at)
    if holder is not None:
        bound = holder.view.bindings.get(holder.symbol.qualified, {}).get(name)
        if bound:
            return Origin(bound[0], holder.view)
    return _of_package(engine, name, at)


def _of_package(engine: Engine, name: str, at: Place) -> Origin | None:
    """Return a package variable of another file: in Go a package is one scope."""
    if at.view.language != "go":
        return None
    for other in engine.project.containers.get(("go", at.view.container), ()):
        bound = other.bindings.get("", {}).get(name) if other is not at.view and other.test <= at.view.test else None
        module = [one for one in bound or () if one.how == "module"]
        if module:
            return Origin(module[0], other)
    return None


def _of_attribute(engine: Engine, name: str, at: Place) -> Origin | None:
    holder = engine.enclosing_type(at)
    if holder is None:
        return None
    scopes = [holder.symbol.qualified, *(one.symbol.qualified for group in holder.members.values() for one in group)]
    for scope in scopes:
        for spelled in (f"self.{name}", name) if scope == holder.symbol.qualified else (f"self.{name}",):
            bound = holder.view.bindings.get(scope, {}).get(spelled)
            if bound:
                return Origin(bound[0], holder.view)
    return None


def constant_text(engine: Engine, expr: Expr | None, at: Place, hops: int = 0) -> str | None:
    """Return the text a constant expression stands for, None when it is not constant."""
    if not expr or hops > _HOPS:
        return None
    form = expr[0]
    if form == "str":
        return str(expr[1])
    if form == "binary":
        left = constant_text(engine, _tuple(expr[1]), at, hops + 1)
        right = constant_text(engine, _tuple(expr[2]), at, hops + 1)
        return left + right if left is not None and right is not None else None
    if form in {"name", "attr"}:
        found = origin(engine, expr, at)
        if found is None or found.binding.how == "param":
            return None
        key = found.key
        bound = found.view.bindings.get(key[1], {}).get(key[2], ())
        if len(bound) != 1 or bound[0].value is None:
            return None
        return constant_text(engine, bound[0].value, Place(found.view, key[1], bound[0].line), hops + 1)
    return None


def constant_texts(engine: Engine, expr: Expr | None, at: Place) -> list[str | None]:
    """Return the texts of a list of constants, or of one; None stands for each that is not constant."""
    if expr and expr[0] == "new" and len(expr) > 2:  # noqa: PLR2004 - `[]string{...}`: form, type, items
        expr = _tuple(expr[2])
    if expr and expr[0] == "list":
        return [constant_text(engine, _tuple(item), at) for item in expr[1:]]
    return [constant_text(engine, expr, at)]


def call_of(binding: Binding, view: FileView) -> Reference | None:
    """Return the call site whose result `binding` holds, with its arguments."""
    value = binding.value
    while value and value[0] in {"await", "cast"} and len(value) > 1 and isinstance(value[1], tuple):
        value = value[1]
    if not value or value[0] not in {"call", "new"}:
        return None
    callee = value[1]
    name = str(callee[-1]) if isinstance(callee, tuple) else str(callee).rsplit(".", 1)[-1]
    for line in range(binding.line, binding.line + 4):
        found = view.calls_at.get((name, line))
        if found:
            return found[0]
    return None


def argument(reference: Reference | tuple[Argument, ...], keyword: str, position: int | None = None) -> Expr | None:
    """Return the argument called `keyword`, else the one at `position` among the positional ones."""
    arguments = reference.arguments if isinstance(reference, Reference) else reference
    for one in arguments:
        if one.keyword == keyword:
            return one.value
    if position is None:
        return None
    plain = [one for one in arguments if one.keyword is None]
    return plain[position].value if position < len(plain) else None


def _tuple(part: object) -> Expr:
    return part if isinstance(part, tuple) else ()
