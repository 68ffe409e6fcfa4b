"""`repochunk graph score`: how true the call edges of an analyzed commit are, measured against a truth of call sites."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.options import json_option

if TYPE_CHECKING:
    from graph.calibration import Score, Tally, Truth
    from graph.model import GraphTables

_EPILOG = """\b
TRUTH is JSON of format graph-truth-calls/1 (docs/graph-truth.md): for each call site, given by file, line and 0-based column of the
callee's name, the file and line of the definition it reaches, or that it leaves the repository:
\b
  {"format": "graph-truth-calls/1", "files": ["app.py", "shop.py"], "kinds": ["call"],
   "calls": [[0, 12, 4, 1, 30, 0]], "external": [[0, 13, 4]]}
\b
Examples:
  repochunk graph score truth.json
  repochunk graph score truth.json --prefix src/ --prefix tests/ --min-confidence 0.9
  repochunk graph score truth.json --fail-below 0.07 --least 20"""


@click.command("score", epilog=_EPILOG)
@click.argument("truth_file", metavar="TRUTH", type=click.Path(path_type=Path))
@click.option("--prefix", "prefixes", multiple=True, help="Judge only files that start with this; may be repeated.")
@click.option("--exclude", default="", metavar="TEXT", help="Leave out files whose path contains this.")
@click.option(
    "--min-confidence",
    "minimum",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="Judge only edges at least as sure as this.",
)
@click.option(
    "--fail-below",
    "tolerance",
    type=click.FloatRange(0, 1),
    metavar="T",
    help="Exit 1 when a rule's precision falls more than T under its mean confidence.",
)
@click.option(
    "--least",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="So many judged edges a rule must have before --fail-below holds it to its word.",
)
@click.option("--out", "directory", default=".repochunk", type=click.Path(path_type=Path), show_default=True)
@json_option
def COMMAND(  # noqa: N802  # see group
    truth_file: Path,
    prefixes: tuple[str, ...],
    exclude: str,
    minimum: float,
    tolerance: float | None,
    least: int,
    directory: Path,
    *,
    as_json: bool,
) -> int:
    """Measure the call edges against TRUTH: precision and recall per language, rule and confidence band."""
    from analyzer.cli.tables import read_tables  # noqa: PLC0415  # keep --help light
    from graph.calibration import overstated, score, score_by_language  # noqa: PLC0415  # same

    truth = _truth(truth_file, prefixes, exclude)
    tables = read_tables(directory)
    judged = score(tables, truth, minimum)
    languages = score_by_language(tables, truth, minimum)
    weak = overstated(judged, tolerance, least) if tolerance is not None else []
    if as_json:
        _print_json(judged, languages, [rule for rule, _ in weak])
    else:
        _print(judged, languages)
    _complain(tables, truth, weak)
    return 1 if weak else 0


def _truth(file: Path, prefixes: tuple[str, ...], exclude: str) -> Truth:
    import orjson  # noqa: PLC0415  # only here

    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light
    from graph.calibration import read_truth  # noqa: PLC0415  # same

    try:
        truth = read_truth(orjson.loads(file.read_bytes()), prefixes or ("",), exclude)
    except (OSError, ValueError) as error:
        raise RequestError(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    if not truth.inside and not truth.outside:
        raise RequestError(f"{file}: no call site is left to judge; look at --prefix and --exclude")
    return truth


def _print(judged: Score, languages: dict[str, Score]) -> None:
    click.echo(
        f"{'language':<14}{'precision':>10}{'recall':>8}{'edges':>8}{'sites':>8}{'external':>10}{'strayed':>9}{'Brier':>8}"
    )
    for name, one in {**languages, "all": judged}.items():
        click.echo(
            f"{name:<14}{one.edges.precision:>10.3f}{one.recall:>8.3f}{one.edges.judged:>8}{one.sites:>8}{one.external:>10}"
            f"{one.strayed:>9}{one.brier:>8.4f}"
        )
    click.echo(f"\n{'rule':<24}{'precision':>10}{'claimed':>9}{'recall':>8}{'right':>8}{'edges':>8}")
    for rule, tally in judged.by_rule.items():
        click.echo(f"{rule:<24}{_row(tally, judged.sites)}")
    click.echo(f"\n{'confidence':<24}{'precision':>10}{'claimed':>9}{'recall':>8}{'right':>8}{'edges':>8}")
    for band, tally in judged.by_band.items():
        click.echo(f"{band:<24.2f}{_row(tally, judged.sites)}")


def _row(tally: Tally, sites: int) -> str:
    recall = tally.hit / sites if sites else 1.0
    return f"{tally.precision:>10.3f}{tally.claim:>9.3f}{recall:>8.3f}{tally.right:>8}{tally.judged:>8}"


def _print_json(judged: Score, languages: dict[str, Score], weak: list[str]) -> None:
    import orjson  # noqa: PLC0415  # only here

    data = {
        "all": _summary(judged),
        "languages": {name: _summary(one) for name, one in languages.items()},
        "rules": {rule: _tally(tally, judged.sites) for rule, tally in judged.by_rule.items()},
        "bands": {f"{band:.2f}": _tally(tally, judged.sites) for band, tally in judged.by_band.items()},
        "overstated": weak,
    }
    click.echo(orjson.dumps(data, option=orjson.OPT_INDENT_2).decode())


def _summary(judged: Score) -> dict[str, Any]:
    return {
        "precision": round(judged.edges.precision, 4),
        "recall": round(judged.recall, 4),
        "edges": judged.edges.judged,
        "right": judged.edges.right,
        "sites": judged.sites,
        "hit": judged.hit,
        "external": judged.external,
        "strayed": judged.strayed,
        "brier": round(judged.brier, 4),
    }


def _tally(tally: Tally, sites: int) -> dict[str, Any]:
    return {
        "precision": round(tally.precision, 4),
        "claimed": round(tally.claim, 4),
        "recall": round(tally.hit / sites, 4) if sites else 1.0,
        "right": tally.right,
        "edges": tally.judged,
    }


def _complain(tables: GraphTables, truth: Truth, weak: list[tuple[str, Tally]]) -> None:
    known = {node.path for node in tables.nodes if node.kind == "file"}
    missing = sorted(truth.paths() - known)
    if missing:
        click.echo(
            f"{len(missing)} files of the truth are not in this snapshot, the first is {missing[0]}; "
            "was the commit analyzed that the truth was made of?",
            err=True,
        )
    for rule, tally in weak:
        click.echo(
            f"{rule}: {tally.right} of {tally.judged} edges are right ({tally.precision:.3f}), it claims {tally.claim:.3f}",
            err=True,
        )
