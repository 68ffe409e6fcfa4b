"""Settings classes of pydantic: each field reads the variable of its name, with the prefix of its class, or of its alias."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.definition import Definition, FileView
from graph.model import Evidence
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.world import World, at_line, place_of

Read = tuple[str, str, Evidence]
"""(scope, variable, evidence)."""
NAME = re.compile(r"[A-Z][A-Z0-9_]*")


def settings_reads(world: World, view: FileView) -> Iterator[Read]:
    """Yield what the settings classes of a file read."""
    for definition in view.defs.values():
        supers = definition.symbol.supers if definition.is_type else ()
        if any(text.rpartition(".")[2] == "BaseSettings" for _, text in supers):
            yield from _settings(world, definition)


def _settings(world: World, definition: Definition) -> Iterator[Read]:
    """Yield the variables of a pydantic settings class: the prefix and the name in capitals, or the alias of a field."""
    view, own = definition.view, definition.symbol.qualified
    prefix = _prefix(world, definition)
    for name, group in definition.members.items():
        for member in group:
            if member.kind not in {"field", "property"} or member.symbol.type is None or name == "model_config":
                continue
            alias = _alias(world, definition, name)
            variable = alias or f"{prefix}{name}".upper()
            if NAME.fullmatch(variable):
                yield (
                    world.scope_id(view, f"{own}.{name}"),
                    variable,
                    at_line(view.path, member.symbol.declaration_line),
                )


def _prefix(world: World, definition: Definition) -> str:
    view, own = definition.view, definition.symbol.qualified
    for binding in view.bindings.get(f"{own}.Config", {}).get("env_prefix", ()):
        return world.text(binding.value, Place(view, own, binding.line)) or ""
    for site in view.facts.references:
        if site.scope == own and site.name in {"SettingsConfigDict", "ConfigDict"}:
            return world.text(argument(site, "env_prefix"), place_of(view, site)) or ""
    return ""


def _alias(world: World, definition: Definition, name: str) -> str | None:
    view, own = definition.view, definition.symbol.qualified
    lines = {binding.line for binding in view.bindings.get(own, {}).get(name, ())}
    for site in view.facts.references:
        if site.scope == own and site.name == "Field" and site.line in lines:
            given = next(
                (found for key in ("validation_alias", "alias", "env") if (found := argument(site, key))), None
            )
            return world.text(given, place_of(view, site))
    return None
