"""Languages: by name, shebang, extension, head, mode line and attribute; and the rules that keep the tables sound."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.classify.heuristics import HEURISTICS
from analyzer.classify.language import ALIASES, EXTENSIONS, INTERPRETERS, NAMES, language_of, named
from analyzer.classify.languages import LANGUAGES
from analyzer.classify.names import NAME_PATTERNS
from analyzer.classify.subject import Subject
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile

CASES = json.loads(Path(__file__).parents[2].joinpath("fixtures/classify/languages.json").read_text())


def _language(path: str, text: str | bytes, attributes: dict[str, str] | None = None) -> str | None:
    data = text.encode() if isinstance(text, str) else text
    source = SourceFile(path, path.encode(), "100644", "0" * 40, len(data), data)
    return language_of(Subject(source, ChunkingPolicy(), attributes or {})).language


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['path']}={case['language']}")
def test_a_file_is_in_the_language_it_is_in(case: dict[str, Any]) -> None:
    assert _language(case["path"], case["text"]) == case["language"]
    assert _language(f"deep/er/{case['path']}", case["text"]) == case["language"]


def test_every_name_is_lower_case_and_stands_once() -> None:
    names = [row.name for row in LANGUAGES]
    assert len(set(names)) == len(names) > 150
    assert all(re.fullmatch(r"[a-z][a-z0-9_+-]*", name) for name in names)


def test_every_extension_claimed_twice_is_told_apart_by_content() -> None:
    contested = {extension for extension, names in EXTENSIONS.items() if len(names) > 1}
    assert contested - set(HEURISTICS) == set()


def test_heuristics_name_known_languages_and_known_extensions() -> None:
    known = {row.name for row in LANGUAGES} | {"query", "haproxy"}
    for extension, rows in HEURISTICS.items():
        assert all(language is None or language in known for language, _pattern in rows), extension
    assert {language for language, _pattern in NAME_PATTERNS} <= known


def test_no_table_holds_what_it_could_never_find() -> None:
    assert all(extension == extension.lower() and not extension.startswith(".") for extension in EXTENSIONS)
    assert all("/" not in name for name in NAMES)
    assert all("/" not in program for program in INTERPRETERS)


@pytest.mark.parametrize(
    ("label", "language"),
    [
        ("Python", "python"),
        ("C++", "cpp"),
        ("C#", "csharp"),
        ("Shell", "bash"),
        ("Objective-C", "objc"),
        ("F#", "fsharp"),
        ("Common Lisp", "commonlisp"),
        ("Jupyter Notebook", "notebook"),
        ("JSON with Comments", "json"),
        ("Klingon", None),
        ("", None),
    ],
)
def test_languages_as_people_write_them(label: str, language: str | None) -> None:
    assert named(label) == language


def test_attributes_go_before_everything_else() -> None:
    assert _language("a.inc", "#!/bin/sh\n", {"linguist-language": "PHP"}) == "php"
    assert _language("a.py", "x", {"gitlab-language": "json?parent=x"}) == "json"
    assert _language("a.py", "x", {"linguist-language": "Klingon"}) == "python"


def test_a_file_that_was_not_read_is_named_by_its_name() -> None:
    source = SourceFile("big.h", b"big.h", "100644", "0" * 40, 10**9, None)
    assert language_of(Subject(source, ChunkingPolicy())).language == "c"


def test_utf_16_and_marks_do_not_hide_the_head() -> None:
    assert _language("tool", "\ufeff#!/usr/bin/env ruby\n") == "ruby"
    assert _language("a.h", "\ufeffnamespace x {\n}\n".encode("utf-16-le")) == "cpp"
    assert _language("Booleans.cs", "!Boolean methodsFor: 'x'!\ry\r") == "smalltalk"


def test_aliases_never_hide_a_language() -> None:
    assert all(ALIASES[row.name] == row.name for row in LANGUAGES)


_HURTFUL = [
    b" ",
    b"\n",
    b"a",
    b"\t\n",
    b"<",
    b"a(",
    b"class a ",
    b"#",
    b"//",
    b"{",
    b"x =",
    b"-*- ",
    b"a::",
    b"/* ",
    b"%",
    b"(*",
    b":-",
    b"public ",
    b"@",
    b"| ",
]


@pytest.mark.parametrize("piece", _HURTFUL, ids=repr)
def test_no_head_is_slow_to_judge(piece: bytes) -> None:
    text = piece * (16 * 1024 // len(piece))
    start = time.perf_counter()
    for extension in HEURISTICS:
        _language(f"a.{extension}", text)
    assert time.perf_counter() - start < 6


@given(st.text(min_size=1, max_size=40).filter(lambda name: "/" not in name), st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_name_and_any_bytes_get_an_answer(name: str, data: bytes) -> None:
    source = SourceFile(name, name.encode("utf-8", "surrogatepass"), "100644", "0" * 40, len(data), data)
    found = language_of(Subject(source, ChunkingPolicy()))
    assert found.rule
