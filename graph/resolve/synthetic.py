"""Members that a build generates and nobody writes: Lombok accessors, record accessors. Their definition is the field they stand for.

Takes a type and a member name, gives the fields that answer for it.
"""

from __future__ import annotations

from graph.definition import Definition

_GETTERS = frozenset({"Data", "Getter", "Value"})
_PREFIXES = ("get", "is", "set")
_SETTERS = frozenset({"Data", "Setter"})


def synthetic_members(holder: Definition, name: str) -> list[Definition]:
    """Return the field that a Lombok accessor `name` of `holder` reads or writes, tagged by the caller as synthetic."""
    if not name.startswith(_PREFIXES):
        return []
    for prefix, wanted in (("get", _GETTERS), ("is", _GETTERS), ("set", _SETTERS)):
        if not name.startswith(prefix) or len(name) == len(prefix):
            continue
        field = name[len(prefix)].lower() + name[len(prefix) + 1 :]
        found = [one for one in holder.members.get(field, ()) if one.kind == "field"]
        if found and (_marked(holder, wanted) or _marked(found[0], wanted)):
            return found[:1]
    return []


def _marked(definition: Definition, wanted: frozenset[str]) -> bool:
    return any(decorator.name.rsplit(".", 1)[-1] in wanted for decorator in definition.symbol.decorators)
