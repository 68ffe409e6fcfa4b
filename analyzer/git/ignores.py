"""Which untracked files of a work tree git would ignore.

Takes the `.gitignore` texts as the walk meets them and the repository's own exclude file; answers path by path. The user's global excludes
are no part of the repository and are not read.
"""

from __future__ import annotations

from chunkers.globs import Globs

_MAX_LINES = 10_000


class Ignores:
    """Ignore files by folder; the deepest that speaks of a path decides, the exclude file last."""

    def __init__(self, excludes: bytes | None) -> None:
        """Start with the text of `info/exclude`."""
        self._excludes = _globs(excludes)
        self._folders: dict[str, Globs] = {}

    def add(self, folder: str, text: bytes | None) -> None:
        """Note the `.gitignore` of `folder` ("" is the root)."""
        globs = _globs(text)
        if globs:
            self._folders[folder] = globs

    def ignored(self, path: str, *, folder: bool) -> bool:
        """Tell whether exactly `path` is ignored; folders above it are the caller's concern."""
        above = path
        while above:
            above = above.rpartition("/")[0]
            globs = self._folders.get(above)
            verdict = globs.decides(path[len(above) + 1 :] if above else path, folder=folder) if globs else None
            if verdict is not None:
                return verdict
        return bool(self._excludes.decides(path, folder=folder))


def _globs(text: bytes | None) -> Globs:
    return Globs((text or b"").decode("utf-8", "surrogateescape").removeprefix("\ufeff").split("\n")[:_MAX_LINES])
