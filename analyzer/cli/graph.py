"""`repochunk graph`: questions to the symbol graph of an analyzed commit."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli import graph_history, graph_score
from analyzer.cli.options import clearance_option, json_option, out_option

if TYPE_CHECKING:
    from graph.model import Edge, GraphTables, Node
    from graph.queries import Hit, Questions

_DEPTH = click.option("--depth", type=click.IntRange(1, 20), default=1, show_default=True, help="How many steps away.")

_EPILOG = """\b
Examples:
  repochunk graph show OrderService.createOrder
  repochunk graph callers OrderValidator.validate --depth 3
  repochunk graph tests class:OrderService
  repochunk graph path "route:POST /orders" OrderRepository.save
  repochunk graph export --format mermaid --around OrderService
  repochunk graph history table:orders
  repochunk graph score truth.json --fail-below 0.07"""


@click.group("graph", epilog=_EPILOG)
def COMMAND() -> None:  # noqa: N802  # the constant by which the group finds its commands
    """Ask the symbol graph of the analyzed commit. A NAME may be a node id or its last part, when that is unique."""


COMMAND.add_command(graph_history.COMMAND)
COMMAND.add_command(graph_score.COMMAND)


def _tables(directory: Path, clearance: str) -> GraphTables:
    from analyzer.cli.tables import read_tables  # noqa: PLC0415  # keep --help light

    return read_tables(directory, clearance)


def _questions(directory: Path, clearance: str) -> Questions:
    from graph.queries import Questions  # noqa: PLC0415  # keep --help light

    return Questions(_tables(directory, clearance))


def _one(questions: Questions, name: str) -> str:
    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light
    from graph.queries import AmbiguousNameError  # noqa: PLC0415  # same

    try:
        return questions.one(name)
    except AmbiguousNameError as error:
        raise RequestError(str(error)) from None


@COMMAND.command("show")
@click.argument("name")
@out_option
@clearance_option
@json_option
def show(name: str, directory: Path, clearance: str, *, as_json: bool) -> None:
    """Show a node and its edges, in both directions."""
    questions = _questions(directory, clearance)
    node = questions.nodes[_one(questions, name)]
    going, coming = questions.out.get(node.id, []), questions.into.get(node.id, [])
    if as_json:
        _json({"node": _node(node), "out": [_edge(e) for e in going], "in": [_edge(e) for e in coming]})
        return
    click.echo(f"{node.id}  [{node.kind}]  {_place(node)}")
    for edge in going:
        click.echo(f"  {edge.kind:<14} {edge.target}  ({edge.confidence:.2f}, {edge.rule}){_at(edge)}")
    for edge in coming:
        click.echo(f"  <- {edge.kind:<11} {edge.source}  ({edge.confidence:.2f}, {edge.rule}){_at(edge)}")


@COMMAND.command("callers")
@click.argument("name")
@_DEPTH
@out_option
@clearance_option
@json_option
def callers(name: str, depth: int, directory: Path, clearance: str, *, as_json: bool) -> None:
    """Who calls NAME; calls through an interface count for its implementations."""
    questions = _questions(directory, clearance)
    _hits(questions.callers(_one(questions, name), depth), as_json=as_json)


@COMMAND.command("callees")
@click.argument("name")
@_DEPTH
@out_option
@clearance_option
@json_option
def callees(name: str, depth: int, directory: Path, clearance: str, *, as_json: bool) -> None:
    """What NAME calls."""
    questions = _questions(directory, clearance)
    _hits(questions.callees(_one(questions, name), depth), as_json=as_json)


@COMMAND.command("tests")
@click.argument("name")
@out_option
@clearance_option
@json_option
def tests(name: str, directory: Path, clearance: str, *, as_json: bool) -> None:
    """Which tests reach NAME, direct ones first."""
    questions = _questions(directory, clearance)
    _hits(questions.tests(_one(questions, name)), as_json=as_json)


@COMMAND.command("impact")
@click.argument("name")
@click.option("--depth", type=click.IntRange(1, 20), default=5, show_default=True, help="How many steps away.")
@out_option
@clearance_option
@json_option
def impact(name: str, depth: int, directory: Path, clearance: str, *, as_json: bool) -> None:
    """Everything that may notice a change of NAME."""
    questions = _questions(directory, clearance)
    _hits(questions.impact(_one(questions, name), depth), as_json=as_json)


@COMMAND.command("path")
@click.argument("source")
@click.argument("target")
@out_option
@clearance_option
@json_option
def path(source: str, target: str, directory: Path, clearance: str, *, as_json: bool) -> int:
    """The shortest chain of calls and uses from SOURCE to TARGET; exit 1 when there is none."""
    questions = _questions(directory, clearance)
    edges = questions.path(_one(questions, source), _one(questions, target))
    if as_json:
        _json([_edge(edge) for edge in edges])
    else:
        for edge in edges:
            click.echo(f"{edge.source} {edge.kind} {edge.target}  ({edge.confidence:.2f}){_at(edge)}")
        if not edges:
            click.echo("no path")
    return 0 if edges else 1


@COMMAND.command("unused")
@out_option
@clearance_option
@json_option
def unused(directory: Path, clearance: str, *, as_json: bool) -> None:
    """Callables and classes that nothing in the repository uses: leads, not verdicts."""
    nodes = _questions(directory, clearance).unused()
    if as_json:
        _json([_node(node) for node in nodes])
        return
    for node in nodes:
        click.echo(f"{node.id}  {_place(node)}")


@COMMAND.command("cycles")
@click.option("--kind", default="IMPORTS", show_default=True, help="The kind of edge to follow.")
@out_option
@clearance_option
@json_option
def cycles(kind: str, directory: Path, clearance: str, *, as_json: bool) -> None:
    """Groups of nodes that reach each other."""
    groups = _questions(directory, clearance).cycles(kind)
    if as_json:
        _json(groups)
        return
    for group in groups:
        click.echo(f"{len(group)}: {', '.join(group)}")


@COMMAND.command("export")
@click.option(
    "--format",
    "form",
    type=click.Choice(["graphml", "json", "mermaid", "dot", "svg"]),
    default="graphml",
    show_default=True,
)
@click.option("--around", metavar="NAME", help="Only the neighbourhood of this node.")
@click.option("--hops", type=click.IntRange(1, 6), default=2, show_default=True, help="How far the neighbourhood goes.")
@out_option
@clearance_option
def export(form: str, around: str | None, hops: int, directory: Path, clearance: str) -> None:
    """Write the graph, or the neighbourhood of a node, to stdout; svg is a picture of at most 200 nodes."""
    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light
    from graph.export.dot import to_dot  # noqa: PLC0415  # same
    from graph.export.graphml import to_graphml  # noqa: PLC0415  # same
    from graph.export.mermaid import to_mermaid  # noqa: PLC0415  # same
    from graph.export.node_link import to_node_link  # noqa: PLC0415  # same
    from graph.export.svg import PictureTooLargeError, to_svg  # noqa: PLC0415  # same
    from graph.queries import Questions, neighbourhood  # noqa: PLC0415  # same

    tables = _tables(directory, clearance)
    if around:
        questions = Questions(tables)
        tables = neighbourhood(questions, _one(questions, around), hops)
    writers = {"graphml": to_graphml, "json": to_node_link, "mermaid": to_mermaid, "dot": to_dot, "svg": to_svg}
    try:
        click.echo(writers[form](tables), nl=False)
    except PictureTooLargeError as error:
        raise RequestError(f"{error}: --around NAME --hops 1") from None


def _hits(hits: Iterable[Hit], *, as_json: bool) -> None:
    rows = list(hits)
    if as_json:
        _json([{**_node(hit.node), "distance": hit.distance, "confidence": hit.confidence} for hit in rows])
        return
    for hit in rows:
        click.echo(f"{'  ' * (hit.distance - 1)}{hit.node.id}  ({hit.confidence:.2f})  {_place(hit.node)}")
    if not rows:
        click.echo(
            "none found; see graph.unresolvedByReason in the quality report before taking that for an answer", err=True
        )


def _node(node: Node) -> dict[str, Any]:
    return {"id": node.id, "kind": node.kind, "name": node.name, "path": node.path, "line": node.declaration_line}


def _edge(edge: Edge) -> dict[str, Any]:
    spots = [{"path": spot.path, "line": spot.line, "column": spot.column} for spot in edge.evidence]
    return {
        "source": edge.source,
        "kind": edge.kind,
        "target": edge.target,
        "confidence": edge.confidence,
        "rule": edge.rule,
        "evidence": spots,
    }


def _place(node: Node) -> str:
    return (
        f"{node.path}:{node.declaration_line or (node.span.start_line if node.span else 1)}"
        if node.path
        else "outside the repository"
    )


def _at(edge: Edge) -> str:
    return f"  {edge.evidence[0].path}:{edge.evidence[0].line}" if edge.evidence else ""


def _json(data: Any) -> None:
    import orjson  # noqa: PLC0415  # only here

    click.echo(orjson.dumps(data, option=orjson.OPT_INDENT_2).decode())
