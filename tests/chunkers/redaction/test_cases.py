from __future__ import annotations

import html
import json
from typing import Any
from urllib.parse import quote

import pytest

from chunkers import syntax
from chunkers.source import CleanText
from tests.chunkers.redaction.texts import cases, clean, filled, redacted

POSITIVES = cases("positives.toml")
NEGATIVES = cases("negatives.toml")
GRAMMARS = {"tsx": "tsx", "dotenv": "properties", "terraform": "hcl", "notebook": "json", "protobuf": "proto"}


def _spellings(value: str) -> set[str]:
    return {value, json.dumps(value)[1:-1], html.escape(value), quote(value, safe="")}


@pytest.mark.parametrize("case", POSITIVES, ids=lambda case: case["path"])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_value_survives(case: dict[str, Any], seed: int) -> None:
    text, values = filled(case["text"], seed)
    result = clean(case["path"], text)
    out = result.data.decode()
    left = [value for value in [*values, *case.get("secrets", [])] if any(form in out for form in _spellings(value))]
    assert len(left) <= case.get("allow_missed", 0), [
        line for line in text.split("\n") if any(value in line for value in left)
    ]
    assert out.count("\n") == text.count("\n")
    assert all(keep in out for keep in case.get("keep", []))
    changed = {
        number for number, (old, new) in enumerate(zip(text.split("\n"), out.split("\n"), strict=True), 1) if old != new
    }
    assert changed <= result.redacted_lines
    assert clean(case["path"], out).data == result.data


@pytest.mark.parametrize("case", NEGATIVES, ids=lambda case: case["path"])
def test_look_alikes_survive(case: dict[str, Any]) -> None:
    for seed in range(3):
        text, _ = filled(case["text"], seed)
        result = clean(case["path"], text)
        assert result.data.decode() == text, [one.rule for one in result.redactions]


def _errors(grammar: str, data: bytes) -> int:
    tree = syntax.parse(grammar, data, 20.0).tree
    assert tree is not None
    count, stack = 0, [tree.root_node]
    while stack:
        node = stack.pop()
        count += node.is_error or node.is_missing
        if node.has_error:
            stack.extend(node.children)
    return count


@pytest.mark.parametrize("case", POSITIVES, ids=lambda case: case["path"])
def test_redaction_adds_no_parse_error(case: dict[str, Any]) -> None:
    text, _ = filled(case["text"], 4)
    language = _language(case["path"], text)
    grammar = GRAMMARS.get(language or "", language)
    if not grammar or syntax.grammar(grammar) is None:
        return
    assert _errors(grammar, clean(case["path"], text).data) <= _errors(grammar, text.encode())


def _language(path: str, text: str) -> str | None:
    from analyzer.classify import classify  # noqa: PLC0415  # the analyzer's verdict picks the grammar
    from chunkers.policy import ChunkingPolicy  # noqa: PLC0415
    from chunkers.source import SourceFile  # noqa: PLC0415

    return classify(
        SourceFile(path, path.encode(), "100644", "0" * 40, len(text), text.encode()), ChunkingPolicy()
    ).language


@pytest.mark.parametrize(
    ("path", "text", "want"),
    [
        ("a.xml", "<password>{0}</password>\n", "<password>&lt;REDACTED_SECRET&gt;</password>\n"),
        ("a.json", '{{"password": 55143876}}\n', '{"password": "<REDACTED_SECRET>"}\n'),
        ("a.json", '{{"password": "{0}"}}\n', '{"password": "<REDACTED_SECRET>"}\n'),
        ("a.sh", "export TOKEN={0}\n", "export TOKEN='<REDACTED_SECRET>'\n"),
        ("a.sh", 'export TOKEN="{0}"\n', 'export TOKEN="<REDACTED_SECRET>"\n'),
        ("a.yaml", "password: {0} # note\n", "password: <REDACTED_SECRET> # note\n"),
        ("a.py", 'password = "{0}"  # note\n', 'password = "<REDACTED_SECRET>"  # note\n'),
        ("a.properties", "a.password={0}\r\nb=1", "a.password=<REDACTED_SECRET>\r\nb=1"),
    ],
)
def test_placeholder_is_spelled_for_its_place(path: str, text: str, want: str) -> None:
    _, (value,) = filled("«pw»", 9)
    assert clean(path, text.format(value)).data.decode() == want


def test_two_secrets_look_the_same_and_hashes_of_them_agree() -> None:
    first, second = (clean("a.py", f'password = "{filled("«pw»", seed)[1][0]}"\n') for seed in (1, 2))
    assert first.data == second.data
    assert first.redactions == second.redactions


def test_cr_lines_and_missing_final_newline_are_kept() -> None:
    _, (value,) = filled("«pw»", 9)
    result = redacted("a.properties", f"x.password={value}\ry=1".encode()).clean
    assert isinstance(result, CleanText)
    assert result.data == b"x.password=<REDACTED_SECRET>\ny=1"
