"""Router values of Go web frameworks: what a receiver is, through variables, groups, closures, fields and functions that take a router.

Knows how routers are made, grouped and handed on; registers nothing. A receiver that cannot be traced is no router.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from chunkers.symbol import Binding, Expr, Reference
from graph.definition import Definition, FileView
from graph.model import Evidence
from graph.resolve.origin import Origin
from graph.resolve.values import Place
from graph.routes.mounts import Mounts
from graph.routes.route import Key, Prefix
from graph.world import World, at_name, place_of

_MODULES = {
    "go-chi/chi": "chi",
    "gin-gonic/gin": "gin",
    "labstack/echo": "echo",
    "gofiber/fiber": "fiber",
    "gorilla/mux": "gorilla",
    "net/http": "net/http",
}
_MAKERS = {
    "chi": {"NewRouter", "NewMux"},
    "gin": {"Default", "New"},
    "echo": {"New"},
    "fiber": {"New"},
    "gorilla": {"NewRouter"},
    "net/http": {"NewServeMux"},
}
_TYPES = {
    "chi": {"Router", "Mux"},
    "gin": {"Engine", "RouterGroup", "IRouter", "IRoutes"},
    "echo": {"Echo", "Group"},
    "fiber": {"App", "Router"},
    "gorilla": {"Router"},
    "net/http": {"ServeMux"},
}
_ROOT_TYPES = frozenset({"Engine", "Echo", "App", "ServeMux", "Mux"})
_SAME = frozenset({"With", "Use", "StrictSlash", "Subrouter", "Host", "Schemes", "Headers", "Queries"})
_GROUPS = frozenset({"Group", "Route", "PathPrefix"})
_HOPS = 8


def framework_of(dotted: str) -> str | None:
    """Return the framework an external name belongs to."""
    return next((name for module, name in _MODULES.items() if module in dotted), None)


@dataclass(slots=True)
class GoRouters:
    """The routers of a snapshot's Go files, traced on demand."""

    world: World
    mounts: Mounts = field(default_factory=Mounts)
    frameworks: dict[Key, str] = field(default_factory=dict)
    _callers: dict[str, list[tuple[Reference, FileView]]] | None = None
    _open: set[Key] = field(default_factory=set)

    def key_of(self, expr: Expr, at: Place, hops: int = 0) -> Key | None:
        """Return the router an expression holds, its mounts entered."""
        if not expr or hops > _HOPS:
            return None
        if expr[0] == "call":
            return self._of_call(expr, at, hops)
        if expr[0] == "name" and expr[1] == "http" and self._is_package(at):
            return self._enter(("", "", "http.DefaultServeMux"), "net/http", root=True)
        found = self.world.origin(expr, at)
        if found is not None:
            return self._of_binding(found, hops)
        return self._of_field(expr, at)

    def _is_package(self, at: Place) -> bool:
        value = self.world.engine(at.view).value(("name", "http"), at)
        return value is not None and value.form == "external" and value.name == "net/http"

    def _enter(self, key: Key, framework: str, *, root: bool) -> Key:
        self.frameworks.setdefault(key, framework)
        self.mounts.router(key, root=root)
        return key

    def _of_call(self, expr: Expr, at: Place, hops: int) -> Key | None:
        inner = expr[1] if isinstance(expr[1], tuple) else ()
        if not inner or inner[0] != "attr" or not isinstance(inner[1], tuple):
            return None
        name = str(inner[2])
        if name in _SAME:
            return self.key_of(inner[1], at, hops + 1)
        site = _site(at, name)
        if name in _GROUPS:
            parent = self.key_of(inner[1], at, hops + 1)
            return (
                self._child(parent, site, at, (at.view.path, at.scope, f"<{name}:{site.line}:{site.column}>"))
                if parent and site
                else None
            )
        framework = self._made(inner, at)
        return self._enter((at.view.path, at.scope, f"<{name}:{at.line}>"), framework, root=True) if framework else None

    def _made(self, callee: Expr, at: Place) -> str | None:
        value = self.world.engine(at.view).value(callee, at)
        if value is None or value.form != "external":
            return None
        framework = framework_of(value.name)
        return framework if framework and value.name.rpartition(".")[2] in _MAKERS[framework] else None

    def _child(self, parent: Key | None, site: Reference | None, at: Place, key: Key) -> Key | None:
        if parent is None or site is None:
            return None
        first = site.arguments[0].value if site.arguments else ()
        text = self.world.text(first, at) if first and first[0] != "lambda" else ""
        self.frameworks.setdefault(key, self.frameworks[parent])
        entry = (parent, text, (at_name(at.view.path, site),))
        if key != parent and entry not in self.mounts.above[key]:
            self.mounts.above[key].append(entry)
        self.mounts.router(key, root=False)
        return key

    def _of_binding(self, found: Origin, hops: int) -> Key | None:
        binding, view = found
        key = (view.path, binding.scope, f"{binding.name}@{binding.line}:{binding.column}")
        if key in self.frameworks or key in self._open:
            return key if key in self.frameworks else None
        self._open.add(key)
        place = Place(view, binding.scope, binding.line, 1 << 20)
        if binding.how == "param":
            return self._of_parameter(binding, view, key)
        value = binding.value
        while value and value[0] in {"cast", "inner"} and len(value) > 1 and isinstance(value[1], tuple):
            value = value[1]
        if value and value[0] == "call" and isinstance(value[1], tuple):
            framework = self._made(value[1], place) if value[1][0] == "attr" else None
            if framework:
                return self._enter(key, framework, root=True)
        inner = (
            self.key_of(
                value,
                Place(
                    view,
                    binding.scope,
                    binding.line,
                    (binding.column or 1) - 1 if value and value[0] == "name" else 1 << 20,
                ),
                hops + 1,
            )
            if value
            else None
        )
        if inner is None:
            return self._typed(binding.type, view, key)
        if inner[2].startswith("<"):
            self.mounts.mount(inner, key, "", ())
            return self._enter(key, self.frameworks[inner], root=False)
        return inner

    def _typed(self, text: str | None, view: FileView, key: Key) -> Key | None:
        value = self.world.engine(view).type_value(text, view, "") if text else None
        framework = framework_of(value.name) if value is not None and value.form == "external" else None
        kind = value.name.rpartition(".")[2] if value is not None else ""
        if framework is None or kind not in _TYPES[framework]:
            return None
        return self._enter(key, framework, root=kind in _ROOT_TYPES and not self.mounts.above.get(key))

    def _of_parameter(self, binding: Binding, view: FileView, key: Key) -> Key | None:
        """Return the router that a parameter is: of the closure given to Route or Group, else what callers of the function pass."""
        for name in ("Route", "Group"):
            for line in range(binding.line, max(0, binding.line - 3), -1):
                for site in view.calls_at.get((name, line), ()):
                    closes = (binding.end_line or 0) <= (site.end_line or site.line) and (site.line, site.column) < (
                        binding.line,
                        binding.column or 0,
                    )
                    if closes and site.receiver and any(one.value[:1] == ("lambda",) for one in site.arguments):
                        at = place_of(view, site)
                        return self._child(self.key_of(site.receiver, at), site, at, key)
        typed = self._typed(binding.type, view, key)
        if typed is None:
            return None
        holder = view.defs.get(binding.scope)
        for parent, proof in self._passed(holder, binding.name) if holder is not None else ():
            if parent != key:
                self.mounts.roots.discard(key)
                self.mounts.mount(parent, key, "", (proof,))
        return key

    def _passed(self, holder: Definition, name: str) -> Iterator[tuple[Key, Evidence]]:
        position = next((at for at, one in enumerate(holder.symbol.parameters) if one.name == name), None)
        if position is None:
            return
        for site, view in self._callers_of(holder):
            if position < len(site.arguments):
                passed = self.key_of(site.arguments[position].value, inside(view, site))
                if passed is not None:
                    yield passed, at_name(view.path, site)

    def _callers_of(self, holder: Definition) -> list[tuple[Reference, FileView]]:
        if self._callers is None:
            self._callers = {}
            for source, sites in self.world.answers.items():
                definition = self.world.project.by_id.get(source)
                view = (
                    definition.view
                    if definition is not None
                    else self.world.project.views.get(source.removeprefix("file:"))
                )
                for site, answer in sites if view is not None and view.language == "go" and not view.test else ():
                    for target, _, _ in answer.targets:
                        self._callers.setdefault(target.id, []).append((site, view))  # type: ignore[arg-type]  # the condition above
        return self._callers.get(holder.id, [])

    def _of_field(self, expr: Expr, at: Place) -> Key | None:
        """Return the router a struct field holds, by its declared type."""
        if expr[0] != "attr" or not isinstance(expr[1], tuple):
            return None
        holder = self.world.engine(at.view).value(expr[1], at)
        if holder is None or holder.target is None:
            return None
        for one in holder.target.members.get(str(expr[2]), ()):
            return self._typed(one.symbol.type, one.view, (one.view.path, holder.target.symbol.qualified, one.name))
        return None

    def prefixes(self, key: Key) -> list[Prefix]:
        """Return the full prefixes of a router."""
        return self.mounts.prefixes(key)


def inside(view: FileView, site: Reference) -> Place:
    """Return the place at the end of a call: where its arguments have been written."""
    return Place(view, site.scope, site.end_line or site.line, 1 << 20)


def _site(at: Place, name: str) -> Reference | None:
    """Return the call of `name` nearest above a place in the text."""
    for line in range(at.line, max(0, at.line - 12), -1):
        found = [
            one for one in at.view.calls_at.get((name, line), ()) if (one.line, one.column) <= (at.line, at.column)
        ]
        if found:
            return found[-1]
    return None
