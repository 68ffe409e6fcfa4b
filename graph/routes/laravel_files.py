"""Route files of Laravel: which calls register routes, what the groups around them say, and under which prefix a file is loaded.

Takes the PHP files of a snapshot, answers for one call; knows no verb.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from chunkers.symbol import Expr
from graph.definition import FileView
from graph.model import Evidence
from graph.routes.call_tree import Call, call_tree
from graph.routes.route import Prefix
from graph.routes.script_routers import option
from graph.world import World, at_name

ATTRIBUTES = frozenset({"prefix", "controller", "namespace"})
_FACADE = frozenset(
    {"Route", "\\Route", "Illuminate\\Support\\Facades\\Route", "\\Illuminate\\Support\\Facades\\Route"}
)
_ROUTERS = frozenset({"$router", "$app", "$route", "$api"})
_FILE = re.compile(r"(?:^|/)routes/(?:[^/]+/)*[^/]+\.php$")
_LOADED = re.compile(r"([\w./-]+\.php)$")
_MOUNTED = frozenset({"group", "loadRoutesFrom"})
_DEPTH = 8
_GIVEN = {"web": "", "api": "api"}
"""Where the framework puts its two route files unless the application says otherwise (Laravel, "Routing: The Default Route Files")."""


class RouteFiles:
    """The route files of a snapshot."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._trees: dict[str, list[Call]] = {}
        self._after: dict[int, Call] = {}
        self._loads: dict[str, list[tuple[Call | None, FileView, str | None, tuple[Evidence, ...]]]] | None = None

    def views(self) -> list[FileView]:
        """Return the PHP files that register routes: those under `routes/`, and those that speak to the facade."""
        return [
            view
            for view in self._world.project.views.values()
            if view.language == "php"
            and not view.test
            and (_FILE.search(view.path) or any(one.receiver in _NAMES for one in view.facts.references))
        ]

    def tree(self, view: FileView) -> list[Call]:
        """Return the calls of a file."""
        found = self._trees.get(view.path)
        if found is None:
            found = self._trees[view.path] = call_tree(view)
            for call in found:
                if call.receiver is not None:
                    self._after.setdefault(id(call.receiver), call)
        return found

    def registers(self, call: Call) -> bool:
        """Tell whether a call stands on the facade, or on the router that a route file or a group is given."""
        root = call.chain()[0].site.receiver
        if root in _NAMES:
            return True
        if not root or root[0] not in {"name", "attr"} or root[-1] not in {*_ROUTERS, "router"}:
            return False
        return bool(_FILE.search(call.view.path)) or any(outer.name == "group" for outer in call.around())

    def after(self, call: Call, name: str) -> Call | None:
        """Return the call of `name` that follows in the chain."""
        current: Call | None = call
        for _ in range(16):
            current = self._after.get(id(current)) if current is not None else None
            if current is None or current.name == name:
                return current
        return None

    def said_after(self, call: Call, name: str) -> bool:
        """Tell whether a call of `name` follows in the chain."""
        return self.after(call, name) is not None

    def attributes(self, call: Call) -> dict[str, list[tuple[Expr, Call]]]:
        """Return what the chain before a call and the groups around it say of prefix, controller and namespace, outermost first."""
        found: dict[str, list[tuple[Expr, Call]]] = {name: [] for name in ATTRIBUTES}
        holders = [outer for outer in call.around() if outer.name == "group" and self.registers(outer)]
        for holder in [*reversed(holders), call]:
            if holder.name == "group":
                for name in ATTRIBUTES:
                    given = option(holder.argument("attributes", 0), name)
                    if given:
                        found[name].append((given, holder))
            for step in holder.chain()[:-1]:
                if step.name in ATTRIBUTES and step.site.arguments:
                    found[step.name].append((step.site.arguments[0].value, step))
        return found

    def prefixes(self, call: Call) -> list[Prefix]:
        """Return the full prefixes of a registration: those of its file, then those of its groups."""
        return [self._within(base, call) for base in self._of_file(call.view, 0)]

    def _within(self, base: Prefix, call: Call) -> Prefix:
        for given, step in self.attributes(call)["prefix"]:
            base = base.then(self._world.text(given, step.place), (at_name(step.view.path, step.site),))
        return base

    def _of_file(self, view: FileView, depth: int) -> list[Prefix]:
        found = []
        for call, source, text, proof in self._loaded().get(view.path, ()):
            if source.path == view.path or depth > _DEPTH:
                continue
            outer = self._of_file(source, depth + 1) if _FILE.search(source.path) else [Prefix()]
            for base in outer:
                inside = self._within(base, call) if call is not None else base
                found.append(inside.then(text, proof))
        if found:
            return found
        if not _FILE.search(view.path):
            return [Prefix()]
        given = _GIVEN.get(posixpath.basename(view.path).removesuffix(".php"))
        return [Prefix().then(given)]

    def _loaded(self) -> dict[str, list[tuple[Call | None, FileView, str | None, tuple[Evidence, ...]]]]:
        """Return who loads each file: the group or call around, its file, and a prefix that loading adds."""
        if self._loads is None:
            self._loads = {}
            for view in self._world.project.views.values():
                if view.language == "php" and not view.test:
                    for path, call, text in self._loads_of(view):
                        proof = (at_name(view.path, call.site),) if call is not None and text else ()
                        self._loads.setdefault(path, []).append((call, view, text, proof))
        return self._loads

    def _loads_of(self, view: FileView) -> Iterator[tuple[str, Call | None, str | None]]:
        tree = self.tree(view) if any(one.name in {"withRouting", *_MOUNTED} for one in view.facts.references) else []
        for call in tree:
            if call.name == "withRouting":
                yield from self._configured(view, call)
            elif call.name == "loadRoutesFrom" or (call.name == "group" and self.registers(call)):
                for written in self._files(call):
                    path = self._path(view, written)
                    if path:
                        yield path, call, ""
        for item in view.facts.imports:
            path = self._path(view, item.module) if item.kind == "include" and _LOADED.search(item.module) else None
            if path and _FILE.search(path):
                around = [
                    call
                    for call in self.tree(view)
                    if call.name == "group" and call.site.line <= item.line <= (call.site.end_line or call.site.line)
                ]
                yield path, _inside(around[-1]) if around else None, ""

    def _configured(self, view: FileView, call: Call) -> Iterator[tuple[str, Call | None, str | None]]:
        """Yield what `withRouting(web: .., api: .., apiPrefix: ..)` loads."""
        for keyword in ("web", "api"):
            for written in _texts(call.argument(keyword)):
                path = self._path(view, written)
                given = call.argument("apiPrefix") if keyword == "api" else None
                text = self._world.text(given, call.place) if given else _GIVEN[keyword]
                if path:
                    yield path, call, text

    def _files(self, call: Call) -> Iterator[str]:
        for one in call.site.arguments:
            yield from _texts(one.value)
        for inner in call.inner:
            if inner.name in {"base_path", "module_path", "app_path"}:
                yield from (text for one in inner.site.arguments for text in _texts(one.value))

    def _path(self, view: FileView, written: str) -> str | None:
        """Return the file of the snapshot that a written path names: beside the file, or below the root of its project."""
        folder = posixpath.dirname(view.path)
        relative = posixpath.normpath(posixpath.join(folder, written.lstrip("/")))
        if relative in self._world.project.views:
            return relative
        while True:
            tried = posixpath.normpath(posixpath.join(folder, written.lstrip("/")))
            if tried in self._world.project.views:
                return tried
            if not folder:
                return None
            folder = posixpath.dirname(folder)


def _inside(group: Call) -> Call:
    """Return a call that stands inside `group`: its first one, or a copy of the group held by itself when it is empty."""
    return group.inner[0] if group.inner else Call(group.site, group.view, group, None)


def _texts(expr: Expr | None) -> list[str]:
    """Return the paths of route files in an expression: `'x.php'`, `__DIR__.'/x.php'`, a list of them."""
    if not expr:
        return []
    if expr[0] == "str":
        return [str(expr[1])] if _LOADED.search(str(expr[1])) else []
    if expr[0] in {"binary", "list"}:
        return [text for part in expr[1:] if isinstance(part, tuple) for text in _texts(part)]
    return []


_NAMES = frozenset(("name", name) for name in _FACADE)
