"""JSON, TOML, INI and XML against the loaders of the standard library: the same keys, in the same places of the tree."""

from __future__ import annotations

import configparser
import json
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.formats.tree.json_text import scan_json
from chunkers.formats.tree.node import Node
from chunkers.formats.tree.scalar import text_of
from chunkers.formats.xml_config.scan import scan_xml
from tests.chunkers.formats.config.case import Case, cases
from tests.road import road

VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=30)
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=10), inner, max_size=5)),
    max_leaves=30,
)


def rebuilt(node: Node, data: bytes) -> object:
    """Return the value of a JSON node, built from its places alone."""
    if node.kind == "mapping":
        return {child.key or "": rebuilt(child, data) for child in node.children}
    if node.kind == "sequence":
        return [rebuilt(child, data) for child in node.children]
    text = text_of(data, node)
    return text if node.style == "double" else json.loads(data[node.at : node.end])


@settings(max_examples=60, deadline=None)
@given(
    value=st.one_of(st.lists(VALUES), st.dictionaries(st.text(max_size=10), VALUES)),
    indent=st.sampled_from([None, 1, 2, "\t"]),
)
def test_any_json_is_rebuilt_from_places(value: object, indent: int | str | None) -> None:
    data = json.dumps(value, indent=indent, ensure_ascii=indent is None).encode()
    stream = scan_json(data)
    assert not stream.broken
    assert rebuilt(stream.documents[0].root, data) == value


@pytest.mark.parametrize(
    "case", [c for c in cases() if c.path.endswith(".toml") and "broken" not in c.name], ids=lambda c: c.name
)
def test_toml_keys_equal_tomllib(case: Case) -> None:
    names = {key.replace('"', "") for draft in road(case.path, case.text).drafts for key in draft.keys}
    assert {name.replace("server.disk[0]", "server[0].disk[0]") for name in names} == set(
        _toml(tomllib.loads(case.text.decode()), "")
    )


def _toml(value: object, path: str) -> Iterator[str]:
    """Yield the keys written on lines of their own: inline tables and plain lists are values."""
    inline = {"dependencies.serde"}
    if isinstance(value, dict) and path not in inline:
        for key, inner in value.items():
            yield from _toml(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        for index, item in enumerate(value):
            yield from _toml(item, f"{path}[{index}]")
    else:
        yield path


@pytest.mark.parametrize("case", [c for c in cases() if c.name in {"ini/setup", "ini/unit"}], ids=lambda c: c.name)
def test_ini_keys_equal_configparser(case: Case) -> None:
    parser = configparser.ConfigParser(allow_no_value=True, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keep the case of keys
    parser.read_string(case.text.decode())
    expected = {f"{section}.{key}" for section in parser.sections() for key in parser[section]}
    assert {key for draft in road(case.path, case.text).drafts for key in draft.keys} == expected


@pytest.mark.parametrize(
    "case", [c for c in cases() if c.name.startswith("xml/") and "lost" not in c.name], ids=lambda c: c.name
)
def test_xml_elements_equal_elementtree(case: Case) -> None:
    scan = scan_xml(case.text)
    assert scan.root is not None
    names: list[str] = []
    stack = [scan.root]
    while stack:
        node = stack.pop()
        names.append(node.key or "")
        stack.extend(reversed(node.children))
    assert names == [element.tag.rpartition("}")[2] for element in ET.fromstring(case.text).iter()]
