"""Inputs that kill native parsers, or make scanners quadratic, end in units fast; broken text never loses a line."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunkers.policy import Chunking, ChunkingPolicy
from tests.chunkers.formats.config.case import cases
from tests.road import road

MANY = 8_000
HOSTILE = {
    "nested dashes": ("a.yml", b"- " * MANY + b"x\n"),
    "nested mappings": ("a.yml", b"".join(b" " * depth + b"k:\n" for depth in range(700))),
    "open flow": ("a.yml", b"a: " + b"[" * MANY),
    "open flow lines": ("a.yml", b"a: [\n " * MANY),
    "open quotes": ("a.yml", b'a: "\n' * MANY),
    "tabs": ("a.yml", b"a:\n" + b"\t- x\n" * MANY),
    "aliases": (
        "a.yml",
        b"a0: &a0 [x]\n"
        + b"".join(b"a%d: &a%d [%s]\n" % (n, n, b",".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 9)),
    ),
    "actions": ("charts/a/templates/x.yaml", b"{{ if .x }}\n" * MANY),
    "open actions": ("charts/a/templates/x.yaml", b"{{ " * MANY),
    "brackets": ("a.json", b"[" * MANY),
    "pairs": ("a.json", b'{"a":' * MANY),
    "comments": ("a.json", b"[/*" * MANY),
    "tags": ("a.xml", b"<a>" * MANY),
    "open comments": ("a.xml", b"<a>" + b"<!--" * MANY),
    "doctypes": ("a.xml", b"<!DOCTYPE [" * MANY + b">"),
    "blocks": ("a.tf", b'a "b" {\n' * MANY),
    "heredocs": ("a.tf", b"a = <<EOT\n" * MANY),
    "strings": ("a.toml", b'a = """' * MANY),
    "arrays": ("a.toml", b"a = [\n" * MANY),
    "continuations": ("Dockerfile", b"FROM a\nRUN x \\\n" + b"# c\n" * MANY),
    "heredoc words": ("Dockerfile", b"FROM a\n" + b"RUN <<A\n" * 1000),
    "definitions": ("Makefile", b"define a\n" * MANY),
    "targets": ("Makefile", b"a " * MANY + b"\n" + b"$(" * MANY),
    "backslashes": ("a.properties", b"a\\\n" * MANY),
    "headers": ("a.ini", b"[a\n" * MANY),
    "braces": ("nginx.conf", b"a{" * MANY),
    "just": ("justfile", b"a " * MANY + b"\n" + b'a "" ' * 2000),
    "quotes": ("a.csv", b'"\n' * MANY),
    "cells": ("a.ipynb", b'{"cells":[' + b'{"cell_type":"code","outputs":[1]},' * 2000),
    "paths": ("a.yaml", b"openapi: 3.0.0\ninfo: {}\npaths:\n" + b"  /a:\n    get:\n      responses: {\n" * 2000),
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_input_ends_fast(name: str) -> None:
    path, data = HOSTILE[name]
    begin = time.process_time()
    result = road(path, data)
    assert time.process_time() - begin < 5, "more than linear"
    assert result.lines == result.owned


def test_yaml_beyond_the_native_line_limit() -> None:
    text = "".join(f"key{n}:\n" + "  - x\n" * 19 for n in range(1_700))
    result = road("config/long.yml", text)
    titles = [draft.title for draft in result.drafts]
    assert result.outcome.value == "chunked"
    assert titles[0] == "key0"
    assert titles[-1] == "key1699"


CASES = cases()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_mutated_files_keep_every_line(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(CASES))
    text = bytearray(case.text)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(0, len(text))))
        end = data.draw(st.integers(at, min(len(text), at + 20)))
        text[at:end] = data.draw(
            st.sampled_from(
                [
                    b"",
                    b"\n",
                    b"\t",
                    b'"',
                    b"'",
                    b"{",
                    b"}",
                    b"[",
                    b"]",
                    b": ",
                    b"#",
                    b"- ",
                    b"\\",
                    b"<",
                    b"\r\n",
                    b"\xc3\xa9",
                    b"x y",
                ]
            )
        )
    result = road(case.path, bytes(text))
    assert result.lines == result.owned


@pytest.mark.parametrize("path", ["big/app.yml", "big/app.json", "deploy/big.yaml"])
def test_sections_over_budget_are_cut_at_entries(path: str) -> None:
    if path.endswith(".json"):
        rows = ",\n".join(f'    "key{n}": "some words of value {n}"' for n in range(400))
        text = f'{{\n  "section": {{\n{rows}\n  }}\n}}\n'
    else:
        head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: big\ndata:\n" if "deploy" in path else "section:\n"
        text = head + "".join(f"  key{n}: some words of value {n}\n" for n in range(400))
    result = road(path, text, ChunkingPolicy(chunking=Chunking(max_tokens_per_chunk=600, target_tokens=300)))
    parents = {draft.parent for draft in result.drafts}
    leaves = [d for index, d in enumerate(result.drafts) if index not in parents]
    parts = [d for d in result.drafts if d.attributes.get("subkind") == "part"]
    assert len(parts) > 5
    assert all(draft.token_estimate <= 600 for draft in leaves)
    assert result.lines == result.owned
    spans = [d.spans.full for d in parts if d.spans.full is not None]
    assert all(one.end_line < two.start_line for one, two in pairwise(spans))
