"""Entry points that are not HTTP: commands, message listeners, scheduled jobs. Each is a node that ROUTES_TO the code that serves it."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.span import Span
from chunkers.symbol import Decorator
from graph.definition import Definition
from graph.model import Node
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.variables import made_by
from graph.world import World, at_name

_LISTENERS = {
    "KafkaListener": "topics",
    "RabbitListener": "queues",
    "JmsListener": "destination",
    "SqsListener": "value",
    "EventListener": "value",
    "StreamListener": "value",
    "Incoming": "value",
    "MessagePattern": "value",
    "EventPattern": "value",
}
_SCHEDULES = frozenset({"Scheduled", "Cron", "Interval"})
_GROUPS = frozenset({"group", "Group", "Typer"})
_TASKS = frozenset({"task", "shared_task", "periodic_task"})


def add_entries(world: World) -> None:
    """Enter every entry point and what it leads to."""
    for definition in world.project.definitions:
        if definition.view.test or not (definition.is_callable or definition.is_type):
            continue
        for mark in definition.symbol.decorators:
            for node_id, kind, name in _entries(world, definition, mark):
                _enter(world, definition, mark, Node(node_id, kind, name))


def _enter(world: World, definition: Definition, mark: Decorator, node: Node) -> None:
    path = definition.view.path
    world.ledger.ensure(
        Node(node.id, node.kind, node.name, path, Span(mark.line, mark.line), mark.line, definition.view.facts.language)
    )
    world.ledger.edge(
        node.id, definition.id, "ROUTES_TO", [at_name(path, mark)], confidence=0.95, resolution="exact", rule=node.kind
    )


def _entries(world: World, definition: Definition, mark: Decorator) -> Iterator[tuple[str, str, str]]:
    short = mark.name.rpartition(".")[2]
    at = Place(definition.view, definition.symbol.container, mark.line)
    if short in _LISTENERS:
        given = argument(mark.arguments, _LISTENERS[short]) or argument(mark.arguments, "value", 0)
        for text in world.texts(given, at) if given else ():
            if text:
                yield f"listener:{text}", "listener", text
    elif short in _SCHEDULES and definition.view.language != "python":
        yield f"schedule:{definition.id.partition(':')[2]}", "schedule", definition.symbol.qualified
    elif definition.view.language == "python" and short in {"command", "callback", *_GROUPS}:
        path = _command(world, definition, mark, at, 0)
        if path:
            yield f"cli:{path}", "cli_command", path
    elif definition.view.language == "python" and short in _TASKS:
        yield f"task:{definition.id.partition(':')[2]}", "task", definition.name
    elif short == "Command" and definition.is_type and definition.view.language in {"java", "kotlin"}:
        name = world.text(argument(mark.arguments, "name"), at)
        if name:
            yield f"cli:{name}", "cli_command", name


def _command(world: World, definition: Definition, mark: Decorator, at: Place, depth: int) -> str:
    """Return the words of a Click or Typer command, those of its groups in front."""
    head, _, short = mark.name.rpartition(".")
    name = world.text(argument(mark.arguments, "name", 0), at) or definition.name.replace("_", "-").removesuffix(
        "-command"
    )
    if short == "callback" or depth > 8:  # noqa: PLR2004 - deeper than any command line
        return ""
    if head in {"click", "typer", "", "rich_click", "asyncclick"}:
        return name
    above = [one for one in definition.view.top.get(head, ()) if one.is_callable]
    for outer in above:
        for own in outer.symbol.decorators:
            if own.name.rpartition(".")[2] in _GROUPS:
                prefix = _command(world, outer, own, Place(outer.view, outer.symbol.container, own.line), depth + 1)
                return f"{prefix} {name}" if prefix else name
    made = made_by(world, ("name", head), at)
    return name if made is not None and made.kind in {*_GROUPS, "AppGroup"} else ""
