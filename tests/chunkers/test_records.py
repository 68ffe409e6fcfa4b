"""Records made quick must behave as the standard library's do."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace
from typing import NamedTuple

import pytest

from chunkers.chunk import Chunk, ChunkDraft, FileResult, Segment, Spans
from chunkers.records import flat, sent_flat
from chunkers.span import Span
from chunkers.symbol import Argument, Binding, FileFacts, Reference, Symbol
from chunkers.unit import Unit


@dataclass(frozen=True, slots=True)
class Plain:
    name: str
    size: int = 3
    tags: dict[str, int] = field(default_factory=dict)


@flat
@dataclass(frozen=True, slots=True)
class Quick:
    name: str
    size: int = 3
    tags: dict[str, int] = field(default_factory=dict)


@sent_flat
class Row(NamedTuple):
    name: str
    size: int = 3


def test_built_like_a_plain_dataclass() -> None:
    for arguments, keywords in (
        (("a",), {}),
        (("a", 4), {}),
        ((), {"name": "a", "tags": {"x": 1}}),
        (("a", 4, {"y": 2}), {}),
    ):
        plain, quick = Plain(*arguments, **keywords), Quick(*arguments, **keywords)  # type: ignore[arg-type]
        assert (plain.name, plain.size, plain.tags) == (quick.name, quick.size, quick.tags)
    assert Quick("a").tags is not Quick("a").tags
    assert list(inspect.signature(Quick).parameters) == list(inspect.signature(Plain).parameters)


def test_wrong_arguments_are_refused() -> None:
    wrong: tuple[tuple[object, ...], ...] = ((), ("a", 1, {}, 5))
    for arguments in wrong:
        with pytest.raises(TypeError, match=r"Quick|argument"):
            Quick(*arguments)  # type: ignore[arg-type]  # that is the point


def test_frozen_equal_hashed_and_replaced() -> None:
    quick = Quick("a")
    with pytest.raises(FrozenInstanceError):
        quick.size = 4  # type: ignore[misc]
    assert replace(quick, size=5) == Quick("a", 5)
    assert hash(Span(1, 2)) == hash(Span(1, 2))
    assert repr(quick) == "Quick(name='a', size=3, tags={})"


def test_sent_and_read_back() -> None:
    span = Span(1, 2, 3, 4, 5, 6)
    records = [Quick("a", 4, {"x": 1}), span, Spans(span, None, span), Segment(1, 2, own=True), Row("a", 9)]
    records += [
        Reference("call", "f", "", 1, 2, 3, ("name", "x"), (Argument(("self",), "key"),), 1),
        Binding("", "x", 1, "local"),
    ]
    records += [
        Symbol("class", "A", "A", span, 1, supers=(("extends", "B"),)),
        FileFacts("a.py", "python", "source"),
        Unit("k", "n", "t", 0, 1),
    ]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(records, protocol))
        assert back == records
        assert [type(one) for one in back] == [type(one) for one in records]


def test_only_classes_of_records_are_named_when_sent() -> None:
    """What reads answers of workers admits classes alone; a record must not be rebuilt through a function."""
    for record in (Quick("a"), Span(1, 2), Argument(("self",))):
        assert isinstance(record.__reduce__()[0], type)


def test_the_records_of_every_chunk_are_quick() -> None:
    for kind in (Span, Segment, Spans, ChunkDraft, Chunk, FileResult, Symbol, Unit):
        assert kind.__reduce__ is not object.__reduce__
        assert kind.__init__.__qualname__ == f"{kind.__name__}.__init__"


def test_a_class_that_computes_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Computed:
        one: int
        two: int

        def __post_init__(self) -> None:
            raise AssertionError

    with pytest.raises(TypeError, match="Computed"):
        flat(Computed)
