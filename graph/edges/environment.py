"""Reads of environment variables in code, by the look-ups of each language and the settings classes and helpers that stand before them.

Takes a file, gives (scope, variable, evidence); a name that is not constant is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.symbol import Expr, Reference
from graph.definition import Definition, FileView
from graph.model import Evidence
from graph.project import family
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.world import World, at_line, at_name, place_of

Read = tuple[str, str, Evidence]
_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_LOOKUPS = frozenset({"getenv", "getEnv", "LookupEnv", "Getenv", "get_env", "GetEnvironmentVariable", "getenv_raw"})
_MAPPED = frozenset({"get", "pop", "setdefault", "fetch", "key?", "has_key?"})
_MAPS = frozenset({"environ", "env", "ENV", "$_ENV", "$_SERVER"})
_HELPERS = ("decouple", "environ", "environs", "starlette.config", "prettyconf")
_TYPED = frozenset(
    {"str", "int", "bool", "float", "list", "json", "url", "db", "db_url", "cache_url", "path", "dict", "tuple"}
)
_CONFIGS = re.compile(r"config(?:_?service|uration)?$", re.IGNORECASE)


def environment_reads(world: World, view: FileView) -> Iterator[Read]:
    """Yield every read of an environment variable in a file."""
    for reference in view.facts.references:
        for name in _names(world, view, reference):
            if _NAME.fullmatch(name):
                yield world.scope_id(view, reference.scope), name, at_name(view.path, reference)
    for binding in view.facts.bindings:  # const { A, B } = process.env
        if binding.how in {"unpack", "module"} and _is_map(binding.value) and _NAME.fullmatch(binding.name):
            yield world.scope_id(view, binding.scope), binding.name, at_line(view.path, binding.line)
    for definition in view.defs.values() if view.language == "python" else ():
        if definition.is_type and any(
            text.rpartition(".")[2] == "BaseSettings" for _, text in definition.symbol.supers
        ):
            yield from _settings(world, definition)


def _names(world: World, view: FileView, reference: Reference) -> Iterator[str]:
    if reference.kind == "read":
        if _is_map(reference.receiver):
            yield reference.name
        return
    at = place_of(view, reference)
    if reference.kind != "call" or not (_looks_up(view, reference) or _is_service(world, reference, at)):
        return
    if reference.name == "BindEnv":
        yield from (text for one in reference.arguments[1:] if (text := world.text(one.value, at)))
    else:
        yield world.text(argument(reference, "key", 0), at) or ""


def _looks_up(view: FileView, reference: Reference) -> bool:
    name, receiver, spoken = reference.name, reference.receiver, family(view.facts.language)
    if name in _LOOKUPS or (name in _MAPPED and _is_map(receiver)):
        return True
    last = str(receiver[-1]) if receiver and receiver[0] in {"name", "attr"} else ""
    if spoken == "python":
        helped = any(item.module in _HELPERS for item in view.facts.imports)
        return helped and ((name in {"config", "env"} and receiver is None) or (name in _TYPED and last == "env"))
    if spoken == "script":
        return name in {"get", "getOrThrow"} and bool(_CONFIGS.search(last))
    if spoken == "php":
        return name == "env" and receiver is None
    return (spoken == "rust" and name in {"var", "var_os"} and last == "env") or (spoken == "go" and name == "BindEnv")


def _is_service(world: World, reference: Reference, at: Place) -> bool:
    """Tell a look-up on a configuration service, by its declared type."""
    if (
        reference.name not in {"get", "getOrThrow"}
        or not reference.receiver
        or family(at.view.facts.language) != "script"
    ):
        return False
    held = world.engine(at.view).value(reference.receiver, at)
    return held is not None and held.form == "external" and held.name.endswith("ConfigService")


def _is_map(receiver: Expr | None) -> bool:
    """Tell the environment as a map: `os.environ`, `process.env`, `import.meta.env`, `ENV`, `$_ENV`."""
    if not receiver or receiver[0] not in {"name", "attr"} or receiver[-1] not in _MAPS:
        return False
    if receiver[0] == "name":
        return receiver[1] != "env"
    outer = receiver[1]
    return isinstance(outer, tuple) and bool(outer) and outer[-1] in {"os", "process", "meta", "Deno", "Bun", "?"}


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
            if _NAME.fullmatch(variable):
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
