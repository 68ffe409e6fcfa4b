"""A key tree cut into config sections: manifests whole, profiles marked, jobs with what they need; units and facts of one file.

Takes a `KeyTree`, gives a `Cut`; what each part means is decided in the modules it calls.
"""

from __future__ import annotations

import re
from dataclasses import replace

from chunkers.chunker import ChunkingInput
from chunkers.formats.section import kubernetes, kustomize, needs
from chunkers.formats.section.facts import env_symbols, key_symbols, placeholder_mentions, variables
from chunkers.formats.section.keys import duplicates
from chunkers.formats.section.model import Section
from chunkers.formats.section.project import project_extras
from chunkers.formats.section.single import on_one_line
from chunkers.formats.section.tooling import is_cloud_template, is_tool_config
from chunkers.formats.section.units import section_units
from chunkers.formats.section.walk import sections, whole
from chunkers.formats.tree.node import SEQUENCE, Document, Node
from chunkers.formats.tree.reading import JSON_TEXT, KeyTree
from chunkers.formats.tree.scalar import text_of
from chunkers.span import Lines
from chunkers.symbol import FileFacts, Mention, Symbol
from chunkers.text.windows import windows
from chunkers.unit import Cut, JsonValue

FEW_LINES = 3
_MANIFEST = re.compile(r"doc\[\d+\]\Z")


def config_cut(given: ChunkingInput, tree: KeyTree) -> Cut:
    """Return the config sections of a file as units with their facts."""
    if _hopeless(given, tree):
        return windows(given, status="FALLBACK", reason="not_understood")
    found = [section for document in tree.documents for section in _sections(document, tree, given.path)]
    units = on_one_line(given, section_units(found, given, tree.edges))
    warnings = [w for document in tree.documents for w in duplicates(document.root, tree.edges.lines)]
    return Cut(
        tuple(units),
        _facts(given, tree, found),
        status="PARTIAL" if tree.broken else "OK",
        broken=tree.broken,
        reason="syntax_errors" if tree.broken else None,
        warnings=tuple(sorted(warnings, key=lambda w: w[1])),
    )


def _hopeless(given: ChunkingInput, tree: KeyTree) -> bool:
    """Tell whether most lines of a file did not follow its syntax."""
    broken = sum(last - first + 1 for first, last in tree.broken)
    return broken * 2 > len(given.clean.lines) and broken > FEW_LINES


def _sections(document: Document, tree: KeyTree, path: str) -> list[Section]:
    title = kubernetes.title_of(document.root, tree.source)
    targets: list[tuple[str, Node]] = []
    if title is not None:
        found = whole(document, tree.edges, title, f"doc[{document.index}]")
        named = kustomize if kustomize.is_kustomization(path, title) else kubernetes
        targets = named.references(document.root, tree.source)
    else:
        found = sections(document, tree.edges)
    profile = _profile(document, tree)
    several = sum(1 for d in tree.documents if d.root.children) > 1
    foreign = title is None and kustomize.is_kustomization(path, None)
    return [
        _dressed(
            section,
            tree,
            profile,
            [t for t, _ in (_listed(section, tree.source) if foreign else targets)],
            several=several,
        )
        for section in found
    ]


def _listed(section: Section, source: bytes) -> list[tuple[str, Node]]:
    """Return the paths of a kustomization that says nothing of its kind, section by section."""
    return [pair for node in section.nodes if node.kind is SEQUENCE for pair in kustomize.of_list(node, source)]


def _dressed(section: Section, tree: KeyTree, profile: str | None, targets: list[str], *, several: bool) -> Section:
    """Add attributes, pointer and logical name to a section."""
    attributes: dict[str, JsonValue] = {}
    wanted = list(
        dict.fromkeys(
            targets
            or [
                target
                for target, _ in needs.targets(
                    section.nodes, tree.source, prefix=section.prefix, bare=tree.syntax == JSON_TEXT
                )
            ]
        )
    )
    if wanted:
        attributes["references"] = wanted
    if profile is not None:
        attributes["profile"] = profile
    if tree.templated:
        attributes["templated"] = True
    pointer = section.pointer or (f"doc[{section.document}].{section.title}" if several else section.title)
    return replace(
        section, attributes=attributes, pointer=pointer, label=f"{section.title}@{profile}" if profile else None
    )


def _profile(document: Document, tree: KeyTree) -> str | None:
    """Return the Spring profile a document is for; dotted keys count like nested ones."""
    for keys in (
        ("spring", "config", "activate", "on-profile"),
        ("spring", "profiles"),
        ("spring", "config", "activate", "onProfile"),
    ):
        node = document.root.find(*keys) or document.root.get(".".join(keys))
        text = text_of(tree.source, node)
        if text:
            return text
        if node is not None and node.kind is SEQUENCE:
            return ",".join(text_of(tree.source, item) for item in node.children)
    return None


def _facts(given: ChunkingInput, tree: KeyTree, found: list[Section]) -> FileFacts:
    lines, language = tree.edges.lines, given.classification.language
    template = is_cloud_template(tree.root)
    read_by_name = not (template or is_tool_config(given.path))
    plain = [s for s in found if (read_by_name and not _MANIFEST.match(s.pointer or "")) or _is_profiled(s)]
    mentions: list[Mention] = []
    for section in found:
        line = lines.line_at(section.nodes[0].start)
        references = section.attributes.get("references", ())
        mentions += [Mention("needs", target, section.title, line) for target in references]
        mentions += [] if template else placeholder_mentions(section, lines)
    symbols = [*key_symbols(plain, lines, language), *env_symbols(found, lines, tree.source, language)]
    symbols += [s for s in _config_maps(found, lines, language) if s.name not in {one.name for one in symbols}]
    return FileFacts(
        given.path,
        language,
        given.classification.category.value,
        symbols=tuple(symbols),
        mentions=tuple(mentions),
        extras=project_extras(given.path, tree.root, tree.source),
    )


def _config_maps(found: list[Section], lines: Lines, language: str | None) -> list[Symbol]:
    """Return an `env_var` symbol per entry of a ConfigMap or Secret that is named like a variable."""
    return [
        symbol
        for section in found
        if _MANIFEST.match(section.pointer or "") and section.title.partition("/")[0] in {"ConfigMap", "Secret"}
        for node in section.nodes
        if node.key in {"data", "stringData"}
        for symbol in variables(((child.key or "", child) for child in node.children), lines, language)
    ]


def _is_profiled(section: Section) -> bool:
    return "profile" in section.attributes
