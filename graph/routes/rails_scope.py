"""What a block of a Rails route file hands down to the calls inside it: path, module, controller, the places of a resource.

Takes a call and the scope around it, gives the scope inside; yields no route.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from chunkers.symbol import Expr
from graph.routes.call_tree import Call
from graph.routes.route import Prefix
from graph.world import World, at_name

_OPTIONAL = re.compile(r"[()]")
_FORMAT = re.compile(r"\(\.:format\)$")


@dataclass(frozen=True, slots=True)
class Scope:
    """What a block hands down. `path` is where plain routes hang, `bare` the path without any parent resource, `member` the place of one object."""

    path: Prefix
    bare: Prefix
    module: tuple[str, ...] = ()
    controller: str | None = None
    collection: Prefix | None = None
    member: Prefix | None = None
    shallow: bool = False


def scoped(world: World, call: Call, scope: Scope) -> Scope:
    """Return what a namespace, scope, member or collection block hands down."""
    proof = (at_name(call.view.path, call.site),)
    if call.name in {"member", "collection"}:
        place = scope.member if call.name == "member" else scope.collection
        return replace(scope, path=place or scope.path)
    if call.name == "new":
        return replace(scope, path=(scope.collection or scope.path).then("new"))
    if call.name in {"shallow", "nested"}:
        return replace(scope, shallow=scope.shallow or call.name == "shallow")
    first = world.text(call.argument("", 0), call.place)
    if call.name == "controller":
        return replace(scope, controller=first)
    given = call.argument("path") or call.argument("", 0)
    text = place_text(world, call, given)
    module = world.text(call.argument("module"), call.place) or (first if call.name == "namespace" else None)
    return replace(
        scope,
        path=scope.path.then(plain(text), proof),
        bare=scope.bare.then(plain(text), proof),
        module=(*scope.module, *(module.strip("/").split("/") if module else ())),
        controller=world.text(call.argument("controller"), call.place) or scope.controller,
        shallow=scope.shallow or call.argument("shallow") == ("lit", "bool"),
    )


def place_text(world: World, call: Call, given: Expr | None) -> str | None:
    """Return the text of a path option: "" for none and for `nil`, a list joined, None when it cannot be read."""
    if given is None or given == ("lit", "null"):
        return ""
    pieces = world.texts(given, call.place)
    return "/".join(piece or "" for piece in pieces) if None not in pieces else None


def plain(text: str | None) -> str | None:
    """Return a Rails path without the marks of optional parts: what they hold stays, the format goes."""
    return None if text is None else _OPTIONAL.sub("", _FORMAT.sub("", text))
