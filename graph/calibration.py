"""How true the call edges are: precision and recall against a truth of call sites, per language, rule and confidence band, with the Brier score.

Takes tables and a truth in the form `graph-truth-calls/1` (docs/graph-truth.md); a site is judged when the truth knows where it leads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graph.model import GraphTables

Site = tuple[str, int, int]
"""Path, line (1-based) and column (0-based) of the callee's name."""
Place = tuple[str, int]
FORMAT = "graph-truth-calls/1"
_SLACK = 3
_KINDS = ("INSTANTIATES", "CALLS")


@dataclass(frozen=True, slots=True)
class Tally:
    """Right edges among those judged. `claimed` adds up their confidences; `hit` counts sites that no surer edge had led to the right place."""

    right: int = 0
    judged: int = 0
    claimed: float = 0.0
    hit: int = 0

    @property
    def precision(self) -> float:
        """Return the share of right edges, 1.0 for none."""
        return self.right / self.judged if self.judged else 1.0

    @property
    def claim(self) -> float:
        """Return the mean confidence of the judged edges, 0.0 for none."""
        return self.claimed / self.judged if self.judged else 0.0

    def plus(self, *, right: bool, confidence: float = 0.0, first: bool = False) -> Tally:
        """Return the tally with one more edge; `first` when it is the first to lead its site to the right place."""
        return Tally(self.right + right, self.judged + 1, self.claimed + confidence, self.hit + first)


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

    def paths(self) -> frozenset[str]:
        """Return the files that hold judged sites."""
        return frozenset(site[0] for site in (*self.inside, *self.outside))

    def within(self, paths: frozenset[str]) -> Truth:
        """Return the part of the truth whose sites stand in `paths`."""
        return Truth(
            {site: places for site, places in self.inside.items() if site[0] in paths},
            frozenset(site for site in self.outside if site[0] in paths),
        )


class _Reading(NamedTuple):
    """One edge at one of its sites; the column is None on a line that holds a redaction."""

    site: tuple[str, int, int | None]
    place: Place
    confidence: float
    rule: str


