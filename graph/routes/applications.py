"""Which application serves a route, where several of one repository serve the same method and path.

A route keeps its plain id while it is the only one; else each application but the one at the repository's root puts its folder in front, or
the file and the variable of its application object when one folder holds several.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from graph.routes.route import Route

_MANIFESTS = frozenset(
    "pom.xml build.gradle build.gradle.kts package.json go.mod pyproject.toml setup.py setup.cfg requirements.txt manage.py Cargo.toml "
    "composer.json Gemfile mix.exs".split()
)
_ENDINGS = (".csproj", ".fsproj")


def told_apart(routes: Sequence[Route], paths: Iterable[str]) -> list[Route]:
    """Return `routes`, those of one id that several applications serve with `application` set; `paths` are all files of the snapshot."""
    groups: defaultdict[str, list[Route]] = defaultdict(list)
    for route in routes:
        groups[route.id].append(route)
    folders: frozenset[str] | None = None
    found: list[Route] = []
    for group in groups.values():
        if len({(one.view.path, one.root) for one in group}) > 1:
            folders = _modules(paths) if folders is None else folders
            found += _labelled(group, folders)
        else:
            found += group
    return found


def _modules(paths: Iterable[str]) -> frozenset[str]:
    """Return the folders that hold a manifest: each is a module of its own."""
    known = set(paths)
    found = set()
    for path in known:
        folder, _, name = path.rpartition("/")
        module = name == "setup.py" and f"{folder}/__init__.py" in known  # a module of a package that is only called so
        if (name in _MANIFESTS or name.endswith(_ENDINGS)) and not module:
            found.add(folder)
    return frozenset(found)


def _labelled(group: list[Route], folders: frozenset[str]) -> list[Route]:
    served = [(_module(one.root[0] if one.root else one.view.path, folders), one) for one in group]
    objects: defaultdict[str, set[tuple[str, str, str]]] = defaultdict(set)
    for folder, one in served:
        objects[folder] |= {one.root} if one.root is not None else set()
    return [replace(one, application=_label(folder, one, objects[folder])) for folder, one in served]


def _label(folder: str, route: Route, objects: set[tuple[str, str, str]]) -> str:
    if route.root is None or len(objects) == 1:
        return folder
    path, scope, name = route.root
    if len({one[0] for one in objects}) == len(objects):
        return path
    return f"{path}#{f'{scope}.' if scope else ''}{name.partition('@')[0]}"


def _module(path: str, folders: frozenset[str]) -> str:
    folder = path.rpartition("/")[0]
    while folder and folder not in folders:
        folder = folder.rpartition("/")[0]
    return folder
