"""Path patterns: git's own answers, and linear time on patterns made to hurt."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from chunkers.globs import Globs, compiled

_PART = st.sampled_from(
    ["a", "b", "ab", "*", "**", "*.a", "a*", "?", "[ab]", "[!a]", "a.b", "*a*b", "src", "*a*", "[a-c]x", "\\*"]
)
_NAME = st.text(alphabet="abx.*", min_size=1, max_size=3).filter(lambda name: name.strip("."))


@pytest.mark.parametrize(
    ("patterns", "path", "expected"),
    [
        (["docs/"], "docs/a/b.md", True),
        (["docs/"], "docs", False),
        (["*.min.js"], "x/y/a.min.js", True),
        (["/a.txt"], "b/a.txt", False),
        (["a/**/z"], "a/z", True),
        (["a/**/z"], "a/b/c/z", True),
        (["**/tmp/*"], "x/tmp/y", True),
        (["a/*"], "a/b/c", True),
        (["*", "!keep"], "keep", False),
        (["build", "!build/keep"], "build/keep", True),
        (["[[:digit:]]x"], "4x", True),
        (["[!a-c]x"], "bx", False),
        (["a[]]b"], "a]b", True),
        (["# no", "", "  "], "# no", False),
        (["\\#x"], "#x", True),
        (["a\\ "], "a ", True),
        (["[z-a"], "[z-a", True),
        (["Ü*"], "Übung", True),
    ],
)
def test_known_answers(patterns: list[str], path: str, expected: bool) -> None:
    assert Globs(patterns).matches(path) is expected


@given(st.lists(_PART, min_size=1, max_size=4), st.booleans(), st.lists(_NAME, min_size=1, max_size=4))
@settings(max_examples=300, deadline=None)
def test_the_same_as_pathspec(parts: list[str], anchored: bool, names: list[str]) -> None:
    pattern, path = "/" * anchored + "/".join(parts), "/".join(names)
    assert Globs([pattern]).matches(path) == bool(GitIgnoreSpec.from_lines([pattern]).match_file(path))


@pytest.mark.parametrize(
    "pattern",
    [
        "*a" * 300 + "b",
        "**/" + "*a/**/" * 100 + "b",
        "*?" * 300 + "z",
        "[a-b]*" * 150 + "z",
        "**/*a" * 90,
        "*" * 1000 + "b",
    ],
)
def test_no_pattern_is_slow(pattern: str) -> None:
    path = "/".join(["a" * 60] * 60)
    start = time.perf_counter()
    for _attempt in range(20):
        Globs([pattern]).matches(path)
    assert time.perf_counter() - start < 2


@given(st.text(max_size=30), st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_no_pattern_raises(pattern: str, path: str) -> None:
    compiled(pattern).fullmatch(path)
    Globs([pattern]).matches(path)
