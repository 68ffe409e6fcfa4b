"""The calls of a file as they nest and chain in the text: what stands inside whose arguments or block, and what is called on whose result.

Takes the references of a file, gives `Call`s in the order of the text; knows positions and no framework. Routing languages written as calls
(route files of Rails and Laravel, builders of ASP.NET, Axum, Actix and Spring) are read from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from chunkers.symbol import Expr, Reference
from graph.definition import FileView
from graph.resolve.origin import argument
from graph.resolve.values import Place

_KINDS = frozenset({"call", "new", "value"})
_WRAPPERS = frozenset({"await", "inner", "cast", "index"})
_LONGEST = 256


@dataclass(slots=True, eq=False)
class Call:
    """A call site with its surroundings. `outer` is the call around it, `receiver` the one on whose result it is called, `inner` what it holds."""

    site: Reference
    view: FileView
    outer: Call | None = None
    receiver: Call | None = None
    inner: list[Call] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Return the name that is called."""
        return self.site.name

    @property
    def place(self) -> Place:
        """Return where it stands."""
        return Place(self.view, self.site.scope, self.site.line, self.site.column)

    def argument(self, keyword: str, position: int | None = None) -> Expr | None:
        """Return the argument called `keyword`, else the one at `position` among the positional ones."""
        return argument(self.site, keyword, position)

    def chain(self) -> list[Call]:
        """Return the calls from the root of the chain to this one."""
        found = [self]
        while found[-1].receiver is not None and len(found) < _LONGEST:
            found.append(found[-1].receiver)
        return found[::-1]

    def around(self) -> Iterator[Call]:
        """Yield the calls that hold this one, innermost first."""
        current = self.outer
        while current is not None:
            yield current
            current = current.outer


def call_tree(view: FileView, *, reads: bool = False) -> list[Call]:
    """Return the calls, instantiations and callables passed as values of a file in the order of the text, on demand reads of members too."""
    found: list[Call] = []
    open_: list[Call] = []
    latest: dict[int, Call] = {}
    kinds = _KINDS | {"read"} if reads else _KINDS
    sites = [one for one in view.facts.references if one.kind in kinds]
    for site in sorted(sites, key=lambda one: (one.line, one.column)):
        while open_ and _end(open_[-1].site) <= (site.line, site.column):
            closed = open_.pop()
            latest[id(closed.outer)] = closed
        call = Call(site, view, open_[-1] if open_ else None)
        before = latest.get(id(call.outer))
        if before is not None and site.receiver and _made_by(site.receiver) == before.name:
            call.receiver = before
        if call.outer is not None:
            call.outer.inner.append(call)
        found.append(call)
        open_.append(call)
    return found


def _end(site: Reference) -> tuple[int, int]:
    if site.close_column is None:
        return site.line, site.end_column
    return site.end_line or site.line, site.close_column


def _made_by(receiver: Expr) -> str | None:
    """Return the name called last in a receiver, None when it is no call."""
    for _ in range(_LONGEST):
        if receiver and receiver[0] in _WRAPPERS and len(receiver) > 1 and isinstance(receiver[1], tuple):
            receiver = receiver[1]
            continue
        break
    if not receiver or receiver[0] not in {"call", "new"}:
        return None
    callee = receiver[1]
    if isinstance(callee, tuple):
        return str(callee[-1]) if callee and callee[0] in {"name", "attr"} else None
    return str(callee).split("<")[0].rsplit(".", 1)[-1]
