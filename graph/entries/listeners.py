"""Message listeners: annotations of Spring, Quarkus, Micronaut and NestJS, decorators of Python brokers; each destination is an entry point."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Argument, Decorator, Expr
from graph.definition import Definition
from graph.entries.entry import Entry, EntryFamily
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.annotations import JVM
from graph.routes.script_routers import option
from graph.world import World, at_name

_JVM: dict[str, tuple[str, ...]] = {
    "KafkaListener": ("topics", "topicPattern"),
    "RabbitListener": ("queues", "queuesToDeclare"),
    "JmsListener": ("destination",),
    "SqsListener": ("queueNames", "value"),
    "StreamListener": ("value", "target"),
    "Incoming": ("value",),
    "Topic": ("value",),
    "PulsarListener": ("topics",),
    "RabbitHandler": (),
}
_EVENTS = frozenset({"EventListener", "TransactionalEventListener", "ApplicationModuleListener"})
_SCRIPT = frozenset(
    {"MessagePattern", "EventPattern", "OnEvent", "SubscribeMessage", "RabbitSubscribe", "SqsMessageHandler"}
)
_PYTHON = frozenset({"subscriber", "agent", "on_message", "subscribe"})
_PYTHON_HOMES = ("faststream", "faust", "propan", "nats", "aiokafka", "dapr")
_NESTED = {"RabbitListener": "Queue"}


def find(world: World) -> Iterator[Entry]:
    """Yield the listeners of every definition."""
    for definition in world.project.marked:
        if definition.view.test or not definition.is_callable:
            continue
        for mark in definition.symbol.decorators:
            for name in dict.fromkeys(_names(world, definition, mark)):
                yield Entry(
                    "listener", name, definition.view, mark.line, at_name(definition.view.path, mark), definition.id
                )


def _names(world: World, definition: Definition, mark: Decorator) -> Iterator[str]:
    last = mark.name.rpartition(".")[2]
    at = Place(definition.view, definition.symbol.container, mark.line)
    language = definition.view.language
    if language in JVM and last in _JVM:
        yield from _destinations(world, definition, mark, at)
    elif language in JVM and last in _EVENTS:
        yield from _events(mark, definition)
    elif language in {"typescript", "tsx", "javascript"} and last in _SCRIPT:
        yield from _patterns(world, mark, at)
    elif language in {"typescript", "tsx", "javascript"} and last == "Process" and definition.parent is not None:
        yield from _jobs(world, definition, mark, at)
    elif language == "python" and last in _PYTHON and _speaks(definition):
        yield from (text for one in mark.arguments[:1] for text in world.texts(one.value, at) if text)


def _destinations(world: World, definition: Definition, mark: Decorator, at: Place) -> Iterator[str]:
    keys = _JVM[mark.name.rpartition(".")[2]]
    given = next((found for key in keys if (found := argument(mark.arguments, key))), None)
    given = given or argument(mark.arguments, "value", 0)
    if given:
        yield from (text for text in world.texts(given, at) if text)
        return
    nested = _NESTED.get(mark.name.rpartition(".")[2])  # @RabbitListener(bindings = @QueueBinding(value = @Queue("q")))
    for reference in definition.view.facts.references:
        if (
            nested
            and reference.name == nested
            and reference.kind == "annotation"
            and _within(reference.line, mark, definition)
        ):
            name = world.text(argument(reference, "name") or argument(reference, "value", 0), at)
            if name:
                yield name


def _within(line: int, mark: Decorator, definition: Definition) -> bool:
    return mark.line <= line <= definition.symbol.declaration_line


def _events(mark: Decorator, definition: Definition) -> Iterator[str]:
    """Yield the event types: those of the annotation, else that of the only parameter."""
    classes = [one for given in _given(mark.arguments) for one in given if one[0] == "attr" and one[2] == "class"]
    yield from (str(one[1][-1]) for one in classes if isinstance(one[1], tuple))
    parameters = definition.symbol.parameters
    if not classes and len(parameters) == 1 and parameters[0].type:
        yield parameters[0].type.split("<")[0].rpartition(".")[2]


def _given(arguments: tuple[Argument, ...]) -> Iterator[list[Expr]]:
    for one in arguments:
        if one.keyword in {None, "value", "classes"} and one.value:
            yield [item for item in one.value[1:] if isinstance(item, tuple)] if one.value[0] == "list" else [one.value]


def _patterns(world: World, mark: Decorator, at: Place) -> Iterator[str]:
    given = mark.arguments[0].value if mark.arguments else ()
    if given and given[0] == "dict":
        named = next((found for key in ("cmd", "queue", "routingKey", "event") if (found := option(given, key))), None)
        text = world.text(named, at)
        if text:
            yield text
        return
    yield from (text for text in world.texts(given, at) if text)


def _jobs(world: World, definition: Definition, mark: Decorator, at: Place) -> Iterator[str]:
    """Yield `queue:job` of a job processor (NestJS with Bull)."""
    for own in definition.parent.symbol.decorators if definition.parent is not None else ():
        if own.name.rpartition(".")[2] == "Processor":
            queue = world.text(argument(own.arguments, "name", 0), at)
            job = world.text(argument(mark.arguments, "name", 0), at)
            if queue:
                yield f"{queue}:{job}" if job else queue


def _speaks(definition: Definition) -> bool:
    return any(item.module.split(".")[0] in _PYTHON_HOMES for item in definition.view.facts.imports)


FAMILY = EntryFamily("listeners", find)
