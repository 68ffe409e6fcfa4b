"""The path under which a JVM application serves everything: Spring's context path, servlet path and base path, Quarkus' root path, Micronaut's.

Takes the configuration files of a snapshot, gives the prefix of a source file; profiles are not read: they say what one installation does.
"""

from __future__ import annotations

import re

from graph.definition import FileView
from graph.model import Evidence
from graph.routes.route import Prefix
from graph.world import World, at_line

_FILE = re.compile(
    r"^(?:(.*?)/)??(?:src/main/resources/(?:config/)?|config/)?(?:application|bootstrap)\.(?:ya?ml|properties)$"
)
_NAMES = ("application.", "bootstrap.")
_PLACEHOLDER = re.compile(r"\$\{[^:{}]+(?::([^{}]*))?\}")
_SERVLET = frozenset({"server.servlet.contextpath", "server.contextpath"})
_KEYS = {
    "spring": (_SERVLET, frozenset({"spring.mvc.servlet.path", "spring.webflux.basepath"})),
    "jaxrs": (frozenset({"quarkus.http.rootpath"}),),
    "micronaut": (frozenset({"micronaut.server.contextpath"}),),
}
"""Keys in relaxed spelling by family, those of the outer part of the path first."""


class ContextPaths:
    """The prefixes of one family's applications."""

    def __init__(self, world: World, family: str) -> None:
        self._found: dict[str, Prefix] = {}
        parts = _KEYS[family]
        said: dict[str, dict[int, tuple[str | None, Evidence]]] = {}
        for view in world.project.views.values():
            named = view.path.rpartition("/")[2].startswith(_NAMES)
            placed = _FILE.match(view.path) if named else None
            if placed is None or view.test:
                continue
            for key, value, proof in _values(view):
                for part, names in enumerate(parts):
                    if key in names:
                        said.setdefault(placed.group(1) or "", {}).setdefault(part, (_text(value), proof))
        for folder, pieces in said.items():
            prefix = Prefix()
            for part in sorted(pieces):
                text, proof = pieces[part]
                prefix = prefix.then(text, (proof,))
            self._found[folder] = prefix

    def of(self, view: FileView) -> Prefix:
        """Return the prefix of the application a file belongs to: of the nearest module above it."""
        folder = view.path
        while folder and self._found:
            folder = folder.rpartition("/")[0]
            if folder in self._found:
                return self._found[folder]
        return Prefix()


def _values(view: FileView) -> list[tuple[str, str, Evidence]]:
    """Return (relaxed key, value, evidence) of the context paths in a file; facts and keys stand in the order of the file."""
    values = [value for name, value in view.facts.extras if name == "server.context-path"]
    known = {key for family in _KEYS.values() for names in family for key in names}
    keys = [
        (relaxed, symbol.declaration_line)
        for symbol in view.facts.symbols
        for relaxed in [symbol.qualified.lower().replace("-", "").replace("_", "")]
        if symbol.kind == "config_key" and relaxed in known
    ]
    return [(key, value, at_line(view.path, line)) for (key, line), value in zip(keys, values, strict=False)]


def _text(value: str) -> str | None:
    """Return a path as the files give it: a placeholder's default counts, one without makes the path unknown."""
    written = value.strip().strip("\"'")
    defaults = [found.group(1) for found in _PLACEHOLDER.finditer(written)]
    if None in defaults or ("${" in written and not defaults):
        return None
    return _PLACEHOLDER.sub(lambda found: found.group(1) or "", written)
