"""Celery's beat: its schedule as a dict, in settings, in `conf` and in `conf.update`, and `add_periodic_task` calls."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Expr, Reference
from graph.definition import Definition, FileView
from graph.entries.entry import Entry, EntryFamily, plain_id
from graph.entries.schedules import TASKS
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.script_routers import option
from graph.world import World, at_line, at_name, place_of

_SAYING = frozenset({"update", "beat_schedule", "add_periodic_task"})


def find(world: World) -> Iterator[Entry]:
    """Yield the scheduled tasks of every Python file."""
    tasks = _tasks(world)
    for view in world.project.views.values():
        if view.language == "python" and not view.test:
            yield from _beat(world, view, tasks)


def _tasks(world: World) -> dict[str, Definition]:
    """Return Celery's tasks by the names they are called by: the one given, else module and function."""
    found: dict[str, Definition] = {}
    for definition in world.project.marked:
        if definition.view.language != "python" or definition.view.test or not definition.is_callable:
            continue
        for mark in definition.symbol.decorators:
            if mark.name.rpartition(".")[2] in TASKS:
                at = Place(definition.view, definition.symbol.container, mark.line)
                given = world.text(argument(mark.arguments, "name"), at)
                found[given or f"{definition.view.container}.{definition.symbol.qualified}"] = definition
    return found


def _beat(world: World, view: FileView, tasks: dict[str, Definition]) -> Iterator[Entry]:
    """Yield the entries of Celery's beat: its schedule as a dict, and `add_periodic_task` calls."""
    for bound in view.bindings.values():
        for variable, group in bound.items():
            for binding in group if variable[-1:] in "eE" and variable.lower().endswith("beat_schedule") else ():
                if binding.value and binding.value[0] == "dict":
                    yield from _listed(world, view, binding.value, Place(view, binding.scope, binding.line), tasks)
    for site in world.sites.within(view, _SAYING):
        at = place_of(view, site)
        if site.kind == "call" and site.name == "update" and (site.receiver or ("",))[-1] == "beat_schedule":
            yield from _listed(world, view, site.arguments[0].value if site.arguments else (), at, tasks)
        elif site.kind == "call" and site.name == "update" and argument(site, "beat_schedule"):
            yield from _listed(world, view, argument(site, "beat_schedule") or (), at, tasks)
        elif site.kind == "write" and site.name == "beat_schedule":
            table: Expr = ("dict", *((("str", (one.keyword or "").strip("\"'")), one.value) for one in site.arguments))
            yield from _listed(world, view, table, at, tasks)
        elif site.kind == "call" and site.name == "add_periodic_task" and len(site.arguments) > 1:
            yield from _periodic(world, view, site, at)


def _periodic(world: World, view: FileView, site: Reference, at: Place) -> Iterator[Entry]:
    """Yield the entry of `add_periodic_task(30.0, add.s(1), name="x")`."""
    signature = site.arguments[1].value
    inner = signature[1] if signature and signature[0] == "call" and isinstance(signature[1], tuple) else ()
    task = inner[1] if inner and inner[0] == "attr" and inner[2] in {"s", "si"} else None
    handler = world.handler(task, at) if isinstance(task, tuple) else None
    name = world.text(argument(site, "name"), at)
    if handler is not None:
        proof = at_name(view.path, site)
        yield Entry("schedule", name or handler.name, view, site.line, proof, handler.id, name or plain_id(handler))


def _listed(world: World, view: FileView, table: Expr, at: Place, tasks: dict[str, Definition]) -> Iterator[Entry]:
    for pair in table[1:] if table and table[0] == "dict" else ():
        if not isinstance(pair, tuple) or len(pair) < 2 or not isinstance(pair[0], tuple):  # noqa: PLR2004 - key and value
            continue
        name = world.text(pair[0], at)
        task = world.text(option(pair[1] if isinstance(pair[1], tuple) else None, "task"), at)
        handler = tasks.get(task or "")
        if name and handler is not None:
            yield Entry("schedule", name, view, at.line, at_line(view.path, at.line), handler.id)


FAMILY = EntryFamily("celery-beat", find)
