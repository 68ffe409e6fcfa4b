"""READS_CONFIG: code that reads a configuration key or an environment variable, joined to where it is defined.

Spring keys match relaxed (case, `-` and `_` inside a segment do not count; spring-boot's relaxed binding); environment variables match exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from chunkers.symbol import Decorator, Reference
from graph.definition import Definition, FileView
from graph.edges.environment import environment_reads
from graph.model import Evidence, Node
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.world import World, at_line, at_name, place_of

_PLACEHOLDER = re.compile(r"\$\{([^:{}]+)(?::[^{}]*)?\}")
_VIPER = re.compile(r"^Get(String|Int|Bool|Duration|Float64|StringSlice|StringMap|Uint|Time)?\w*$")
_CONFIGURATION = re.compile(r"config(?:uration)?$", re.IGNORECASE)
_SECTIONS = frozenset({"GetValue", "GetSection", "GetConnectionString", "GetRequiredSection"})
_PROPERTY = frozenset({"getProperty", "getRequiredProperty"})


def relaxed(key: str) -> str:
    """Return the canonical form of a dotted key: lower case, no `-` or `_`."""
    return key.lower().replace("-", "").replace("_", "")


def add_config(world: World) -> None:
    """Enter every read of a key."""
    keys: dict[str, list[str]] = {}
    for node_id in sorted(one for one in world.ledger.nodes if one.startswith("config:")):
        keys.setdefault(relaxed(node_id[7:]), []).append(node_id)
    looking = _PROPERTY | world.sites.names("Get")
    for view in world.project.views.values():
        for source, key, proof, rule in _reads(world, view, looking):
            for target in [one for one in keys.get(relaxed(key), ()) if _speaks(world, view, one)][:3]:
                world.ledger.edge(
                    source, target, "READS_CONFIG", [proof], confidence=0.95, resolution="exact", rule=rule
                )
        for source, name, proof in _environment(world, view):
            target = world.ledger.ensure(Node(f"env:{name}", "env_var", name))
            world.ledger.edge(
                source, target, "READS_CONFIG", [proof], confidence=0.97, resolution="exact", rule="environment_lookup"
            )
        _defined_variables(world, view)


def _speaks(world: World, view: FileView, key: str) -> bool:
    """Tell whether code of a file may mean a key: .NET reads its JSON settings, nobody else does."""
    path = world.ledger.nodes[key].path or ""
    return path.rpartition("/")[2].startswith("appsettings") == (view.language == "csharp")


def _reads(world: World, view: FileView, looking: frozenset[str]) -> Iterator[tuple[str, str, Evidence, str]]:
    for definition in view.marked:
        marks = [(definition, mark) for mark in definition.symbol.decorators]
        marks += [(definition, mark) for parameter in definition.symbol.parameters for mark in parameter.decorators]
        for holder, mark in marks:
            yield from _annotated(world, holder, mark)
    if view.language == "csharp":
        sites: Iterable[Reference] = view.facts.references
    else:
        sites = world.sites.within(view, looking)
    for reference in sites:
        key = _looked_up(world, view, reference)
        if key and "." in key:
            yield world.scope_id(view, reference.scope), key, at_name(view.path, reference), "property_lookup"


def _looked_up(world: World, view: FileView, reference: Reference) -> str | None:
    """Return the dotted key that a look-up names: Spring's environment, viper, .NET's configuration (`A:B` is `A.B` there)."""
    if not reference.receiver:
        return None
    if view.language == "csharp" and reference.kind == "read" and _CONFIGURATION.search(str(reference.receiver[-1])):
        return reference.name.replace(":", ".")
    if reference.kind != "call":
        return None
    if view.language == "csharp" and reference.name in _SECTIONS and _CONFIGURATION.search(str(reference.receiver[-1])):
        key = world.text(argument(reference, "key", 0), place_of(view, reference))
        front = "ConnectionStrings." if reference.name == "GetConnectionString" else ""
        return f"{front}{key}".replace(":", ".") if key else None
    if reference.name in _PROPERTY or _is_viper(reference):
        return world.text(argument(reference, "key", 0), place_of(view, reference))
    return None


def _is_viper(reference: Reference) -> bool:
    return reference.receiver == ("name", "viper") and bool(_VIPER.match(reference.name))


def _annotated(world: World, definition: Definition, mark: Decorator) -> Iterator[tuple[str, str, Evidence, str]]:
    short, view = mark.name.rsplit(".", 1)[-1], definition.view
    at = Place(view, definition.symbol.container, mark.line)
    proof = at_name(view.path, mark)
    if short in {"Value", "Scheduled"}:
        for given in mark.arguments:
            for key in _PLACEHOLDER.findall(world.text(given.value, at) or ""):
                yield definition.id, key, proof, "value_annotation"
    elif short in {"ConditionalOnProperty", "ConfigProperty"}:
        prefix = world.text(argument(mark.arguments, "prefix"), at)
        for name in world.texts(argument(mark.arguments, "name") or argument(mark.arguments, "value", 0), at):
            if name:
                yield definition.id, f"{prefix}.{name}" if prefix else name, proof, "property_annotation"
    elif short == "ConfigurationProperties" and definition.is_type:
        prefix = world.text(argument(mark.arguments, "prefix") or argument(mark.arguments, "value", 0), at)
        if prefix:
            yield from _bound(definition, prefix)


def _bound(definition: Definition, prefix: str) -> Iterator[tuple[str, str, Evidence, str]]:
    for name, group in definition.members.items():
        for member in group:
            if member.kind in {"field", "property"}:
                yield (
                    member.id,
                    f"{prefix}.{name}",
                    at_line(definition.view.path, member.symbol.declaration_line),
                    "configuration_properties",
                )
    for parameter in definition.symbol.parameters:
        yield (
            definition.id,
            f"{prefix}.{parameter.name}",
            at_line(definition.view.path, definition.symbol.declaration_line),
            "configuration_properties",
        )


def _environment(world: World, view: FileView) -> Iterator[tuple[str, str, Evidence]]:
    yield from environment_reads(world, view)
    if not view.facts.mentions:
        return
    keys = {symbol.declaration_line: symbol.qualified for symbol in view.others if symbol.kind == "config_key"}
    for mention in view.facts.mentions:
        if mention.kind == "env":
            scope = keys.get(mention.line, mention.scope)
            yield world.scope_id(view, scope), mention.target, at_name(view.path, mention)


def _defined_variables(world: World, view: FileView) -> None:
    """Link config values that take an environment variable (`${DB_PASSWORD}`) to it."""
    for mention in view.facts.mentions:
        if mention.kind == "reads_key" and world.named.get((view.path, mention.scope)):
            target = f"config:{mention.target}"
            if target in world.ledger.nodes:
                world.ledger.edge(
                    world.scope_id(view, mention.scope),
                    target,
                    "READS_CONFIG",
                    [at_name(view.path, mention)],
                    confidence=0.95,
                    resolution="exact",
                    rule="placeholder",
                )
