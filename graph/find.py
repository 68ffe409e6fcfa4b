"""Names as people write them -> node ids: `symbol:OrderService.createOrder`, `OrderService`, `adr:012`, `POST /orders`, `src/a.py`.

Takes the finished nodes, answers with every candidate; the caller decides that one is unique. Never guesses among several.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from graph import ids
from graph.model import Node
from graph.routes.paths import normalised

_TYPES = frozenset(
    {"class", "interface", "enum", "record", "struct", "trait", "annotation_type", "type_alias", "object"}
)
_KINDS = {
    "class": _TYPES,
    "type": _TYPES,
    "method": frozenset({"method", "constructor"}),
    "function": frozenset({"function", "method"}),
}
_CODE = ("symbol:", "test_case:")
_ADR_NUMBER = re.compile(r"^0*(\d+)")
_ROUTE = re.compile(r"^([A-Z]+):?\s*(/.*|\{\?\}.*)$")


class Finder:
    """Looks up nodes by written names."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._nodes: dict[str, Node] = {}
        self._tails: defaultdict[str, list[str]] = defaultdict(list)
        self._adrs: defaultdict[str, list[str]] = defaultdict(list)
        self._contracts: defaultdict[str, list[str]] = defaultdict(list)
        self._routes: defaultdict[str, list[str]] = defaultdict(list)
        for node in nodes:
            self._nodes[node.id] = node
            prefix, _, rest = node.id.partition(":")
            if prefix in {"symbol", "test_case"}:
                self._tails[_tail(_bare(rest))].append(node.id)
            elif prefix == "module":
                self._tails[_tail(rest)].append(node.id)
            elif prefix == "route":
                self._routes[rest.rpartition("!")[2]].append(node.id)
            elif prefix == "adr":
                number = _ADR_NUMBER.match(re.sub(r"^adr-?", "", rest.rsplit("/", 1)[-1], flags=re.IGNORECASE))
                if number:
                    self._adrs[number.group(1)].append(node.id)
            elif prefix in {"api_operation", "schema"}:
                self._contracts[f"{prefix}:{rest.rpartition('#')[2]}"].append(node.id)

    def find(self, name: str) -> list[str]:
        """Return the ids of all nodes that `name` may mean, sorted; one means it is unique, several that it is ambiguous."""
        text = name.strip()
        if text in self._nodes:
            return [text]
        prefix, _, rest = text.partition(":")
        if rest and prefix in _KINDS:
            return self._symbols(rest, _KINDS[prefix])
        if prefix in {"symbol", "test_case"} and rest:
            return [one for one in self._symbols(rest, None) if one.startswith(f"{prefix}:") or prefix == "symbol"]
        if prefix == "module" and rest:
            return sorted(
                one for one in self._tails.get(_tail(rest), ()) if one.startswith("module:") and _ends(one[7:], rest)
            )
        if prefix == "adr" and rest.strip().isdigit():
            return sorted(self._adrs.get(str(int(rest)), ()))
        if prefix == "route":
            return self._plain(rest)
        if prefix in {"api_operation", "schema"}:
            return sorted(self._contracts.get(text, ()))
        return self._plain(text)

    def _plain(self, text: str) -> list[str]:
        route = _ROUTE.match(text)
        if route:
            return sorted(self._routes.get(f"{route.group(1)} {normalised(route.group(2))}", ()))
        for prefix in ("file", "config", "env", "table", "rpc", "message", "graphql"):
            if f"{prefix}:{text}" in self._nodes:
                return [f"{prefix}:{text}"]
        found = self._symbols(text, None)
        return found or sorted(
            one for one in self._tails.get(_tail(text), ()) if one.startswith("module:") and _ends(one[7:], text)
        )

    def _symbols(self, written: str, kinds: frozenset[str] | None) -> list[str]:
        exact = written if "(" in written else None
        wanted = _bare(written).replace("#", ".").replace("::", ".")
        found = [
            one
            for one in self._tails.get(_tail(wanted), ())
            if one.startswith(_CODE)
            and _ends(_bare(one.partition(":")[2]), wanted)
            and (kinds is None or self._nodes[one].kind in kinds)
        ]
        if exact and "()" not in exact:
            found = [one for one in found if one.replace(" ", "").endswith(exact.replace(" ", ""))]
        return sorted(self._preferred(found))

    def _preferred(self, found: list[str]) -> list[str]:
        """Return the type when only its constructors share the name."""
        types = [one for one in found if self._nodes[one].kind in _TYPES]
        if len(types) == 1 and all(one == types[0] or _bare(one).startswith(_bare(types[0]) + ".") for one in found):
            return types
        return found


def _bare(name: str) -> str:
    return ids.without_parameters(name).replace("!", ".").replace("::", ".")


def _tail(name: str) -> str:
    return name.rpartition(".")[2].rpartition("/")[2]


def _ends(full: str, wanted: str) -> bool:
    if full == wanted:
        return True
    return full.endswith((f".{wanted}", f"/{wanted}"))
