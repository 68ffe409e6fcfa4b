"""Scheduled jobs: annotations of the JVM and of NestJS, calls of schedulers (APScheduler, robfig/cron, node-cron), Celery's beat and tasks."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr, Reference
from graph.definition import Definition, FileView
from graph.entries.entry import Entry, EntryFamily, plain_id
from graph.project import family
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.annotations import JVM
from graph.routes.script_routers import option
from graph.world import World, at_line, at_name, place_of

_JVM = frozenset({"Scheduled", "Schedules", "Schedule"})
_SCRIPT = frozenset({"Cron", "Interval", "Timeout"})
_TASKS = frozenset({"task", "shared_task", "periodic_task", "db_task", "db_periodic_task", "actor", "job"})
_TASK_HOMES = frozenset({"celery", "dramatiq", "huey", "rq", "procrastinate", "django_rq", "taskiq", "arq"})
_ADDING: dict[str, dict[str, int]] = {
    "python": {"add_job": 0},
    "go": {"AddFunc": 1, "AddJob": 1},
    "script": {"schedule": 1, "scheduleJob": 1, "CronJob": 1},
}
"""Calls that schedule a function, by language family, with the place of the function among the arguments."""
_SCHEDULERS: dict[str, tuple[str, ...]] = {
    "python": ("apscheduler",),
    "go": ("robfig/cron", "go-co-op/gocron"),
    "script": ("node-cron", "node-schedule", "cron"),
}


def find(world: World) -> Iterator[Entry]:
    """Yield the schedules and tasks of every file."""
    for definition in world.project.definitions:
        if not definition.view.test and definition.is_callable:
            for mark in definition.symbol.decorators:
                yield from _marked(definition, mark)
    tasks = _tasks(world)
    for view in world.project.views.values():
        if not view.test:
            yield from _called(world, view)
            if view.language == "python":
                yield from _beat(world, view, tasks)


def _marked(definition: Definition, mark: Decorator) -> Iterator[Entry]:
    view, last = definition.view, mark.name.rpartition(".")[2]
    spoken = family(view.language)
    scheduled = (
        (view.language in JVM and last in _JVM)
        or (spoken == "script" and last in _SCRIPT)
        or (spoken == "python" and last in {"scheduled_job", "periodic_task", "db_periodic_task"})
    )
    kind = "schedule" if scheduled else "task" if spoken == "python" and last in _TASKS and _is_task(view, mark) else ""
    if kind:
        name = definition.symbol.qualified if kind == "schedule" else definition.name
        yield Entry(kind, name, view, mark.line, at_name(view.path, mark), definition.id, plain_id(definition))


def _is_task(view: FileView, mark: Decorator) -> bool:
    """Tell a task from what else is called so: the file speaks of a task queue, or the name says so."""
    used = any(item.module.split(".")[0] in _TASK_HOMES for item in view.facts.imports)
    return used or mark.name.rpartition(".")[2] == "shared_task" or mark.name in {"app.task", "celery.task"}


def _called(world: World, view: FileView) -> Iterator[Entry]:
    spoken = family(view.language)
    calls, homes = _ADDING.get(spoken, {}), _SCHEDULERS.get(spoken, ())
    used = any(home in item.module for home in homes for item in view.facts.imports)
    for site in view.facts.references if used else ():
        if site.name in calls and site.kind in {"call", "new"}:
            plain = [one for one in site.arguments if one.keyword is None]
            handler = _function(
                world, plain[calls[site.name]].value if len(plain) > calls[site.name] else None, view, site
            )
            if handler is not None:
                proof = at_name(view.path, site)
                yield Entry("schedule", handler.name, view, site.line, proof, handler.id, plain_id(handler))


def _function(world: World, expr: Expr | None, view: FileView, site: Reference) -> Definition | None:
    found = world.handler(expr, place_of(view, site))
    return found if found is not None and found.is_callable else None


def _tasks(world: World) -> dict[str, Definition]:
    """Return Celery's tasks by the names they are called by: the one given, else module and function."""
    found: dict[str, Definition] = {}
    for definition in world.project.definitions:
        if definition.view.language != "python" or definition.view.test or not definition.is_callable:
            continue
        for mark in definition.symbol.decorators:
            if mark.name.rpartition(".")[2] in _TASKS:
                at = Place(definition.view, definition.symbol.container, mark.line)
                given = world.text(argument(mark.arguments, "name"), at)
                found[given or f"{definition.view.container}.{definition.symbol.qualified}"] = definition
    return found


def _beat(world: World, view: FileView, tasks: dict[str, Definition]) -> Iterator[Entry]:
    """Yield the entries of Celery's beat: its schedule as a dict, and `add_periodic_task` calls."""
    for bound in view.bindings.values():
        for variable, group in bound.items():
            for binding in group:
                if variable.lower().endswith("beat_schedule") and binding.value and binding.value[0] == "dict":
                    yield from _listed(world, view, binding.value, Place(view, binding.scope, binding.line), tasks)
    for site in view.facts.references:
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


FAMILY = EntryFamily("schedules", find)
