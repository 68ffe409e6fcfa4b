"""Scheduled jobs: annotations of the JVM and of NestJS, calls of schedulers (APScheduler, robfig/cron, node-cron); tasks of Python's queues."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr, Reference
from graph.definition import Definition, FileView
from graph.entries.entry import Entry, EntryFamily, plain_id
from graph.project import family
from graph.routes.annotations import JVM
from graph.world import World, at_name, place_of

_JVM = frozenset({"Scheduled", "Schedules", "Schedule"})
_SCRIPT = frozenset({"Cron", "Interval", "Timeout"})
TASKS = frozenset({"task", "shared_task", "periodic_task", "db_task", "db_periodic_task", "actor", "job"})
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
    for definition in world.project.marked:
        if not definition.view.test and definition.is_callable:
            for mark in definition.symbol.decorators:
                yield from _marked(definition, mark)
    for view in world.project.views.values():
        if not view.test:
            yield from _called(world, view)


def _marked(definition: Definition, mark: Decorator) -> Iterator[Entry]:
    view, last = definition.view, mark.name.rpartition(".")[2]
    spoken = family(view.language)
    scheduled = (
        (view.language in JVM and last in _JVM)
        or (spoken == "script" and last in _SCRIPT)
        or (spoken == "python" and last in {"scheduled_job", "periodic_task", "db_periodic_task"})
    )
    kind = "schedule" if scheduled else "task" if spoken == "python" and last in TASKS and _is_task(view, mark) else ""
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


FAMILY = EntryFamily("schedules", find)
