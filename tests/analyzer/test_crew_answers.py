"""What a worker may say: our records, however the interpreter spells them, and nothing that could run."""

import io
import pickle
from typing import Any

import pytest

from analyzer.crew import _Answer
from chunkers.source import Category
from tests.road import road


class Spelled:
    """Pickles as a call of `function` on `arguments`."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self.spelling = (function, arguments)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return self.spelling


def read(value: Any) -> Any:
    return _Answer(io.BytesIO(pickle.dumps(value))).load()


def test_results_come_back_equal() -> None:
    result = road("a.py", "def f():\n    return 1\n")
    assert read(result) == result


def test_members_of_enumerations_may_be_spelled_by_getattr_as_older_interpreters_do() -> None:
    assert read(Spelled(getattr, Category, "SOURCE")) is Category.SOURCE


@pytest.mark.parametrize(
    "value",
    [
        Spelled(getattr, Category, "__subclasses__"),
        Spelled(getattr, Category.SOURCE, "upper"),
        Spelled(eval, "1"),
        Spelled(__import__, "os"),
        Spelled(open, "/dev/null"),
    ],
)
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(pickle.UnpicklingError):
        read(value)
