"""Rust module paths: `crate::a::b`, `super::x`, child modules, crates of the workspace, and what `pub use` hands on.

Takes a path and the file it is written in, gives a file or a definition of the snapshot.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from chunkers.symbol import Import
from graph.definition import Definition, FileView
from graph.project import Project

_HOPS = 6
_ROOTS = ("lib.rs", "main.rs")


class RustModules:
    """Finds the files and definitions of Rust paths."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._crates: dict[str, str] | None = None

    def imported(self, item: Import, view: FileView) -> Definition | None:
        """Return the definition that a `use` names."""
        if not item.name or item.name == "*":
            return None
        path = [part for part in f"{item.module}::{item.name}".split("::") if part]
        return self.definition(path, view)

    def definition(self, path: Sequence[str], view: FileView, hops: int = 0) -> Definition | None:
        """Return the definition at a path, through re-exports."""
        source = self.file(path[:-1], view) if len(path) > 1 else None
        if source is None or hops > _HOPS:
            return None
        found = source.top.get(path[-1])
        if found:
            return found[0]
        for item in source.imports.get("", {}).get(path[-1], ()):
            if item.name and item.kind != "include":
                onward = [part for part in f"{item.module}::{item.name}".split("::") if part]
                handed = self.definition(onward, source, hops + 1)
                if handed is not None:
                    return handed
        for item in source.imports.get("", {}).get("*", ()):
            onward = [*(part for part in item.module.split("::") if part), path[-1]]
            handed = self.definition(onward, source, hops + 1)
            if handed is not None:
                return handed
        return None

    def file(self, path: Sequence[str], view: FileView) -> FileView | None:
        """Return the file of a module path written in `view`."""
        if not path:
            return view
        first, *rest = path
        base = self._base(first, view)
        while base is not None and rest and first == "super" and rest[0] == "super":
            base, rest = posixpath.dirname(base), rest[1:]
        if base is None:
            base = self._crate(first)
        if base is None:
            own = self._own(view)
            if self._at(posixpath.join(own, first)) is None:
                return None
            base, rest = own, [first, *rest]
        return self._at(posixpath.join(base, *rest))

    def _at(self, folder: str) -> FileView | None:
        """Return the file of the module whose children lie in `folder`."""
        tried = [f"{folder}.rs"] if folder else []
        tried += [posixpath.join(folder, name) for name in ("mod.rs", *_ROOTS)]
        return next((self._project.views[one] for one in tried if one in self._project.views), None)

    def _own(self, view: FileView) -> str:
        """Return the folder in which the child modules of a file lie."""
        folder, name = posixpath.split(view.path)
        return folder if name in {"mod.rs", *_ROOTS} else posixpath.join(folder, name.removesuffix(".rs"))

    def _base(self, first: str, view: FileView) -> str | None:
        if first == "crate":
            at = posixpath.dirname(view.path)
            while at and not ({f"{at}/{name}" for name in _ROOTS} & self._project.views.keys()):
                at = posixpath.dirname(at)
            return at
        if first == "self":
            return self._own(view)
        return posixpath.dirname(self._own(view)) if first == "super" else None

    def _crate(self, name: str) -> str | None:
        """Return the source folder of a crate of the workspace: `my_lib` lies in `.../my-lib/src`."""
        if self._crates is None:
            found: dict[str, list[str]] = {}
            for path in self._project.views:
                if path.endswith("/src/lib.rs"):
                    folder = path.removesuffix("/src/lib.rs").rpartition("/")[2]
                    found.setdefault(folder.replace("-", "_"), []).append(path.removesuffix("/lib.rs"))
            self._crates = {key: folders[0] for key, folders in found.items() if len(folders) == 1}
        return self._crates.get(name)
