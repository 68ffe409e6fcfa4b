"""Python modules of a snapshot: dotted names to files, from every root a test run or an installed package would put on the path.

Takes the project, answers `find(dotted, importer)`; a name whose first segment is nowhere in the repository is external.
"""

from __future__ import annotations

import posixpath

from graph.definition import FileView
from graph.naming import python_module
from graph.project import Project


class PythonModules:
    """Finds modules by dotted name."""

    def __init__(self, project: Project) -> None:
        self._files: dict[str, list[tuple[int, FileView]]] = {}
        self._packages: set[str] = set()
        for path, view in project.views.items():
            if view.language != "python":
                continue
            for rank, root in enumerate(_roots(path, view.root)):
                name = python_module(path, root)
                self._files.setdefault(name, []).append((rank, view))
                parts = name.split(".")
                self._packages.update(".".join(parts[:depth]) for depth in range(1, len(parts)))

    def find(self, dotted: str, importer: FileView) -> FileView | None:
        """Return the file of a module, the one nearest to the importer when roots compete; None when two are equally near."""
        found = self._files.get(dotted)
        if not found:
            return None
        if len(found) == 1:
            return found[0][1]
        ranked = sorted(
            found,
            key=lambda one: (
                one[1].path.endswith(".pyi"),
                one[0] > 0,
                -_shared(one[1].path, importer.path),
                one[0],
                one[1].path,
            ),
        )
        return ranked[0][1]

    def is_package(self, dotted: str) -> bool:
        """Tell whether some module of the repository lies below `dotted`."""
        return dotted in self._packages

    def absolute(self, module: str, importer: FileView) -> str:
        """Return the dotted name of a possibly relative module, seen from `importer`."""
        level = len(module) - len(module.lstrip("."))
        if not level:
            return module
        base = python_module(importer.path, importer.root).split(".")
        is_package = posixpath.basename(importer.path).startswith("__init__.")
        keep = len(base) - level + (1 if is_package else 0)
        return ".".join([*base[: max(keep, 0)], *([module[level:]] if module[level:] else [])])


def _roots(path: str, root: str) -> list[str]:
    """Return the folders from which `path` could be imported, its own root first."""
    folder = posixpath.dirname(path)
    roots = [root, folder]
    while folder:
        folder = posixpath.dirname(folder)
        roots.append(folder)
    inside = [one for one in dict.fromkeys(roots) if one == root or not one.startswith(f"{root}/" if root else "\0")]
    return (
        inside
        if posixpath.dirname(path) != root and root
        else list(dict.fromkeys([root, posixpath.dirname(path), *inside]))
    )


def _shared(left: str, right: str) -> int:
    count = 0
    for one, other in zip(left.split("/"), right.split("/"), strict=False):
        if one != other:
            break
        count += 1
    return count
