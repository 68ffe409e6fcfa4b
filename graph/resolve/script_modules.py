"""TypeScript and JavaScript modules: specifiers to files, against what is declared and nothing else.

Relative paths with extension swap and `/index`, `paths` and `baseUrl` of the nearest tsconfig or jsconfig, workspace packages by name with their
exports, `#imports`. No suffix or base name ever matches by itself.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import Any

from graph.project import Project

_EXTENSIONS = (
    ".ts",
    ".tsx",
    ".mts",
    ".cts",
    ".js",
    ".jsx",
    ".mjs",
    ".cjs",
    ".vue",
    ".svelte",
    ".astro",
    ".d.ts",
    ".d.mts",
)
_SWAPS = {".js": (".ts", ".tsx", ".d.ts", ".jsx"), ".jsx": (".tsx",), ".mjs": (".mts", ".d.mts"), ".cjs": (".cts",)}
_CONDITIONS = ("source", "types", "import", "module", "default", "require", "node", "browser")
_BUILT = ("dist", "lib", "build", "out", "esm", "cjs")
_HOPS = 6


class ScriptModules:
    """Finds the file of a module specifier."""

    def __init__(self, project: Project, manifests: Mapping[str, Mapping[str, Any]]) -> None:
        """Read `manifests`: the objects of package.json, tsconfig*.json and jsconfig.json by path."""
        self._files = project.views
        self._manifests = manifests
        self._packages: dict[str, str] = {}
        for path in sorted(manifests):
            name = manifests[path].get("name")
            if posixpath.basename(path) == "package.json" and isinstance(name, str):
                self._packages.setdefault(name, posixpath.dirname(path))
        self._found: dict[str, dict[str, str | None]] = {}
        self._paths: dict[str, list[tuple[str, str, list[str]]]] = {}

    def find(self, specifier: str, importer: str) -> str | None:
        """Return the path of the file that `specifier` names when written in the file `importer`."""
        folder = importer.rpartition("/")[0]
        known = self._found.get(folder)
        if known is None:
            known = self._found[folder] = {}
        if specifier not in known:
            known[specifier] = self._search(specifier, folder)
        return known[specifier]

    def is_external(self, specifier: str) -> bool:
        """Tell whether a specifier is a bare package name that no workspace has."""
        return not specifier.startswith((".", "/", "#")) and _package(specifier) not in self._packages

    def _search(self, specifier: str, folder: str) -> str | None:
        if specifier.startswith("."):
            return self._file(_normal(posixpath.join(folder, specifier)))
        for base, pattern, targets in self._mapped(folder):
            for target in targets:
                filled = _fill(pattern, target, specifier)
                found = self._file(_normal(posixpath.join(base, filled))) if filled is not None else None
                if found is not None:
                    return found
        package = _package(specifier)
        if package in self._packages:
            return self._in_package(self._packages[package], "." + specifier[len(package) :])
        return self._own_import(specifier, folder) if specifier.startswith("#") else None

    def _file(self, base: str | None) -> str | None:
        if base is None:
            return None
        if base in self._files:
            return base
        stem, extension = posixpath.splitext(base)
        for start, endings in ((stem, _SWAPS.get(extension, ())), (base, _EXTENSIONS), (_inside(base), _EXTENSIONS)):
            for ending in endings:
                if start + ending in self._files:
                    return start + ending
        return None

    def _mapped(self, folder: str) -> list[tuple[str, str, list[str]]]:
        if folder not in self._paths:
            self._paths[folder] = self._read_paths(folder)
        return self._paths[folder]

    def _read_paths(self, folder: str) -> list[tuple[str, str, list[str]]]:
        at = folder
        while True:
            for name in ("tsconfig.json", "jsconfig.json", "tsconfig.base.json"):
                path = posixpath.join(at, name)
                if path in self._manifests:
                    return self._options(path)
            if not at:
                return []
            at = posixpath.dirname(at)

    def _options(self, path: str, hops: int = 0) -> list[tuple[str, str, list[str]]]:
        config = self._manifests.get(path)
        if config is None or hops > _HOPS:
            return []
        options = config.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        folder = posixpath.dirname(path)
        base = options.get("baseUrl")
        root = _normal(posixpath.join(folder, base)) if isinstance(base, str) else folder
        found: list[tuple[str, str, list[str]]] = []
        paths = options.get("paths")
        if isinstance(paths, dict) and root is not None:
            for pattern in sorted(paths, key=lambda one: (-len(one.split("*")[0]), one)):
                targets = paths[pattern]
                found.append(
                    (
                        root,
                        pattern,
                        [one for one in targets if isinstance(one, str)] if isinstance(targets, list) else [],
                    )
                )
        if isinstance(base, str) and root is not None:
            found.append((root, "*", ["*"]))
        above = config.get("extends")
        for one in above if isinstance(above, list) else [above]:
            if isinstance(one, str) and one.startswith(".") and not found:
                target = _normal(posixpath.join(folder, one)) or ""
                found += self._options(target if target.endswith(".json") else f"{target}.json", hops + 1)
        return found

    def _in_package(self, folder: str, inner: str) -> str | None:
        manifest = self._manifests.get(posixpath.join(folder, "package.json"), {})
        exports = manifest.get("exports")
        targets = _exported(exports, inner)
        if inner == ".":
            targets += [
                one
                for one in (manifest.get(key) for key in ("source", "types", "module", "main"))
                if isinstance(one, str)
            ]
            targets += ["src/index", "index"]
        else:
            targets += [inner, posixpath.join("src", inner)]
        for target in targets:
            for spelled in (target, *_sources(target)):
                found = self._file(_normal(posixpath.join(folder, spelled)))
                if found is not None:
                    return found
        return None

    def _own_import(self, specifier: str, folder: str) -> str | None:
        at = folder
        while True:
            manifest = self._manifests.get(posixpath.join(at, "package.json"))
            if manifest is not None:
                for target in _exported(manifest.get("imports"), specifier):
                    found = self._file(_normal(posixpath.join(at, target)))
                    if found is not None:
                        return found
                return None
            if not at:
                return None
            at = posixpath.dirname(at)


def _inside(folder: str) -> str:
    return f"{folder}/index" if folder else "index"


def _normal(path: str) -> str | None:
    """Return a normalised path below the root, None for one that leaves it."""
    plain = posixpath.normpath(path)
    if plain.startswith(("..", "/")):
        return None
    return "" if plain == "." else plain


def _package(specifier: str) -> str:
    parts = specifier.split("/")
    return "/".join(parts[:2]) if specifier.startswith("@") else parts[0]


def _fill(pattern: str, target: str, specifier: str) -> str | None:
    head, star, tail = pattern.partition("*")
    if not star:
        return target if pattern == specifier else None
    if not specifier.startswith(head) or not specifier.endswith(tail) or len(specifier) < len(head) + len(tail):
        return None
    return target.replace("*", specifier[len(head) : len(specifier) - len(tail)])


def _exported(exports: object, inner: str) -> list[str]:
    """Return the targets of a subpath in an `exports` or `imports` map, conditions and arrays included."""
    if isinstance(exports, str):
        return [exports] if inner == "." else []
    if not isinstance(exports, dict):
        return []
    if not any(isinstance(key, str) and key.startswith((".", "#")) for key in exports):
        return _targets(exports) if inner == "." else []
    found: list[str] = []
    for key in sorted(exports, key=lambda one: (-len(str(one)), str(one))):
        for target in _targets(exports[key]):
            filled = _fill(str(key), target, inner)
            if filled is not None:
                found.append(filled)
    return found


def _targets(entry: object) -> list[str]:
    stack, found = [entry], list[str]()
    while stack and len(found) < 16:  # noqa: PLR2004 - a manifest with more alternatives is not one to follow
        one = stack.pop(0)
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, list):
            stack = [*one, *stack]
        elif isinstance(one, dict):
            stack = [*(one[key] for key in _CONDITIONS if key in one), *stack]
    return found


def _sources(target: str) -> list[str]:
    """Return the source spellings of a built file: `./dist/x.js` -> `./src/x`, `./x`."""
    plain = target.removeprefix("./")
    first, _, rest = plain.partition("/")
    if first not in _BUILT or not rest:
        return []
    inner = rest.split("/", 1)[1] if rest.split("/", 1)[0] in _BUILT and "/" in rest else rest
    stem = inner
    for suffix in (".d.ts", ".d.mts", ".mjs", ".cjs", ".js", ".ts"):
        if stem.endswith(suffix):
            stem = stem[: -len(suffix)]
            break
    return [posixpath.join("src", stem), stem]
