"""`repochunk show`: print a chunk with its proof, the chunk that owns a line, or why a file was classified so."""

from __future__ import annotations

import re
from pathlib import Path

import click

from analyzer.cli.options import clearance_option, json_option
from chunkers.chunk import Chunk
from chunkers.kinds import SCOPES

_PLACE = re.compile(r"(?P<path>.+):(?P<line>\d+)$")


@click.command(
    "show",
    epilog="\b\nExamples:\n  repochunk show src/app.py:40\n  repochunk show chunk_k3x...\n  repochunk show docs/guide.md\n  repochunk show --json src/app.py:40",
)
@click.argument("what")
@click.option(
    "--out",
    "directory",
    default=".repochunk",
    type=click.Path(path_type=Path),
    show_default=True,
    help="The output directory to look in.",
)
@clearance_option
@json_option
def COMMAND(what: str, directory: Path, clearance: str, *, as_json: bool) -> int:  # noqa: N802  # see group
    """Print the chunk that WHAT names: a chunk id, PATH:LINE, or PATH for all chunks of a file and why it is what it is."""
    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light
    from reports.reading import open_generation  # noqa: PLC0415  # pulls in pydantic

    chunks = open_generation(directory).chunks().chunks
    found = _found(chunks, what)
    if not found:
        raise RequestError(f"{what}: no such chunk, and no chunk owns that place in {directory}")
    visible = [chunk for chunk in found if SCOPES.index(chunk.security.visibility_scope) <= SCOPES.index(clearance)]
    if not visible:
        raise RequestError(f"{what}: needs --clearance {found[0].security.visibility_scope}")
    if as_json:
        import orjson  # noqa: PLC0415  # only here
        from pydantic import TypeAdapter  # noqa: PLC0415  # same

        data = TypeAdapter(list[Chunk]).dump_python(visible, mode="json", by_alias=True)
        click.echo(orjson.dumps(data if len(data) > 1 else data[0], option=orjson.OPT_INDENT_2).decode())
        return 0
    single = len(visible) == 1
    click.echo("\n\n".join(_text(chunk, whole=single) for chunk in visible))
    return 0


def _found(chunks: tuple[Chunk, ...], what: str) -> list[Chunk]:
    """Return the chunks of an id, the owner of a line, or all chunks of a path."""
    by_id = [chunk for chunk in chunks if what in (chunk.chunk_id, chunk.logical_chunk_id)]
    if by_id:
        return by_id
    place = _PLACE.match(what)
    if place:
        line = int(place["line"])
        owners = [
            c
            for c in chunks
            if c.source.path == place["path"] and any(s.own and s.start_line <= line <= s.end_line for s in c.segments)
        ]
        if owners:
            return owners
    return [chunk for chunk in chunks if chunk.source.path == what]


def _text(chunk: Chunk, *, whole: bool) -> str:
    span = chunk.provenance.span
    where = (
        f"{chunk.source.path}:{span[0]}-{span[1]}" if chunk.source.path and span else chunk.source.path or "composed"
    )
    head = [
        f"{chunk.title}  [{chunk.chunk_type}, {chunk.role}]",
        f"  at        {where}  @ {chunk.commit_sha[:12]}",
        f"  id        {chunk.chunk_id}  ({chunk.logical_chunk_id})",
    ]
    if not whole:
        return "\n".join(head)
    head += [
        f"  content   {chunk.content_hash}, {chunk.token_estimate} tokens, {chunk.quality.parse_status}, stale risk {chunk.quality.stale_risk}",
        f"  by        {chunk.provenance.produced_by.chunker_id} {chunk.provenance.produced_by.chunker_version}",
        f"  scope     {chunk.security.visibility_scope}{', redacted' if chunk.security.redacted else ''}",
    ]
    head += [
        f"  {name:<9} {value}"
        for name, value in sorted(chunk.attributes.items())
        if isinstance(value, str | int | float)
    ]
    head += [f"  node      {node}" for node in chunk.linked_nodes]
    if chunk.composition:
        head += [f"  source    {s.file_span or s.schema_pointer or s.graph_edge}" for s in chunk.composition.sources]
    return "\n".join(
        [*head, "", chunk.content.raw.rstrip("\n") if chunk.content.raw is not None else "(no content: metadata only)"]
    )
