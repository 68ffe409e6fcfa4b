"""Where a run's outputs go: the directory is checked and locked before the work starts, and one generation is published at its end.

Takes a request, an output directory and formats; gives the generation's path. How files are written is known to `reports.generation`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from analyzer.changes import side
from analyzer.errors import UnsafeError
from analyzer.pipeline import Analysis, Request
from analyzer.standing import STORE
from chunkers.identity import digest, snapshot_id
from chunkers.redaction import find_secret, mask, suspicious
from reports.diff.compare import Side, diff
from reports.diff.records import ChunkDiff
from reports.diff.render import render_yaml
from reports.directory import locked, prepare
from reports.generation import write_generation
from reports.record import Header
from reports.stored import is_stored, run_digest
from reports.view import RunView

if TYPE_CHECKING:
    from reports.store.connect import Store
    from reports.store.fetch import SnapshotRow


_OF_RUN = ("repository", "requestedRevision", "workers", "workerRestarts", "seconds", "paths", "reuse")


@dataclass(frozen=True, slots=True)
class Told:
    """What was asked, as a digest, and the lines a person was told: with both, the same question is answered again without a run."""

    question: str | None
    summary: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OutputDirectory:
    """A directory of ours, locked for this run. `store` is a URL, "" for the SQLite file in the directory, None for no store."""

    path: Path
    request: Request
    formats: frozenset[str]
    store: str | None = ""

    def publish(self, analysis: Analysis, told: Told | None = None, base: Side | None = None) -> Path:
        """Write the generation and point `current` at it; `told` goes into run.json.

        The chunk diff is taken against `base`, by default against the first parent when the store has it.

        Raises:
            UnsafeError: the directory is tracked by the analyzed commit.
            SecretInOutputError: something on its way out matches a secret rule.
        """
        self._refuse_tracked(analysis)
        previous = diff(base, side(analysis)) if base else self._previous(analysis)
        info = self._run_info(analysis, told, previous)
        place = write_generation(
            self.path,
            self._name(analysis),
            analysis.record,
            analysis.report,
            check=find_secret,
            suspicious=suspicious,
            formats=sorted(self.formats),
            run_info=info,
            extras={"chunk-diff.yaml": render_yaml(previous)} if previous else None,
            lock=False,
            view=analysis.view,
        )
        self._save(analysis, info)  # behind the secret check of the files: the rows hold the same strings
        return place

    @property
    def _keeps(self) -> bool:
        """A subset of paths has the snapshot id of its commit, so it must not stand for the commit in the store."""
        return self.store is not None and not self.request.paths

    def _previous(self, analysis: Analysis) -> ChunkDiff | None:
        """Return the diff against the first parent, when the store has it made with the same tool and policy."""
        header, parent = analysis.record.header, analysis.first_parent
        if not self._keeps or parent is None or not self._holds(replace(header, snapshot_id=snapshot_id(parent))):
            return None
        with self._opened() as store:
            row = next((row for row in snapshots_of(store, header) if row.commit_sha == parent and row.done), None)
            return diff(side_of_stored(store, row, analysis.view), side(analysis)) if row else None

    def _holds(self, header: Header) -> bool:
        """Tell cheaply whether a snapshot is in the store; a database elsewhere is simply asked."""
        return bool(self.store) or is_stored(self.path / STORE, header)

    def _save(self, analysis: Analysis, info: dict[str, object]) -> None:
        """Add the run to the store; a complete run of the same kind that is there already costs one look-up."""
        if not self._keeps or (not self.store and is_stored(self.path / STORE, analysis.record.header)):
            return
        from reports.store.saving import save  # noqa: PLC0415  # SQLAlchemy costs 150 ms, and not every run stores

        with self._opened() as store:
            ours = {name: info[name] for name in _OF_RUN}
            save(store, analysis.record, analysis.report, info=ours, view=analysis.view)

    @contextmanager
    def _opened(self) -> Iterator[Store]:
        from reports.store.connect import open_store  # noqa: PLC0415  # see _save

        store = open_store(self.store or self.path / STORE)
        try:
            yield store
        finally:
            store.close()

    def _name(self, analysis: Analysis) -> str:
        """Name a generation by its commit; a subset, a dirty tree, or another policy than the one that is there adds a digest."""
        header, plain = analysis.record.header, analysis.record.header.commit_sha[:12]
        if (
            not self.request.paths
            and not header.dirty
            and _policy_of(self.path / plain) in (None, header.policy_digest)
        ):
            return plain
        facts = (header.policy_digest, header.snapshot_id, str(header.dirty), *self.request.paths)
        return f"{plain}-{digest(*facts)[:8]}"

    def _refuse_tracked(self, analysis: Analysis) -> None:
        try:
            inside = self.path.resolve().relative_to(analysis.root.resolve()).as_posix()
        except ValueError:
            return
        paths = [f.path for f in analysis.record.files] + [e.path for e in analysis.record.skipped]
        if inside == "." or any(path == inside or path.startswith(f"{inside}/") for path in paths):
            raise UnsafeError(f"{self.path}: the analyzed commit tracks files there; choose another --out")

    def _run_info(self, analysis: Analysis, told: Told | None, previous: ChunkDiff | None) -> dict[str, object]:
        header = analysis.record.header
        rows = [header.tenant_id, header.repository_id, header.snapshot_id, run_digest(header)]
        info: dict[str, object] = {
            "repository": mask(str(analysis.root.resolve())),  # folders, branches and globs are named by people
            "requestedRevision": mask(self.request.commit),
            "workers": self.request.workers,
            "workerRestarts": analysis.restarts,
            "seconds": analysis.seconds,
            "paths": [mask(path) for path in self.request.paths],
            "reuse": {"known": analysis.reuse[0], "read": analysis.reuse[1]} if analysis.reuse else None,
        }
        if told is not None:
            info |= {
                "question": told.question,
                "verdict": analysis.report.verdict,
                "summary": list(told.summary),
                "stored": rows if self._keeps else None,
                "parent": analysis.first_parent,
                "comparedTo": previous.from_.commit_sha if previous else None,
            }
        return info


def snapshots_of(store: Store, header: Header) -> list[SnapshotRow]:
    """Return the stored snapshots of a repository."""
    from reports.store.fetch import snapshots  # noqa: PLC0415  # see OutputDirectory._save

    return snapshots(store, header.tenant_id, header.repository_id)


def side_of_stored(store: Store, row: SnapshotRow, view: RunView) -> Side:
    """Return a stored snapshot as one side of a comparison with the run of `view`: only what differs is loaded."""
    from reports.store.encode import fingerprints  # noqa: PLC0415  # see OutputDirectory._save
    from reports.store.fetch import side_of  # noqa: PLC0415  # same

    return side_of(store, row, fingerprints(view))


@contextmanager
def output_directory(
    path: Path, request: Request, formats: frozenset[str], store: str | None = ""
) -> Iterator[OutputDirectory]:
    """Check and lock `path` for the whole run.

    Raises:
        LockedOutputError: another run holds it.
        UnsafeOutputError: it is a link, or holds files that are not ours.
    """
    path = Path(os.path.abspath(path))  # noqa: PTH100  # resolve() would follow the link that prepare() refuses
    prepare(path)
    with locked(path):
        yield OutputDirectory(path, request, formats, store)


def _policy_of(generation: Path) -> str | None:
    """Return the policy digest of a generation that is there, None when there is none to read."""
    try:
        manifest = orjson.loads((generation / "manifest.json").read_bytes())
    except (OSError, ValueError):
        return None
    found = manifest.get("policyDigest") if isinstance(manifest, dict) else None
    return found if isinstance(found, str) else None
