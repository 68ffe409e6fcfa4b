"""Conventional routes of ASP.NET: the patterns a project maps, filled with the controller and the action."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from graph.definition import Definition
from graph.routes.call_tree import call_tree
from graph.routes.route import Prefix, Route
from graph.world import World

_CONVENTION = re.compile(r"\{(controller|action|area)(?:[=:]\w+)?\}")
_DEFAULT = "{controller=Home}/{action=Index}/{id?}"
_MAPPING = {"MapControllerRoute": 1, "MapRoute": 1, "MapAreaControllerRoute": 2, "MapDefaultControllerRoute": None}


def conventions(world: World) -> dict[str, list[str]]:
    """Return the conventional patterns of each project, by the folder of its project file or of the mapping file."""
    found: dict[str, list[str]] = {}
    for view in world.project.views.values():
        if view.language != "csharp" or view.test or not any(one.name in _MAPPING for one in view.facts.references):
            continue
        for call in call_tree(view):
            if call.name not in _MAPPING:
                continue
            position = _MAPPING[call.name]
            given = call.argument("pattern") or call.argument("template") or call.argument("url", position)
            text = _DEFAULT if position is None else world.text(given, call.place)
            if text:
                found.setdefault(_project(world, view.path), []).append(text)
    return found


def _project(world: World, path: str) -> str:
    """Return the folder of the project a file belongs to."""
    folders = {posixpath.dirname(one) for one in world.results if one.endswith(".csproj")}
    folder = posixpath.dirname(path)
    while folder and folder not in folders:
        folder = posixpath.dirname(folder)
    return folder


def conventional(
    method: Definition, verbs: list[str], tokens: dict[str, str], patterns: dict[str, list[str]]
) -> Iterator[Route]:
    """Yield the routes that the patterns of an action's project give it."""
    for folder, texts in patterns.items():
        if folder and not method.view.path.startswith(f"{folder}/"):
            continue
        for text in texts:
            names = set(_CONVENTION.findall(text))
            if ("area" in names) != ("area" in tokens) or not names <= tokens.keys():
                continue
            path = _CONVENTION.sub(lambda found: tokens[found.group(1)], text)
            for verb in verbs:
                yield Prefix().then(path).route(verb, "aspnet", method.view, method.symbol.declaration_line, method)
