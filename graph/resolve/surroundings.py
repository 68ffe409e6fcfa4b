"""What a file sees beyond itself, by language: namespaces and `using`, Rust module paths, C headers, Ruby's global constants.

Takes a name and a file, gives a definition and the rule that found it; used where a language has no engine of its own.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from chunkers.symbol import Import
from graph.definition import Definition, FileView
from graph.project import Project, family
from graph.resolve.rust_modules import RustModules

_DEPTH = 3
_GLOBAL = frozenset({"php", "kotlin"})
_C = frozenset({"c", "cpp", "objc"})


class Surroundings:
    """Names from other files, for the languages that the plain engine reads."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self.rust = RustModules(project)
        self._found: dict[tuple[int, str], tuple[Definition, str] | None] = {}
        self._bodies: dict[str, list[Definition]] = {}
        self._macros: dict[str, list[Definition]] = {}
        for definition in project.definitions:
            if definition.view.language == "rust":
                if (definition.symbol.signature or "").startswith("macro_rules!"):
                    self._macros.setdefault(definition.name, []).append(definition)
            elif (
                definition.view.language in _C
                and definition.is_callable
                and "prototype" not in definition.symbol.tags
                and definition.parent is None
            ):
                self._bodies.setdefault(definition.name, []).append(definition)

    def find(self, name: str, view: FileView) -> tuple[Definition, str] | None:
        """Return what `name` means in `view` through its package, its imports or its headers."""
        key = (id(view), name)
        if key not in self._found:
            self._found[key] = self._search(name, view)
        return self._found[key]

    def _search(self, name: str, view: FileView) -> tuple[Definition, str] | None:
        if view.language in _C:
            return self._declared(name, view)
        found = self._in_package(name, view) if view.facts.package is not None else None
        return found or self._global(name, view)

    def _in_package(self, name: str, view: FileView) -> tuple[Definition, str] | None:
        """Return what a namespace around a file, or one that it opens, holds under a name."""
        kind = family(view.facts.language)
        for package in _outward(view.container):
            found = self._in(kind, package, name)
            if found is not None:
                return found, "same_package"
        for local, items in view.imports.get("", {}).items():
            package = items[0].module.replace("\\", ".")
            found = self._in(kind, package, name) if local == "*" or items[0].name is None else None
            if found is not None:
                return found, "wildcard_import" if local == "*" else "explicit_import"
        return None

    def _global(self, name: str, view: FileView) -> tuple[Definition, str] | None:
        """Return what a name means everywhere, for the languages that have such names."""
        if view.language == "rust":
            macros = self._macros.get(name, ())  # their scope is textual; one of its name can only be meant
            return (macros[0], "wildcard_import") if len(macros) == 1 else None
        found = self._in(family(view.facts.language), "", name)
        if found is None:
            return None
        if view.language == "ruby":
            seen = found.is_type
        elif view.language == "php" and view.facts.package is not None:
            seen = found.is_callable  # functions, but not types, fall back to it (PHP manual, name resolution)
        else:
            seen = view.language == "csharp" or (view.language in _GLOBAL and view.facts.package is None)
        return (found, "same_package") if seen else None

    def imported(self, item: Import, view: FileView) -> Definition | None:
        """Return the definition an import names."""
        kind = family(view.facts.language)
        if view.language == "rust":
            return self.rust.imported(item, view)
        module = item.module.replace("\\", ".").replace("::", ".")
        if item.name and item.name != "*":
            return self._in(kind, module, item.name)
        package, _, last = module.rpartition(".")
        return self._in(kind, package, last)

    def included(self, item: Import, view: FileView) -> FileView | None:
        """Return the file that an include or a relative require names."""
        folder = posixpath.dirname(view.path)
        module = item.module.strip("<>")
        spelled = posixpath.normpath(posixpath.join(folder, module))
        tried = [] if module != item.module else [spelled, f"{spelled}.rb", f"{spelled}.php"]
        tried += [posixpath.normpath(posixpath.join(one, module)) for one in (*_above(folder), "include", "src")]
        return next(
            (self._project.views[one] for one in tried if one in self._project.views and one != view.path), None
        )

    def _in(self, kind: str, package: str, name: str) -> Definition | None:
        found = self._project.types.get((kind, package), {}).get(name)
        return found[0] if found else None

    def _declared(self, name: str, view: FileView) -> tuple[Definition, str] | None:
        """Return the body of a function that an included header declares; the declaration when no single body is in the repository."""
        seen, queue = {view.path}, [(view, 0)]
        while queue:
            current, depth = queue.pop(0)
            for found in current.top.get(name, ()) if current is not view else ():
                bodies = [
                    one
                    for one in self._bodies.get(name, ())
                    if one.view.test <= view.test and "static" not in one.symbol.modifiers
                ]
                return (bodies[0] if len(bodies) == 1 and found.is_callable else found), "explicit_import"
            for item in current.facts.imports if depth < _DEPTH else ():
                header = self.included(item, current)
                if header is not None and header.path not in seen:
                    seen.add(header.path)
                    queue.append((header, depth + 1))
        return None


def _outward(container: str) -> Iterator[str]:
    """Yield a namespace and those around it."""
    while container:
        yield container
        container = container.rpartition(".")[0]


def _above(folder: str) -> Iterator[str]:
    while folder:
        folder = posixpath.dirname(folder)
        yield folder
