"""Members of JVM types, inherited ones included: fields with their types, methods by name, what a supertype offers.

Takes a holder and a name; knows nothing of call sites and their arguments.
"""

from __future__ import annotations

from graph.definition import Definition
from graph.project import Project
from graph.resolve.ancestry import Lineage
from graph.resolve.java_types import JavaTypes
from graph.resolve.overloads import shape
from graph.resolve.synthetic import synthetic_members
from graph.resolve.values import UNKNOWN, Value

_FIELDS = frozenset({"enum_member", "field", "constant", "property", "variable"})


class JavaMembers(JavaTypes):
    """Fields and methods of the JVM languages."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._fields: dict[tuple[int, str], tuple[Definition, Lineage] | None] = {}
        self._methods: dict[tuple[int, str], list[Definition]] = {}

    def field(self, holder: Value, name: str, depth: int) -> Value | None:
        """Return the value of a field, inherited ones included; UNKNOWN for one without a usable type."""
        if holder.target is None:
            return None
        key = (id(holder.target), name)
        if key not in self._fields:
            self._fields[key] = self._field(holder.target, name)
        held = self._fields[key]
        if held is None:
            return None
        found, lineage = held
        if found.kind == "enum_member":
            return Value("instance", lineage.definition, rule="static_member")
        return self.field_type(found, holder, lineage, depth) or UNKNOWN

    def _field(self, holder: Definition, name: str) -> tuple[Definition, Lineage] | None:
        for lineage in self.ancestry.of(holder):
            for found in lineage.definition.members.get(name, ()):
                if found.kind in _FIELDS:
                    return found, lineage
        return None

    def field_type(self, found: Definition, holder: Value, lineage: Lineage, depth: int) -> Value | None:
        """Return the value of a field found in `lineage`, seen from `holder`."""
        written = found.symbol.type
        if written and written not in self.untyped:
            value = self.type_value(written, found.view, found.symbol.container)
        else:
            bound = found.view.bindings.get(found.symbol.container, {}).get(found.name)
            value = self.binding_value(bound[0], found.view, depth) if bound else None
        return self.ancestry.fill(value, holder, lineage)

    def methods(self, holder: Definition, name: str) -> list[Definition]:
        """Return the methods `name` of a type: own first, then inherited ones that are not overridden."""
        key = (id(holder), name)
        known = self._methods.get(key)
        if known is None:
            offered: list[Definition] = []
            for lineage in self.ancestry.of(holder):
                for one in lineage.definition.members.get(name, ()):
                    component = "record_component" in one.symbol.tags or lineage.definition.kind == "record"
                    if component if one.kind == "field" else (one.is_callable and one.kind != "constructor"):
                        offered.append(one)
                offered += synthetic_members(lineage.definition, name)
            known = self._methods[key] = _not_overridden(offered)
        return known

    def super_methods(self, holder: Definition, name: str) -> list[Definition]:
        """Return the methods `name` that the supertypes of a type offer."""
        above = self.ancestry.of(holder)[1:]
        return _not_overridden(
            [one for lineage in above for one in lineage.definition.members.get(name, ()) if one.is_callable]
        )


def _not_overridden(offered: list[Definition]) -> list[Definition]:
    """Return the first of each parameter list; accessors that nobody wrote have none."""
    if len(offered) <= 1:
        return offered
    found: dict[str, Definition] = {}
    for one in offered:
        found.setdefault("" if one.kind == "field" else shape(one), one)
    return list(found.values())
