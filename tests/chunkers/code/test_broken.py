from __future__ import annotations

import pickle
import time

import pytest

from chunkers.source import Outcome
from tests.road import road


def test_an_error_costs_only_the_method_that_holds_it() -> None:
    text = "class A {\n    void one() { }\n\n    void two( {\n        x(;\n    }\n\n    void three() { }\n}\nclass B { void m() { } }\n"
    result = road("A.java", text)
    assert result.outcome is Outcome.PARTIAL
    titles = {draft.title for draft in result.drafts}
    assert {"A", "A.one", "A.three", "B", "B.m"} <= titles
    assert result.broken
    assert all(low >= 4 and high <= 6 for low, high in result.broken)
    sound = next(draft for draft in result.drafts if draft.title == "B.m")
    assert sound.parse_status == "OK"


def test_both_arms_of_a_conflict_give_units_and_the_markers_are_reported() -> None:
    text = "<<<<<<< HEAD\ndef one(): return 1\n=======\ndef one(): return 2\n>>>>>>> x\n\ndef two(): pass\n"
    result = road("a.py", text)
    assert [draft.title for draft in result.drafts if draft.chunk_type == "method_chunk"] == ["one", "one", "two"]
    assert set(result.broken) == {(1, 1), (3, 3), (5, 5)}


def test_template_code_still_has_its_units() -> None:
    text = "{% if x %}\nclass {{ cookiecutter.name }}Service:\n    def run(self):\n        return {{ value }}\n{% endif %}\n\ndef after(): pass\n"
    result = road("a.py", text)
    titles = {draft.title.rsplit(".", 1)[-1] for draft in result.drafts}
    assert {"run", "after"} <= titles
    assert result.lines == result.owned


def test_a_refused_parse_falls_back_to_named_units() -> None:
    deep = "(" * 3000 + ")" * 3000
    text = f"import os\n\n# says hi\ndef hello(name):\n    return name\n\nclass Shop:\n    def open(self):\n        return {deep}\n"
    result = road("a.py", text)
    assert result.outcome is Outcome.FALLBACK
    titles = [draft.title for draft in result.drafts]
    assert {"hello", "Shop", "Shop.open"} <= set(titles)
    assert result.lines == result.owned
    assert result.facts is not None
    assert {symbol.qualified for symbol in result.facts.symbols} == {"hello", "Shop", "Shop.open"}


@pytest.mark.parametrize(
    ("path", "unit"),
    [
        ("a.py", "def f(a):\n    return a\n\n"),
        ("A.java", "class A%d { int f() { return 1; } }\n"),
        ("a.ts", "export function f%d(a: string) { return a }\n"),
        ("a.go", "func F%d() {}\n"),
    ],
)
def test_time_grows_with_size_and_not_with_its_square(path: str, unit: str) -> None:
    def seconds(count: int) -> float:
        text = ("package a\n" if path.endswith(".go") else "") + "".join(
            unit % n if "%" in unit else unit for n in range(count)
        )
        began = time.process_time()
        road(path, text)
        return time.process_time() - began

    seconds(50)
    small, large = seconds(300), seconds(1800)
    assert large < 24 * max(small, 0.02)  # six times the text; a quadratic pass would cost thirty-six times as much


@pytest.mark.parametrize(
    "text",
    [
        "def f(" * 2000,
        "class A:\n" * 400,
        "'''" * 999,
        "@" * 5000,
        "<<<<<<< \n" * 1000,
        "if x:\n    def f(:\n" * 300,
        "x = [" + "1," * 20000 + "]\n",
    ],
)
def test_hostile_text_ends_soon_and_loses_nothing(text: str) -> None:
    began = time.process_time()
    result = road("a.py", text)
    assert time.process_time() - began < 8
    assert result.lines == result.owned


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("A.java", "class A { Object f() { return b" + ".with(1)" * 3000 + "; } }\n"),
        ("a.py", "x = b" + ".filter(a=1)" * 3000 + "\n"),
        ("a.js", "const x = b" + "\n  .then(c)" * 3000 + ";\n"),
        ("a.go", "package a\n\nvar x = b" + ".With(1)" * 3000 + "\n"),
    ],
)
def test_a_chain_of_thousands_of_calls_stays_shallow_and_fast(path: str, text: str) -> None:
    began = time.process_time()
    result = road(path, text)
    assert time.process_time() - began < 8
    assert result.facts is not None
    assert pickle.loads(pickle.dumps(result.facts)) == result.facts
    assert sum(reference.kind == "call" for reference in result.facts.references) == 3000
