"""Patterns that are compiled when they are asked: all of them compile, and answer as `re` does."""

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from typing import Any

import analyzer
import chunkers
from chunkers.pattern import _Later, later


def test_it_answers_as_a_compiled_pattern() -> None:
    lazy, plain = later(r"(\w)-(\w)", re.IGNORECASE), re.compile(r"(\w)-(\w)", re.IGNORECASE)
    assert (lazy.pattern, lazy.flags & re.IGNORECASE) == (plain.pattern, re.IGNORECASE)
    assert "search" not in vars(lazy)
    for ask in ("search", "match", "fullmatch"):
        assert getattr(lazy, ask)("a-b").groups() == getattr(plain, ask)("a-b").groups()
    assert lazy.sub(r"\2", "a-b c-d") == plain.sub(r"\2", "a-b c-d")
    assert lazy.groups == 2
    assert vars(lazy)["search"] == lazy.search


def test_every_pattern_of_the_product_compiles() -> None:
    found = {id(one): one for package in (chunkers, analyzer) for one in _patterns(package)}
    assert len(found) > 300
    for one in found.values():
        assert re.compile(one.pattern, one.flags)


def _patterns(package: Any) -> Iterator[_Later]:
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if info.name != "analyzer.warm":
            for value in vars(importlib.import_module(info.name)).values():
                yield from _inside(value)


def _inside(value: Any) -> Iterator[_Later]:
    if isinstance(value, _Later):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _inside(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _inside(item)
