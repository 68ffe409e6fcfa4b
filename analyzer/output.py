"""Where a run's outputs go: the directory is checked and locked before the work starts, and one generation is published at its end.

Takes a request, an output directory and formats; gives the generation's path. How files are written is known to `reports.generation`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import orjson

from analyzer.errors import UnsafeError
from analyzer.pipeline import Analysis, Request
from chunkers.identity import digest
from chunkers.redaction import find_secret
from reports.directory import locked, prepare
from reports.generation import write_generation


STORE = "repochunk.db"


@dataclass(frozen=True, slots=True)
class OutputDirectory:
    """A directory of ours, locked for this run. `store` is a URL, "" for the SQLite file in the directory, None for no store."""

    path: Path
    request: Request
    formats: frozenset[str]
    store: str | None = ""

    def publish(self, analysis: Analysis) -> Path:
        """Write the generation and point `current` at it.

        Raises:
            UnsafeError: the directory is tracked by the analyzed commit.
            SecretInOutputError: something on its way out matches a secret rule.
        """
        self._refuse_tracked(analysis)
        place = write_generation(
            self.path,
            self._name(analysis),
            analysis.record,
            analysis.report,
            check=find_secret,
            formats=sorted(self.formats),
            run_info=self._run_info(analysis),
            lock=False,
        )
        if self.store is not None:  # behind the secret check of the files: the rows hold the same strings
            self._save(analysis)
        return place

    def _save(self, analysis: Analysis) -> None:
        """Add the run to the store; a complete run of the same kind that is there already costs one look-up."""
        from reports.store.connect import open_store  # noqa: PLC0415  # SQLAlchemy costs 150 ms, and not every run stores
        from reports.store.saving import save  # noqa: PLC0415  # same

        store = open_store(self.store or self.path / STORE)
        try:
            save(store, analysis.record, analysis.report, info=self._run_info(analysis))
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

    def _run_info(self, analysis: Analysis) -> dict[str, object]:
        return {
            "repository": str(analysis.root.resolve()),
            "requestedRevision": self.request.commit,
            "workers": self.request.workers,
            "workerRestarts": analysis.restarts,
            "seconds": analysis.seconds,
            "paths": list(self.request.paths),
            "reuse": {"known": analysis.reuse[0], "read": analysis.reuse[1]} if analysis.reuse else None,
        }


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
