"""How true the call edges are: precision and recall against a truth of call sites, per rule and per confidence band, with the Brier score.

Takes tables and a truth in the form `graph-truth-calls/1`; a site is judged when the truth knows where it leads, inside or outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graph.model import GraphTables

Site = tuple[str, int, int]
"""Path, line (1-based) and column (0-based) of the callee's name."""
Place = tuple[str, int]
_SLACK = 3
_KINDS = ("INSTANTIATES", "CALLS")


@dataclass(frozen=True, slots=True)
class Tally:
    """Right edges among those judged."""

    right: int = 0
    judged: int = 0

    @property
    def precision(self) -> float:
        """Return the share of right edges, 1.0 for none."""
        return self.right / self.judged if self.judged else 1.0

    def plus(self, *, right: bool) -> Tally:
        """Return the tally with one more edge."""
        return Tally(self.right + right, self.judged + 1)


@dataclass(frozen=True, slots=True)
class Score:
    """The judgement: edges overall, by rule, by confidence (two decimals); sites hit; in-repository edges at external sites."""

    edges: Tally
    sites: int
    hit: int
    external: int
    strayed: int
    brier: float
    by_rule: Mapping[str, Tally] = field(default_factory=dict)
    by_band: Mapping[float, Tally] = field(default_factory=dict)

    @property
    def recall(self) -> float:
        """Return the share of in-repository sites that some edge leads to the right place."""
        return self.hit / self.sites if self.sites else 1.0


@dataclass(frozen=True, slots=True)
class Truth:
    """Where call sites lead: places inside, by site, and the sites that leave the repository."""

    inside: Mapping[Site, frozenset[Place]]
    outside: frozenset[Site]


def read_truth(data: Mapping[str, Any], prefixes: Iterable[str] = ("",), exclude: str = "") -> Truth:
    """Return the truth of a `graph-truth-calls/1` object, kept to files that start with one of `prefixes` and do not contain `exclude`.

    Raises:
        ValueError: the object has another format.
    """
    if data.get("format") != "graph-truth-calls/1":
        raise ValueError(f"a truth of format graph-truth-calls/1 is needed, this is {data.get('format')!r}")
    starts = tuple(prefixes)
    files = data["files"]

    def kept(path: str) -> bool:
        return path.startswith(starts) and not (exclude and exclude in path)

    inside: dict[Site, set[Place]] = {}
    for row in data["calls"]:
        if kept(files[row[0]]):
            inside.setdefault((files[row[0]], row[1], row[2]), set()).add((files[row[3]], row[4]))
    outside = {(files[row[0]], row[1], row[2]) for row in data["external"] if kept(files[row[0]])} - set(inside)
    return Truth({site: frozenset(places) for site, places in inside.items()}, frozenset(outside))


def score(tables: GraphTables, truth: Truth, minimum: float = 0.0) -> Score:
    """Judge the CALLS and INSTANTIATES edges of `tables` with at least `minimum` confidence."""
    edges = Tally()
    rules: dict[str, Tally] = {}
    bands: dict[float, Tally] = {}
    hit: set[Site] = set()
    strayed, error = 0, 0.0
    for site, place, confidence, rule in _predicted(tables, minimum):
        if site not in truth.inside and site not in truth.outside:
            continue
        right = any(place[0] == path and abs(place[1] - line) <= _SLACK for path, line in truth.inside.get(site, ()))
        edges = edges.plus(right=right)
        rules[rule] = rules.get(rule, Tally()).plus(right=right)
        band = round(confidence, 2)
        bands[band] = bands.get(band, Tally()).plus(right=right)
        error += (confidence - right) ** 2
        strayed += site in truth.outside
        if right:
            hit.add(site)
    return Score(
        edges,
        len(truth.inside),
        len(hit),
        len(truth.outside),
        strayed,
        error / edges.judged if edges.judged else 0.0,
        dict(sorted(rules.items())),
        dict(sorted(bands.items(), reverse=True)),
    )


def _predicted(tables: GraphTables, minimum: float) -> Iterable[tuple[Site, Place, float, str]]:
    """Yield each reading of a site once; where a class and its constructor are both named, the class stands."""
    places = {
        node.id: (node.path, node.declaration_line or node.span.start_line)
        for node in tables.nodes
        if node.path is not None and node.span is not None
    }
    built: set[tuple[Site, str]] = set()
    for kind in _KINDS:
        for edge in tables.edges:
            place = places.get(edge.target)
            if edge.kind != kind or edge.confidence < minimum or place is None:
                continue
            for proof in edge.evidence:
                site = (proof.path, proof.line, (proof.column or 1) - 1)
                if kind == "INSTANTIATES":
                    built.add((site, place[0]))
                elif (site, place[0]) in built:
                    continue
                yield site, place, edge.confidence, edge.rule


def miscalibrated(judged: Score, tolerance: float = 0.07, least: int = 50) -> list[tuple[float, Tally]]:
    """Return the confidence bands of at least `least` edges whose precision misses their confidence by more than `tolerance`."""
    return [
        (band, tally)
        for band, tally in judged.by_band.items()
        if tally.judged >= least and abs(tally.precision - band) > tolerance
    ]
