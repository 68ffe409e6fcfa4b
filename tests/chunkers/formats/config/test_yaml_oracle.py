"""YAML against PyYAML: where both accept a text, every key has the same path and line, every document is counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.formats.tree.block import scan_yaml
from chunkers.span import Lines
from tests.chunkers.formats.config.case import cases

YAML_TEXTS = [case for case in cases() if case.path.endswith((".yml", ".yaml"))]
Row = tuple[tuple[str, ...], int]


def loaded(text: bytes, loader: type = yaml.SafeLoader) -> list[list[Row]]:
    """Return (path, line) of every key of every document, as PyYAML marks them."""
    return [sorted(_marks(root)) for root in yaml.compose_all(text, Loader=loader)]


def _marks(root: yaml.Node | None) -> Iterator[Row]:
    stack: list[tuple[yaml.Node, tuple[str, ...]]] = [(root, ())] if root is not None else []
    seen: set[int] = set()
    while stack:
        node, path = stack.pop()
        if id(node) in seen:
            continue  # an alias: its text stands elsewhere
        seen.add(id(node))
        below: list[tuple[yaml.Node, tuple[str, ...]]] = []
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if not isinstance(key, yaml.ScalarNode):
                    continue  # a key that is a collection: template text that happens to be YAML
                yield (*path, key.value), key.start_mark.line + 1
                below.append((value, (*path, key.value)))
        elif isinstance(node, yaml.SequenceNode):
            below = [(item, (*path, str(index))) for index, item in enumerate(node.value)]
        stack.extend(reversed(below))


def scanned(text: bytes) -> list[list[Row]]:
    """Return the same of the project's scanner."""
    stream, lines, found = scan_yaml(text), Lines(text), []
    for document in stream.documents:
        rows: list[Row] = []
        stack = [(document.root, tuple[str, ...]())]
        while stack:
            node, path = stack.pop()
            for index, child in enumerate(node.children):
                name = child.key if node.kind == "mapping" else str(index)
                if node.kind == "mapping":
                    rows.append(((*path, name or ""), lines.line_at(child.start)))
                stack.append((child, (*path, name or "")))
        found.append(sorted(rows))
    return found


@pytest.mark.parametrize("case", YAML_TEXTS, ids=lambda case: case.name)
def test_fixture_keys_equal_the_marks(case: object) -> None:
    text = case.text  # type: ignore[attr-defined]  # parametrised with cases
    try:
        expected = loaded(text)
    except yaml.YAMLError:
        assert scan_yaml(text).broken or b"{{" in text or b"&x" in text
        return
    assert scanned(text) == expected
    assert not scan_yaml(text).broken


# NEL and the Unicode separators end lines for PyYAML (YAML 1.1), never for git and for this project.
TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\x85\u2028\u2029\ufeff"), max_size=60)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    TEXT,
    st.sampled_from(
        [
            "a: b",
            "- x",
            "# c",
            "x #y",
            "|",
            "'",
            '"',
            "{",
            "a\nb\n",
            "  lead\n\n x\n",
            "é: ü",
            "%",
            "---",
            "? x",
            ":",
            "!t",
            "*a",
        ]
    ),
)
KEYS = st.one_of(
    st.text(alphabet="abcxyz_.-/ é", min_size=1, max_size=12),
    st.sampled_from(["a: b", "on", "- k", "'q'", '"', "#k", "x #y", "<<<"]),
)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=25,
)


@settings(max_examples=80, deadline=None)
@given(
    value=st.dictionaries(KEYS, TREES, min_size=1, max_size=5),
    flow=st.sampled_from([None, False, True]),
    indent=st.integers(2, 6),
    width=st.sampled_from([20, 80, 1000]),
    style=st.sampled_from([None, '"', "'", "|", ">"]),
    start=st.booleans(),
)
def test_dumped_values_equal_the_marks(
    value: object, *, flow: bool | None, indent: int, width: int, style: str | None, start: bool
) -> None:
    text = yaml.safe_dump(
        value,
        default_flow_style=flow,
        indent=indent,
        width=width,
        default_style=style,
        allow_unicode=True,
        explicit_start=start,
    ).encode()
    assert scanned(text) == loaded(text)
