"""Reads of environment variables in code, by the look-ups of each language and the settings classes and helpers that stand before them.

Takes a file, gives (scope, variable, evidence); a name that is not constant is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.symbol import Expr, Reference
from graph.definition import FileView
from graph.edges.settings_classes import NAME, Read, settings_reads
from graph.project import family
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.world import World, at_line, at_name, place_of

_LOOKUPS = frozenset({"getenv", "getEnv", "LookupEnv", "Getenv", "get_env", "GetEnvironmentVariable", "getenv_raw"})
_MAPPED = frozenset({"get", "pop", "setdefault", "fetch", "key?", "has_key?"})
_MAPS = frozenset({"environ", "env", "ENV", "$_ENV", "$_SERVER"})
_HELPERS = ("decouple", "environ", "environs", "starlette.config", "prettyconf")
_TYPED = frozenset(
    {"str", "int", "bool", "float", "list", "json", "url", "db", "db_url", "cache_url", "path", "dict", "tuple"}
)
_SERVICE = frozenset({"get", "getOrThrow"})
_RUST = frozenset({"var", "var_os"})
_OPENED = frozenset({"unpack", "module"})
_ANYWHERE = _LOOKUPS | _MAPPED
_HELPED = _ANYWHERE | _TYPED | {"config", "env"}
_BY_LANGUAGE = {
    "script": _ANYWHERE | _SERVICE,
    "php": _ANYWHERE | {"env"},
    "rust": _ANYWHERE | _RUST,
    "go": _ANYWHERE | {"BindEnv"},
}
_CONFIGS = re.compile(r"config(?:_?service|uration)?$", re.IGNORECASE)


def environment_reads(world: World, view: FileView) -> Iterator[Read]:
    """Yield every read of an environment variable in a file."""
    spoken = family(view.facts.language)
    wanted = _wanted(view, spoken)
    references = view.facts.references
    for reference in [one for one in references if one.kind == "read" and one.receiver and one.receiver[-1] in _MAPS]:
        if _is_map(reference.receiver) and NAME.fullmatch(reference.name):
            yield world.scope_id(view, reference.scope), reference.name, at_name(view.path, reference)
    for reference in world.sites.within(view, wanted):
        for name in _names(world, view, reference, spoken) if reference.kind == "call" else ():
            if NAME.fullmatch(name):
                yield world.scope_id(view, reference.scope), name, at_name(view.path, reference)
    for binding in view.facts.bindings:  # const { A, B } = process.env
        if binding.how in _OPENED and _is_map(binding.value) and NAME.fullmatch(binding.name):
            yield world.scope_id(view, binding.scope), binding.name, at_line(view.path, binding.line)
    if view.language == "python":
        yield from settings_reads(world, view)


def _wanted(view: FileView, spoken: str) -> frozenset[str]:
    """Return the names of the calls that may look up a variable in a file."""
    if spoken != "python":
        return _BY_LANGUAGE.get(spoken, _ANYWHERE)
    return _HELPED if any(item.module in _HELPERS for item in view.facts.imports) else _ANYWHERE


def _names(world: World, view: FileView, reference: Reference, spoken: str) -> list[str]:
    """Return the variables that a call reads."""
    at = place_of(view, reference)
    if not _looks_up(reference, spoken) and not _is_service(world, reference, at):
        return []
    if reference.name == "BindEnv":
        return [text for one in reference.arguments[1:] if (text := world.text(one.value, at))]
    return [world.text(argument(reference, "key", 0), at) or ""]


def _looks_up(reference: Reference, spoken: str) -> bool:
    """Tell whether a call of a wanted name looks up a variable."""
    name, receiver = reference.name, reference.receiver
    if name in _LOOKUPS or (name in _MAPPED and _is_map(receiver)):
        return True
    last = str(receiver[-1]) if receiver and receiver[0] in {"name", "attr"} else ""
    if spoken == "python":
        return (name in {"config", "env"} and receiver is None) or (name in _TYPED and last == "env")
    if spoken == "script":
        return name in _SERVICE and bool(_CONFIGS.search(last))
    if spoken == "php":
        return name == "env" and receiver is None
    return (spoken == "rust" and name in _RUST and last == "env") or (spoken == "go" and name == "BindEnv")


def _is_service(world: World, reference: Reference, at: Place) -> bool:
    """Tell a look-up on a configuration service, by its declared type."""
    if reference.name not in _SERVICE or not reference.receiver or family(at.view.facts.language) != "script":
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
