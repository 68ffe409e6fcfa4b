import pytest

from chunkers.chunk import FileResult
from chunkers.codec import CodecError, decode, encode
from chunkers.symbol import Argument, Binding, FileFacts, Reference
from tests.road import road

FILES = {
    "a.py": "import os\n\n\nclass A:\n    x: int = 1\n\n    def f(self, y=os.sep):\n        return self.g(y)['k']\n",
    "b.md": "# T\n\n| a | b |\n|---|---|\n| 1 | [x](y.md) |\n",
    "c.yml": "a:\n  b: 1\n  c: [1, 2]\n",
    "d.bin": "\0",
}


@pytest.mark.parametrize("path", sorted(FILES))
def test_results_come_back_equal(path: str) -> None:
    result = road(path, FILES[path])
    assert decode(FileResult, encode(FileResult, result)) == result


def test_expressions_come_back_as_tuples() -> None:
    reference = Reference(
        "call", "f", "", 1, 1, 2, ("attr", ("call", ("name", "a"), 0), "b"), (Argument(("list", ("str", "x")), None),)
    )
    facts = FileFacts(
        "a.py",
        "python",
        "source",
        references=(reference,),
        bindings=(Binding("", "x", 1, "local", None, ("new", "A")),),
    )
    again = decode(FileFacts, encode(FileFacts, facts))
    assert again == facts
    assert hash(again) == hash(facts)


@pytest.mark.parametrize("data", [b"", b"{}", b"[1,2]", b"null", b"[[]]", b"\xff"])
def test_foreign_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(CodecError):
        decode(FileFacts, data)
