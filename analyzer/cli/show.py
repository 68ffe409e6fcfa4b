"""`repochunk show`: print a chunk with its proof, the chunk that owns a line, or why a file was classified so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.options import clearance_option, json_option
from chunkers.chunk import Chunk
from chunkers.kinds import SCOPES

if TYPE_CHECKING:
    from analyzer.explanation import Explanation

_EPILOG = """\b
Examples:
  repochunk show src/app.py:40
  repochunk show chunk_k3x...
  repochunk show docs/guide.md
  repochunk show --json vendor/lib.js"""
_PLACE = re.compile(r"(?P<path>.+):(?P<line>\d+)$")


@click.command(
    "show",
    epilog=_EPILOG,
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
@click.option("--repo", type=click.Path(path_type=Path), help="The repository; default: the one that was analyzed.")
@click.option(
    "--policy",
    "policy_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The policy of the run, if it had one (only a PATH's classification depends on it).",
)
@clearance_option
@json_option
def COMMAND(  # noqa: N802  # see group
    what: str, directory: Path, repo: Path | None, policy_file: Path | None, clearance: str, *, as_json: bool
) -> int:
    """Print the chunk that WHAT names: a chunk id, PATH:LINE, or PATH for all chunks of a file and why it is what it is."""
    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light
    from reports.reading import open_generation  # noqa: PLC0415  # pulls in pydantic

    what = what.removeprefix("./")
    chunks = open_generation(directory).chunks().chunks
    found = _named(chunks, what)
    visible = [chunk for chunk in found if _allowed(chunk.security.visibility_scope, clearance)]
    if found and not visible:
        raise RequestError(f"{what}: needs --clearance {found[0].security.visibility_scope}")
    if found and found[0].source.path != what:
        plain = _plain(visible) if as_json else []
        click.echo(_json(plain if len(plain) > 1 else plain[0]) if as_json else _texts(visible))
        return 0
    why = _explained(what, directory, repo, policy_file, found)
    if isinstance(why, str) and not found:
        raise RequestError(why)
    if not isinstance(why, str) and not _allowed(why.visibility, clearance):
        raise RequestError(f"{what}: needs --clearance {why.visibility}")
    if as_json:
        click.echo(_json(_answer(what, visible, why)))
    else:
        reasons = f"not explained: {why}" if isinstance(why, str) else _reasons(why)
        click.echo("\n\n".join([_texts(visible), reasons] if visible else [reasons]))
    return 0


def _allowed(scope: str, clearance: str) -> bool:
    return SCOPES.index(scope) <= SCOPES.index(clearance)


def _named(chunks: tuple[Chunk, ...], what: str) -> list[Chunk]:
    """Return the chunks of an id, the owner of a line, or all chunks of a path."""
    by_id = [chunk for chunk in chunks if what in (chunk.chunk_id, chunk.logical_chunk_id)]
    if by_id:
        return by_id
    of_path = [chunk for chunk in chunks if chunk.source.path == what]
    place = _PLACE.match(what)
    if of_path or not place:
        return of_path
    line = int(place["line"])
    return [
        c
        for c in chunks
        if c.source.path == place["path"] and any(s.own and s.start_line <= line <= s.end_line for s in c.segments)
    ]


def _explained(
    what: str, directory: Path, repo: Path | None, policy_file: Path | None, found: list[Chunk]
) -> Explanation | str:
    """Return why the file is what it is, or one line that says why that cannot be told."""
    from analyzer.cli.options import policy_from  # noqa: PLC0415  # keep --help light
    from analyzer.errors import RepochunkError  # noqa: PLC0415  # same
    from analyzer.explanation import explain_path  # noqa: PLC0415  # pulls in the whole product

    policy = policy_from(policy_file)
    unknown = f"{what}: no such chunk or place in {directory}"
    try:
        why = explain_path(directory, what, repo, policy)
    except RepochunkError as error:
        if repo is not None:
            raise
        return str(error) if found else f"{unknown}; {error}"
    return why or f"{unknown}, and its commit has no such file"


def _plain(chunks: list[Chunk]) -> list[object]:
    from pydantic import TypeAdapter  # noqa: PLC0415  # only here

    return list(TypeAdapter(list[Chunk]).dump_python(chunks, mode="json", by_alias=True))


def _answer(what: str, chunks: list[Chunk], why: Explanation | str) -> dict[str, object]:
    """Return what --json says of a path."""
    from pydantic import TypeAdapter  # noqa: PLC0415  # only here

    answer: dict[str, object] = {"path": what, "chunks": _plain(chunks), "classification": None}
    if isinstance(why, str):
        return {**answer, "notExplained": why}
    return {**answer, "classification": TypeAdapter(type(why)).dump_python(why, mode="json", by_alias=True)}


def _json(data: object) -> str:
    import orjson  # noqa: PLC0415  # only here

    return orjson.dumps(data, option=orjson.OPT_INDENT_2).decode()


def _reasons(why: Explanation) -> str:
    """Return the block that says what a file was called, by which rule, and what the others said."""
    if why.category is None:
        head = f"not classified: {why.not_read}"
    else:
        named = f" ({why.language})" if why.language else ""
        head = f"classified as {why.category}{named} by {why.rule}, scope {why.visibility}"
    rows = [head]
    rows += [f"  decided   {one.question}: {one.rule} -> {one.answer}" for one in why.decided]
    rows += [f"  also      {one.question}: {one.rule} -> {one.answer}" for one in why.also_spoke]
    rows += [f"  flags     {', '.join(why.also)}"] if why.also else []
    rows += [f"  generator {name}: {value}" for name, value in sorted(why.generator.items())]
    rows += [f"  attribute {name}: {value}" for name, value in sorted(why.attributes.items())]
    rows += [f"  content   not asked: {why.not_read}"] if why.not_read and why.category else []
    rows += [f"  caveat    {text}" for text in why.caveats]
    return "\n".join(rows)


def _texts(chunks: list[Chunk]) -> str:
    return "\n\n".join(_text(chunk, whole=len(chunks) == 1) for chunk in chunks)


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