def read_truth(data: Mapping[str, Any], prefixes: Iterable[str] = ("",), exclude: str = "") -> Truth:
    """Return the truth of a `graph-truth-calls/1` object, kept to files that start with one of `prefixes` and do not contain `exclude`.

    Raises:
        ValueError: the object has another format, or a row does not have its shape.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        given = data.get("format") if isinstance(data, Mapping) else type(data).__name__
        raise ValueError(f"a truth of format {FORMAT} is needed, this is {given!r}")
    starts = tuple(prefixes)
    inside: dict[Site, set[Place]] = {}
    outside: set[Site] = set()
    try:
        files = [str(path) for path in data["files"]]
        kept = [path.startswith(starts) and not (exclude and exclude in path) for path in files]
        for file, line, column, target, target_line, *_ in data["calls"]:
            if kept[file]:
                inside.setdefault((files[file], int(line), int(column)), set()).add((files[target], int(target_line)))
        for file, line, column, *_ in data["external"]:
            if kept[file]:
                outside.add((files[file], int(line), int(column)))
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ValueError(f"the truth breaks its format {FORMAT}: {type(error).__name__} {error}") from None
    return Truth({site: frozenset(places) for site, places in inside.items()}, frozenset(outside - set(inside)))


def score(tables: GraphTables, truth: Truth, minimum: float = 0.0) -> Score:
    """Judge the CALLS and INSTANTIATES edges of `tables` with at least `minimum` confidence."""
    edges = Tally()
    rules: dict[str, Tally] = {}
    bands: dict[float, Tally] = {}
    hit: set[Site] = set()
    strayed, error = 0, 0.0
    lines = _by_line(truth)
    for reading in sorted(_predicted(tables, minimum), key=lambda one: -one.confidence):
        site = _judged_at(reading, truth, lines)
        if site is None:
            continue
        right = _right(reading.place, truth.inside.get(site, frozenset()))
        first = right and site not in hit
        confidence, band = reading.confidence, round(reading.confidence, 2)
        edges = edges.plus(right=right, confidence=confidence, first=first)
        rules[reading.rule] = rules.get(reading.rule, Tally()).plus(right=right, confidence=confidence, first=first)
        bands[band] = bands.get(band, Tally()).plus(right=right, confidence=confidence, first=first)
        error += (confidence - right) ** 2
        strayed += site in truth.outside
        if right:
            hit.add(site)
    brier = error / edges.judged if edges.judged else 0.0
    by_rule, by_band = dict(sorted(rules.items())), dict(sorted(bands.items(), reverse=True))
    return Score(edges, len(truth.inside), len(hit), len(truth.outside), strayed, brier, by_rule, by_band)


def score_by_language(tables: GraphTables, truth: Truth, minimum: float = 0.0) -> dict[str, Score]:
    """Judge each language apart: the language of the file a site stands in, "unknown" where the snapshot does not hold the file."""
    spoken = {node.path: node.language or "unknown" for node in tables.nodes if node.kind == "file"}
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for path in truth.paths():
        groups[spoken.get(path, "unknown")].add(path)
    return {name: score(tables, truth.within(frozenset(groups[name])), minimum) for name in sorted(groups)}


def overstated(judged: Score, tolerance: float = 0.07, least: int = 1) -> list[tuple[str, Tally]]:
    """Return the rules of at least `least` judged edges whose precision falls more than `tolerance` under what they claim on average."""
    return [
        (rule, tally)
        for rule, tally in judged.by_rule.items()
        if tally.judged >= least and tally.claim - tally.precision > tolerance
    ]


def miscalibrated(judged: Score, tolerance: float = 0.07, least: int = 50) -> list[tuple[float, Tally]]:
    """Return the confidence bands of at least `least` edges whose precision misses their confidence by more than `tolerance`."""
    return [
        (band, tally)
        for band, tally in judged.by_band.items()
        if tally.judged >= least and abs(tally.precision - band) > tolerance
    ]


def _by_line(truth: Truth) -> dict[Place, list[Site]]:
    found: dict[Place, list[Site]] = {}
    for site in sorted({*truth.inside, *truth.outside}):
        found.setdefault((site[0], site[1]), []).append(site)
    return found


def _judged_at(reading: _Reading, truth: Truth, lines: Mapping[Place, list[Site]]) -> Site | None:
    """Return the judged site of a reading; where its column is unknown, the site of its line that it leads right, else the only one."""
    path, line, column = reading.site
    if column is not None:
        site = (path, line, column)
        return site if site in truth.inside or site in truth.outside else None
    there = lines.get((path, line), [])
    fitting = [one for one in there if _right(reading.place, truth.inside.get(one, frozenset()))]
    return fitting[0] if fitting else there[0] if len(there) == 1 else None


def _right(place: Place, places: frozenset[Place]) -> bool:
    return any(place[0] == path and abs(place[1] - line) <= _SLACK for path, line in places)


def _predicted(tables: GraphTables, minimum: float) -> Iterator[_Reading]:
    """Yield each reading of a site once; where a class and its constructor are both named, the class stands."""
    places = {
        node.id: (node.path, node.declaration_line or node.span.start_line)
        for node in tables.nodes
        if node.path is not None and node.span is not None
    }
    built: set[tuple[str, int, int | None, str]] = set()
    for kind in _KINDS:
        for edge in tables.edges:
            place = places.get(edge.target)
            if edge.kind != kind or edge.confidence < minimum or place is None:
                continue
            for proof in edge.evidence:
                column = None if proof.column is None else proof.column - 1
                if kind == "INSTANTIATES":
                    built.add((proof.path, proof.line, column, place[0]))
                elif (proof.path, proof.line, column, place[0]) in built:
                    continue
                yield _Reading((proof.path, proof.line, column), place, edge.confidence, edge.rule)
