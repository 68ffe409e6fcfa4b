"""ASP.NET controllers: route templates of class and action, verbs, tokens, areas, absolute templates, inherited ones, and conventional routes.

Templates as documented in "Routing to controller actions in ASP.NET Core"; tokens keep the spelling of the class and the method.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from chunkers.symbol import Decorator
from graph.definition import Definition
from graph.resolve.origin import argument
from graph.routes.annotations import hierarchy, place_at, short
from graph.routes.aspnet_conventions import conventional, conventions
from graph.routes.route import ANY, Family, Prefix, Route
from graph.world import World, at_name

_HTTP = {f"Http{verb.title()}": verb for verb in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")}
_TOKEN = re.compile(r"\[(\w+)\]")
_NOT_ACTIONS = frozenset({"override", "static", "abstract", "private", "protected", "internal"})


class _Template(NamedTuple):
    """A template as written, what it stands on, and its attribute."""

    text: str | None
    mark: Decorator
    at: Definition


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every controller class."""
    patterns: dict[str, list[str]] | None = None
    for holder in world.project.definitions:
        if holder.view.language != "csharp" or holder.view.test or holder.kind not in {"class", "record"}:
            continue
        if "abstract" in holder.symbol.modifiers or not _is_controller(world, holder):
            continue
        if patterns is None:
            patterns = conventions(world)
        yield from _controller(world, holder, patterns)


def _parts(world: World, holder: Definition) -> list[Definition]:
    """Return the declarations of a partial class."""
    first = world.project.by_id.get(holder.id, holder)
    return list(dict.fromkeys([first, holder, *world.project.merged.get(holder.id, ())]))


def _is_controller(world: World, holder: Definition) -> bool:
    if holder.name.endswith("Controller"):
        return True
    marks = {short(mark) for line in hierarchy(world, holder) for mark in line.symbol.decorators}
    return bool(marks & {"ApiController", "Controller"}) and "NonController" not in marks


def _controller(world: World, holder: Definition, patterns: dict[str, list[str]]) -> Iterator[Route]:
    lines = hierarchy(world, holder)
    above = _inherited(world, holder, lines)
    area = next(
        (_text(world, mark, one, 0) for one in lines for mark in one.symbol.decorators if short(mark) == "Area"), None
    )
    seen: set[tuple[str, int]] = set()
    for line in lines:
        for group in line.members.values():
            for method in group:
                shape = (method.name, len(method.symbol.parameters))
                if method.kind != "method" or shape in seen or not _is_action(method):
                    continue
                seen.add(shape)
                tokens = {"controller": holder.name.removesuffix("Controller"), "action": _action_name(world, method)}
                tokens |= {"area": area} if area else {}
                yield from _action(world, method, above, tokens, patterns)


def _is_action(method: Definition) -> bool:
    modifiers = set(method.symbol.modifiers)
    return (
        "public" in modifiers
        and not modifiers & _NOT_ACTIONS
        and not any(short(mark) == "NonAction" for mark in method.symbol.decorators)
    )


def _action_name(world: World, method: Definition) -> str:
    for mark in method.symbol.decorators:
        if short(mark) == "ActionName":
            return _text(world, mark, method, 0) or method.name
    return method.name.removesuffix("Async")


def _inherited(world: World, holder: Definition, lines: list[Definition]) -> list[_Template]:
    """Return the templates of the class, else those of the nearest base that has some."""
    for line in [*_parts(world, holder), *lines[1:]]:
        found = [
            _Template(_text(world, mark, line, 0), mark, line)
            for mark in line.symbol.decorators
            if short(mark) in {"Route", "RoutePrefix"}
        ]
        if found:
            return found
    return []


def _text(world: World, mark: Decorator, at: Definition, position: int) -> str | None:
    given = argument(mark.arguments, "template", position)
    return world.text(given, place_at(at, mark)) if given else ""


def _action(
    world: World, method: Definition, above: list[_Template], tokens: dict[str, str], patterns: dict[str, list[str]]
) -> Iterator[Route]:
    http = [(mark, _verbs(world, mark, method)) for mark in method.symbol.decorators]
    http = [(mark, verbs) for mark, verbs in http if verbs]
    said = [(verbs, _Template(text, mark, method)) for mark, verbs in http for text in [_template(world, mark, method)]]
    routed = [
        _Template(_text(world, mark, method, 0), mark, method)
        for mark in method.symbol.decorators
        if short(mark) == "Route"
    ]
    plain = [verb for verbs, template in said if template.text == "" for verb in verbs]
    selectors = [(verbs, template) for verbs, template in said if template.text != ""]
    selectors += [(plain or [verb for verbs, _ in said for verb in verbs] or [ANY], template) for template in routed]
    if plain and not routed:
        selectors += [(verbs, template) for verbs, template in said if template.text == ""]
    if not selectors and not above:
        yield from conventional(method, [verb for _, verbs in http for verb in verbs] or [ANY], tokens, patterns)
        return
    if not above and any(template.text == "" for _, template in selectors) and not routed:
        yield from conventional(method, plain, tokens, patterns)
        selectors = [one for one in selectors if one[1].text != ""]
        if not selectors:
            return
    chosen: list[tuple[list[str], _Template | None]] = [*selectors] or [([ANY], None)]
    for verbs, template in chosen:
        for full in _full(above, template, tokens):
            for verb in verbs:
                yield full.route(verb, "aspnet", method.view, method.symbol.declaration_line, method)


def _template(world: World, mark: Decorator, method: Definition) -> str | None:
    if short(mark) == "AcceptVerbs":
        given = argument(mark.arguments, "Route")
        return world.text(given, place_at(method, mark)) if given else ""
    return _text(world, mark, method, 0)


def _verbs(world: World, mark: Decorator, method: Definition) -> list[str]:
    if short(mark) == "AcceptVerbs":
        at = place_at(method, mark)
        texts = [text for one in mark.arguments if one.keyword is None for text in world.texts(one.value, at)]
        return [text.upper() for text in texts if text]
    return [_HTTP[short(mark)]] if short(mark) in _HTTP else []


def _full(above: list[_Template], template: _Template | None, tokens: dict[str, str]) -> Iterator[Prefix]:
    """Yield the full paths of one template: behind each of the class's, or alone when it is absolute."""
    text = template.text if template is not None else ""
    proof = (at_name(template.at.view.path, template.mark),) if template is not None else ()
    if text is not None and text.startswith(("/", "~/")):
        yield Prefix().then(_replaced(text.removeprefix("~"), tokens), proof)
        return
    classes: list[_Template | None] = [*above] or [None]
    for outer in classes:
        base = Prefix()
        if outer is not None:
            written = _replaced(outer.text, tokens)
            base = base.then(written and written.removeprefix("~"), (at_name(outer.at.view.path, outer.mark),))
        yield base.then(_replaced(text, tokens), proof)


def _replaced(text: str | None, tokens: dict[str, str]) -> str | None:
    """Return a template with its tokens filled in; None when one is not known."""
    if text is None or any(name not in tokens for name in _TOKEN.findall(text)):
        return None
    return _TOKEN.sub(lambda found: tokens[found.group(1)], text)


FAMILY = Family("aspnet", find)
