"""Project facts for the symbol graph, as (name, value) extras; names may repeat.

package.json: `npm.name` `npm.main` `npm.module` `npm.types` `npm.type` `npm.workspace` and `npm.export` ("./sub=./dist/sub.js").
tsconfig/jsconfig: `ts.baseUrl` `ts.extends` `ts.rootDir` `ts.outDir` `ts.path` ("@app/*=src/app/*") `ts.reference`.
pnpm-workspace.yaml, lerna.json: `npm.workspace`. Spring: `server.context-path`. Nothing is resolved here.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from chunkers.formats.section.keys import leaves
from chunkers.formats.tree.node import MAPPING, SCALAR, SEQUENCE, Node
from chunkers.formats.tree.scalar import text_of

_CONTEXT = frozenset(
    "server.servlet.context-path server.servlet.contextpath server.context-path server.contextpath spring.mvc.servlet.path "
    "spring.webflux.base-path quarkus.http.root-path micronaut.server.context-path".split()
)
_TSCONFIG = re.compile(r"(?:ts|js)config(?:\.[\w.-]+)?\.json\Z")

Extra = tuple[str, str]


def project_extras(path: str, root: Node, source: bytes) -> tuple[Extra, ...]:
    """Return the project facts of a config file by its name; none for most."""
    name = posixpath.basename(path)
    if name == "package.json":
        return tuple(_package(root, source))
    if _TSCONFIG.match(name):
        return tuple(_tsconfig(root, source))
    if name in {"pnpm-workspace.yaml", "pnpm-workspace.yml", "lerna.json"}:
        return tuple(("npm.workspace", text) for text in _texts(root.get("packages"), source))
    if name.startswith(("application", "bootstrap")):
        return context_path((key, text_of(source, node)) for key, node in leaves(root.children, ""))
    return ()


def context_path(pairs: Iterator[Extra]) -> tuple[Extra, ...]:
    """Return the path under which an application serves, from its dotted keys."""
    return tuple(("server.context-path", value) for key, value in pairs if key.lower() in _CONTEXT and value)


def _package(root: Node, source: bytes) -> Iterator[Extra]:
    for key in ("name", "main", "module", "types", "type"):
        if text_of(source, root.get(key)):
            yield f"npm.{key}", text_of(source, root.get(key))
    spaces = root.get("workspaces")
    for text in _texts(spaces.get("packages") if spaces is not None and spaces.kind is MAPPING else spaces, source):
        yield "npm.workspace", text
    yield from _exports(root.get("exports"), source)


def _exports(exports: Node | None, source: bytes) -> Iterator[Extra]:
    """Yield each subpath with the first target any of its conditions names."""
    if exports is None:
        return
    if exports.kind is SCALAR:
        yield "npm.export", f".={text_of(source, exports)}"
        return
    conditional = not any((child.key or "").startswith(".") for child in exports.children)
    for sub, node in [(".", exports)] if conditional else [(child.key or "", child) for child in exports.children]:
        yield from (("npm.export", f"{sub}={target}") for target in dict.fromkeys(_scalars(node, source)))


def _scalars(node: Node, source: bytes) -> Iterator[str]:
    stack = [node]
    while stack:
        one = stack.pop()
        stack.extend(reversed(one.children))
        if one.kind is SCALAR:
            yield text_of(source, one)


def _tsconfig(root: Node, source: bytes) -> Iterator[Extra]:
    for text in _texts(root.get("extends"), source):
        yield "ts.extends", text
    for key in ("baseUrl", "rootDir", "outDir"):
        text = text_of(source, root.find("compilerOptions", key))
        if text:
            yield f"ts.{key}", text
    paths = root.find("compilerOptions", "paths")
    for alias in paths.children if paths is not None else ():
        yield from (("ts.path", f"{alias.key}={target}") for target in _texts(alias, source))
    references = root.get("references")
    for item in references.children if references is not None else ():
        if text_of(source, item.get("path")):
            yield "ts.reference", text_of(source, item.get("path"))


def _texts(node: Node | None, source: bytes) -> list[str]:
    """Return the text of a scalar, or those of a list."""
    if node is None:
        return []
    if node.kind is SCALAR:
        return [text_of(source, node)]
    return [text_of(source, item) for item in node.children if item.kind is SCALAR] if node.kind is SEQUENCE else []
