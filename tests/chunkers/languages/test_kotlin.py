"""Kotlin that the packaged grammar refuses or misreads still gives its units, and none of it is reported as broken."""

from __future__ import annotations

import pytest

from chunkers.source import Outcome
from tests.road import road


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'class A\n  @Inject\n  internal constructor(\n    name: String = "x",\n  ) : B(name) {\n  fun f() = 1\n}\n',
            {"A 1-7", "A.f 6-6"},
        ),
        ("class A\n// why\ninternal constructor(val x: Int) {\n  fun f() = 1\n}\n", {"A 1-5", "A.f 4-4"}),
        ("class A(d: Jar) : Jar by d {\n  fun f() = 1\n}\n", {"A 1-3", "A.f 2-2"}),
        ("val x: Int by lazy { 1 }\nfun f() = 1\n", {"f 2-2"}),
        ("@A(X::class)\n@B\nclass T\n\n@A(Y::class)\n@B\nclass U\n", {"T 1-3", "U 5-7"}),
        ("fun interface Act { fun run() }\n", {"Act 1-1", "Act.run 1-1"}),
        ("expect open class A {\n  fun f(): Int\n}\nactual fun g() = 1\n", {"A 1-3", "A.f 2-2", "g 4-4"}),
        ("const val TAG = 0b1000_0000\nfun f() = TAG and 0b01\nfun g() = 1\n", {"f 2-2", "g 3-3"}),
        (
            "fun f(x: Int) = when (x) {\n  1 -> g()\n  in 200..299 -> h()\n  !in 1..9 -> k()\n  else -> 0\n}\nfun g() = 1\n",
            {"f 1-6", "g 7-7"},
        ),
        ("fun f() {\n  val in1 = open()\n  in1.close()\n}\nfun g() = 1\n", {"f 1-4", "g 5-5"}),
        (
            "class A {\n  fun f(isOpen: Boolean) {\n    open = isOpen\n    data.clear()\n  }\n  fun g() = 1\n}\n",
            {"A 1-7", "A.f 2-5", "A.g 6-6"},
        ),
        ("fun f(s: Any) =\n  s.first()\n    as String\nfun g() = 1\n", {"g 4-4"}),
    ],
)
def test_units_of_what_the_grammar_does_not_know(text: str, expected: set[str], newline: str) -> None:
    result = road("src/A.kt", text.replace("\n", newline))
    units = {f"{d.title} {d.spans.full.start_line}-{d.spans.full.end_line}" for d in result.drafts if d.spans.full}
    assert expected <= units
    assert result.outcome is Outcome.CHUNKED
    assert result.lines == result.owned


def test_a_masked_word_keeps_its_text_and_its_place_in_the_signature() -> None:
    draft = next(d for d in road("A.kt", "actual class A {\n  fun f() = 0b01\n}\n").drafts if d.title == "A")
    assert draft.raw == "actual class A {\n  fun f() = 0b01\n}\n"
    assert draft.signature == "actual class A"
