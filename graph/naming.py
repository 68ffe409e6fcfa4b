"""Containers: the package, module, import path or file name under which the symbols of a file are known.

Takes the facts of all files, gives (source root, container) per path. Where two files of different roots claim one container, the root goes
into the id (`services/a!app.main`), so that no two definitions ever share one.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Mapping

from chunkers.symbol import FileFacts

SCRIPT = frozenset({"javascript", "typescript", "tsx", "jsx", "vue", "svelte", "astro"})
PACKAGED = frozenset({"java", "kotlin", "scala", "groovy", "csharp", "php", "protobuf"})
_SUFFIXES = (".d.ts", ".d.mts", ".d.cts")


def stem(path: str) -> str:
    """Return `path` without its extension; `.d.ts` counts as one."""
    for suffix in _SUFFIXES:
        if path.endswith(suffix):
            return path[: -len(suffix)]
    return posixpath.splitext(path)[0]


def script_container(path: str) -> str:
    """Return the container of a TypeScript or JavaScript file: its path without extension, `/index` dropped."""
    name = stem(path)
    return name.removesuffix("/index")


def python_root(path: str, packages: frozenset[str]) -> str:
    """Return the source root of a Python file: the parent of its topmost package, a `src` folder, else the repository root."""
    folder = posixpath.dirname(path)
    if folder in packages:
        while posixpath.dirname(folder) in packages and posixpath.dirname(folder) != folder:
            folder = posixpath.dirname(folder)
        return posixpath.dirname(folder)
    parts = folder.split("/") if folder else []
    for depth in range(len(parts), 0, -1):
        if parts[depth - 1] == "src":
            return "/".join(parts[:depth])
    return ""


def python_module(path: str, root: str) -> str:
    """Return the dotted module of `path` below `root`."""
    inner = path[len(root) + 1 :] if root else path
    name = stem(inner)
    if name.endswith("/__init__") or name == "__init__":
        name = name[: -len("__init__")].rstrip("/")
    return name.replace("/", ".") or posixpath.basename(root) or "__init__"


def go_module(path: str, modules: Mapping[str, str]) -> tuple[str, str]:
    """Return (module root folder, import path) of a Go file; `modules` maps folders of go.mod files to their module path."""
    folder = posixpath.dirname(path)
    at = folder
    while True:
        if at in modules:
            inner = folder[len(at) :].lstrip("/") if at else folder
            return at, f"{modules[at]}/{inner}" if inner else modules[at]
        if not at:
            return "", folder or "main"
        at = posixpath.dirname(at)


def containers(files: Iterable[FileFacts], modules: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return (source root, container) by path; `modules` maps folders of go.mod files to module paths."""
    kept = list(files)
    packages = frozenset(
        posixpath.dirname(f.path) for f in kept if posixpath.basename(f.path) in {"__init__.py", "__init__.pyi"}
    )
    packages -= {""}
    plain = {f.path: _container(f, packages, modules) for f in kept}
    roots: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for facts in kept:
        root, name = plain[facts.path]
        if facts.language == "python":
            roots[(facts.language, name)].add(root)
    return {
        path: (root, f"{root}!{name}" if len(roots.get(("python", name), ())) > 1 and root else name)
        for path, (root, name) in plain.items()
    }


def _container(facts: FileFacts, packages: frozenset[str], modules: Mapping[str, str]) -> tuple[str, str]:
    language = facts.language or ""
    if language == "python":
        root = python_root(facts.path, packages)
        return root, python_module(facts.path, root)
    if language == "go":
        root, name = go_module(facts.path, modules)
        return root, name + "_test" if (facts.package or "").endswith("_test") else name
    if language in SCRIPT:
        return "", script_container(facts.path)
    if language in PACKAGED:
        return "", (facts.package or "").replace("\\", ".")
    if language == "ruby":
        return "", ""  # constants are global: any file may reopen any class
    return "", facts.package or stem(facts.path)
