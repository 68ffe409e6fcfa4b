"""Routers that hang on routers: each registration gives a child a prefix; several give it several full prefixes.

Takes routers and mounts by variable identity, gives every full prefix of a router. Knows no framework; refuses to follow a cycle.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from graph.model import Evidence
from graph.routes.paths import UNKNOWN_PREFIX
from graph.routes.route import Key, Prefix

_FAN = 32
_DEPTH = 12


@dataclass(slots=True)
class Mounts:
    """The routers of one framework family. `roots` are applications: their prefix is complete."""

    roots: set[Key] = field(default_factory=set)
    own: dict[Key, tuple[str | None, tuple[Evidence, ...]]] = field(default_factory=dict)
    above: defaultdict[Key, list[tuple[Key, str | None, tuple[Evidence, ...]]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def router(self, key: Key, *, root: bool, prefix: str | None = "", evidence: tuple[Evidence, ...] = ()) -> None:
        """Enter a router; `prefix` is the one it is made with, None when it cannot be read."""
        if root:
            self.roots.add(key)
        self.own.setdefault(key, (prefix, evidence))

    def mount(self, parent: Key, child: Key, prefix: str | None, evidence: tuple[Evidence, ...]) -> None:
        """Enter that `parent` serves `child` below `prefix`."""
        self.above[child].append((parent, prefix, evidence))

    def prefixes(self, key: Key) -> list[Prefix]:
        """Return every full prefix of a router, at most 32; one that no application serves is partial."""
        return self._of(key, frozenset(), 0)[:_FAN]

    def _of(self, key: Key, seen: frozenset[Key], depth: int) -> list[Prefix]:
        text, evidence = self.own.get(key, ("", ()))
        if key in seen or depth > _DEPTH:
            return []
        mounted = self.above.get(key, [])
        found: list[Prefix] = [Prefix(root=key).then(text, evidence)] if key in self.roots and not mounted else []
        for parent, prefix, proof in mounted:
            for outer in self._of(parent, seen | {key}, depth + 1):
                found.append(outer.then(prefix, proof).then(text, evidence))
                if len(found) >= _FAN:
                    return found
        if not found and not seen & {key}:
            found.append(Prefix(UNKNOWN_PREFIX, (), partial=True).then(text, evidence))
        return found
