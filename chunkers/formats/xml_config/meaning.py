"""What known XML files say of a project: Maven coordinates and modules, .NET references, the classes that beans and loggers name.

Takes a scan, gives extras and mentions; nothing is resolved.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from chunkers.formats.section.model import Section
from chunkers.formats.tree.node import Node
from chunkers.formats.xml_config.scan import XmlScan
from chunkers.span import Lines, Span
from chunkers.symbol import Mention, Symbol
from chunkers.unit import Cut

_CLASS = re.compile(r"(?:[a-z_$][\w$]*\.)+[A-Z$][\w$.]*\Z")
_CLASS_KEYS = ("class", "type", "factory-class", "impl", "interface")
_CLASS_TAGS = frozenset("servlet-class filter-class listener-class mainClass main-class class".split())


def xml_extras(path: str, scan: XmlScan, data: bytes) -> tuple[tuple[str, str], ...]:
    """Return the project facts of an XML file by its root element."""
    root = scan.root
    if root is None or root.key not in {"project", "Project"}:
        return ()
    found = (
        _maven(root, data)
        if root.key == "project" and posixpath.basename(path).startswith("pom")
        else _dotnet(root, scan)
    )
    return tuple((name, value) for name, value in found if value)


def _text(data: bytes, node: Node | None) -> str:
    if node is None or node.children:
        return ""
    return data[node.at : node.end].partition(b"</")[0].decode("utf-8", "replace").strip()


def _maven(root: Node, data: bytes) -> Iterator[tuple[str, str]]:
    parent = root.get("parent")
    group = root.get("groupId") or (parent.get("groupId") if parent else None)
    yield "maven.group", _text(data, group)
    yield "maven.artifact", _text(data, root.get("artifactId"))
    modules, dependencies, build = root.get("modules"), root.get("dependencies"), root.get("build")
    yield from (("maven.module", _text(data, node)) for node in (modules.children if modules else ()))
    for key in ("sourceDirectory", "testSourceDirectory"):
        yield "maven.source", _text(data, build.get(key) if build else None)
    for one in dependencies.children if dependencies else ():
        yield "maven.dependency", f"{_text(data, one.get('groupId'))}:{_text(data, one.get('artifactId'))}".strip(":")


def _dotnet(root: Node, scan: XmlScan) -> Iterator[tuple[str, str]]:
    for group in root.children:
        for node in group.children:
            include = scan.attributes.get(node.start, {}).get("Include", "")
            if node.key == "ProjectReference":
                yield "dotnet.project", include.replace("\\", "/")
            elif node.key == "PackageReference":
                yield "dotnet.package", include


_READ = {
    ("appSettings", "add"): "key",
    ("connectionStrings", "add"): "name",
    ("properties", "entry"): "key",
}
_READ_TEXT = {("context-param", "param-name"), ("init-param", "param-name"), ("env-entry", "env-entry-name")}


def read_keys(scan: XmlScan, lines: Lines, language: str | None) -> list[Symbol]:
    """Return a `config_key` symbol per setting that a program asks for by name: .NET settings, parameters of servlets, property entries."""
    found: dict[str, Symbol] = {}
    stack = [(scan.root, "")] if scan.root else []
    while stack:
        node, above = stack.pop()
        stack.extend((child, node.key or "") for child in reversed(node.children))
        place = (above, node.key or "")
        name = scan.attributes.get(node.start, {}).get(_READ.get(place, ""), "")
        name = _text(scan.data, node) if place in _READ_TEXT else name
        if name:
            line = lines.line_at(node.start)
            found.setdefault(name, Symbol("config_key", name, name, Span(line, line), line, language=language))
    return list(found.values())


def class_mentions(cut: Cut, scan: XmlScan, found: Sequence[Section], lines: Lines) -> Cut:
    """Add a mention of kind "type" for each class that an attribute or element names."""
    mentions: list[Mention] = []
    for section in found:
        stack = list(reversed(section.nodes))
        while stack:
            node = stack.pop()
            stack.extend(reversed(node.children))
            own = scan.attributes.get(node.start, {})
            names = [own[key] for key in _CLASS_KEYS if key in own]
            names += [_text(scan.data, node)] if node.key in _CLASS_TAGS else []
            mentions += [
                Mention("type", name, section.title, lines.line_at(node.start)) for name in names if _CLASS.match(name)
            ]
    return replace(cut, facts=replace(cut.facts, mentions=(*cut.facts.mentions, *mentions)))
