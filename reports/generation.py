"""Write a generation: all files aside, flushed, renamed into place, then one atomic pointer.

Readers always find a whole set.

Takes a judged run and a directory; refuses to publish anything in which the secret check finds a rule.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from chunkers.plugins import discover
from reports import writers
from reports.directory import collect_litter, locked, prepare, remove
from reports.errors import OutputError, SecretInOutputError
from reports.outgoing import Check, LastLook, Suspicion, anything, leaking_rule
from reports.record import RunRecord
from reports.report import QualityReport
from reports.standing import RUN, sealed, written
from reports.swap import exchange, point, sync_directory
from reports.view import RunView
from reports.writer import Output, Writer, header

MANIFEST = "manifest.json"


@cache
def all_writers() -> tuple[Writer, ...]:
    """Return every writer, by name."""
    return tuple(sorted(discover(writers, "WRITER", Writer), key=lambda writer: writer.name))


def chosen(formats: Iterable[str]) -> tuple[Writer, ...]:
    """Return the writers for `--formats`: names, groups ("report") or "default"; nothing given means the default set.

    Raises:
        OutputError: an unknown format.
    """
    names = tuple(formats) or ("default",)
    known = {"default", *(w.name for w in all_writers()), *(group for w in all_writers() for group in w.groups)}
    for name in names:
        if name not in known:
            raise OutputError(f"unknown format {name!r}: use {', '.join(sorted(known))}")
    reports = ("report", *names)  # the reports are always written
    return tuple(
        w
        for w in all_writers()
        if w.name in names or set(w.groups) & set(reports) or (w.default and "default" in names)
    )


def write_generation(
    out_dir: Path,
    name: str,
    record: RunRecord,
    report: QualityReport,
    *,
    check: Check,
    suspicious: Suspicion = anything,
    formats: Iterable[str] = (),
    run_info: Mapping[str, Any] | None = None,
    extras: Mapping[str, bytes] | None = None,
    lock: bool = True,
    view: RunView | None = None,
) -> Path:
    """Write `out_dir/name` and point `current` at it; return the generation's path.

    `extras` are files outside the manifest (chunk-diff.yaml), as is `run_info` (run.json). `lock` False: the caller
    holds `locked(out_dir)`. `view` are the look-ups over `record` when they are at hand.

    Raises:
        UnsafeOutputError: `out_dir` is a link or not ours.
        LockedOutputError: another run is writing.
        SecretInOutputError: a string on its way out matches a secret rule.
        OutputError: an unknown format or a name that is no plain directory name.
    """
    if not name or name.startswith(".") or "/" in name or name in {"current", "current.json"}:
        raise OutputError(f"{name!r} cannot name a generation")
    selected, look = chosen(formats), LastLook(check, suspicious)
    output = Output(record, report, view or RunView(record))
    prepare(out_dir)
    if not lock:
        return _written(out_dir, name, output, selected, look, run_info, extras)
    with locked(out_dir):
        return _written(out_dir, name, output, selected, look, run_info, extras)


def _written(
    out_dir: Path,
    name: str,
    output: Output,
    selected: tuple[Writer, ...],
    look: LastLook,
    run_info: Mapping[str, Any] | None,
    extras: Mapping[str, bytes] | None,
) -> Path:
    collect_litter(out_dir)
    aside = out_dir / f".writing-{name}"
    aside.mkdir()
    try:
        rows = [_file(aside, writer.file, writer.write(output), look) for writer in selected]
        manifest = header(output.record) | {"files": sorted(rows, key=lambda row: str(row["name"]))}
        rows.append(_file(aside, MANIFEST, [orjson.dumps(manifest, option=orjson.OPT_INDENT_2) + b"\n"], look))
        rows += [_file(aside, extra, [data], look) for extra, data in sorted((extras or {}).items())]
        run = orjson.dumps(_run(aside, rows, run_info), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"
        _file(aside, RUN, [run], look)
        sync_directory(aside)
    except BaseException:
        remove(aside)
        raise
    return _publish(out_dir, name, aside)


def _run(aside: Path, rows: Iterable[Mapping[str, object]], info: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the content of run.json; one that names its question also says what was written, for the next run that asks the same."""
    run = dict(info or {})
    if run.get("question") is None:
        return run
    return sealed(run | {"written": written(aside, {str(row["name"]): str(row["sha256"]) for row in rows})})


def _file(folder: Path, name: str, batches: Iterable[bytes], look: LastLook) -> dict[str, object]:
    """Write one file, every batch checked before it reaches the disk; return its manifest row."""
    digest, size = hashlib.sha256(), 0
    with (folder / name).open("xb") as file:
        for batch in batches:
            rule = leaking_rule(batch, look)
            if rule is not None:
                raise SecretInOutputError(
                    f"{name} would have held a secret ({rule}); nothing was written: report this as a bug"
                )
            digest.update(batch)
            size += len(batch)
            file.write(batch)
        file.flush()
        os.fsync(file.fileno())
    return {"name": name, "sha256": digest.hexdigest(), "bytes": size}


def _publish(out_dir: Path, name: str, aside: Path) -> Path:
    """Move the finished directory into place and point `current` at it.

    A generation of the same name stays whole until then.
    """
    place = out_dir / name
    old = out_dir / f".old-{name}"
    if place.is_symlink() or place.is_file():
        remove(place)
    if place.exists() and exchange(aside, place):
        aside.rename(old)
    else:
        if place.exists():
            place.rename(old)
        aside.rename(place)
    sync_directory(out_dir)
    _point(out_dir, name)
    sync_directory(out_dir)
    remove(old)
    return place


def _point(out_dir: Path, name: str) -> None:
    """Make `current` lead to the generation; where links cannot be made, `current.json` names it."""
    if (out_dir / "current").is_dir() and not (out_dir / "current").is_symlink():
        remove(out_dir / "current")
    if point(out_dir / "current", name):
        remove(out_dir / "current.json")
        return
    files = {entry.name: hashlib.sha256(entry.read_bytes()).hexdigest() for entry in sorted((out_dir / name).iterdir())}
    aside = out_dir / ".writing-current.json"
    aside.write_bytes(orjson.dumps({"generation": name, "files": files}, option=orjson.OPT_INDENT_2))
    aside.replace(out_dir / "current.json")
