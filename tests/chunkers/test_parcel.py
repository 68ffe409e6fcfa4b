"""Results on their way: parted for a pipe or a cache, joined again, and their drafts closed until somebody asks."""

from __future__ import annotations

import marshal
import pickle
import pickletools
from typing import Any

import pytest

from analyzer.reading import Reading
from chunkers.chunk import FileResult
from chunkers.codec import CodecError
from chunkers.parcel import joined, parted, restored, stored, without_uses
from chunkers.rows import Packed, may_hold
from chunkers.symbol import FileFacts
from tests.road import road

FILES: dict[str, str | bytes] = {
    "shop/orders.py": "import os\n\n\nclass Orders(Base):\n    'All orders.'\n\n    size: int = 3\n\n"
    "    @cached(ttl=60)\n    def total(self, rate=1.5):\n        return self.lines(os.sep).sum(rate)[0]\n",
    "src/A.java": "package a;\nclass A<T> extends B { @Test void run() { b.size(1, x -> x.y()); int n = b.next().size(); } }\n",
    "web/app.ts": "import { one } from './one';\nexport const run = async () => (await one({ a: [1, 'x'] })).then(f);\n",
    "README.md": "# T\n\n| a | b |\n|---|---|\n| 1 | [x](y.md) |\n\nSee `A.run`.\n",
    "conf.yml": "a:\n  b: 1\n  c: [1, 2, null]\n",
    "empty.txt": "",
    "data.bin": b"\0",
    "words.txt": "ä λ 漢 \U0001f600\n",
}


def packed(result: FileResult) -> Packed[Any]:
    assert isinstance(result.drafts, Packed)
    return result.drafts


@pytest.mark.parametrize("path", sorted(FILES))
def test_a_result_comes_back_equal_from_pipe_and_cache(path: str) -> None:
    result = road(path, FILES[path])
    sent = joined(*pickle.loads(pickle.dumps(parted(result))))
    assert sent == result
    assert restored(stored(parted(result)[0], joined(*parted(result)).drafts)) == result
    assert restored(stored(parted(result)[0], result.drafts)) == result
    assert parted(sent) == parted(result)


def test_drafts_are_bytes_until_they_are_asked_for_and_records_from_then_on() -> None:
    result = road("shop/orders.py", FILES["shop/orders.py"])
    sent = joined(*parted(result))
    drafts = packed(sent)
    assert len(drafts) == len(result.drafts) > 2
    assert drafts.data is not None
    first = drafts[0]
    assert drafts.data is None
    assert drafts[0] is first
    assert drafts[1:] == tuple(result.drafts)[1:]
    assert hash(sent.facts) == hash(result.facts)


def test_closed_drafts_tell_what_they_may_hold() -> None:
    sent = joined(*parted(road("shop/orders.py", FILES["shop/orders.py"])))
    assert may_hold(sent.drafts, lambda data: b"def total(self, rate=1.5)" in data)
    assert not may_hold(sent.drafts, lambda data: b"cancel" in data)
    assert packed(sent).data is not None
    assert tuple(sent.drafts)
    assert may_hold(sent.drafts, lambda data: b"cancel" in data), "open ones must be looked at"


def test_references_stay_columns_and_a_number_is_one_object() -> None:
    text = "\n".join(f"x{n} = a.b{n}(c, {n})" for n in range(600)) + "\n"
    facts = joined(*parted(road("m.py", text))).facts
    assert facts is not None
    assert not isinstance(facts.references, tuple)
    assert [one.line for one in facts.references if one.kind == "call"] == list(range(1, 601))
    lines = [one.line for one in facts.bindings] + [one.span.start_line for one in facts.symbols]
    assert max(lines) == 600
    assert len({id(line) for line in lines}) == len(set(lines)) < len(lines)


def test_what_a_worker_sends_names_no_class_but_that_of_the_reading() -> None:
    message = pickle.dumps(Reading(road("src/A.java", FILES["src/A.java"])), pickle.HIGHEST_PROTOCOL)
    names: list[str] = []
    recent: list[str] = []
    for code, argument, _ in pickletools.genops(message):
        if code.name == "STACK_GLOBAL":
            names.append(".".join(recent[-2:]))
        elif isinstance(argument, str):
            recent.append(argument)
    assert set(names) <= {"analyzer.reading.Received", "chunkers.redaction.strong.StrongValues"}


def _broken() -> dict[str, tuple[Any, Any]]:
    head, drafts = parted(road("shop/orders.py", FILES["shop/orders.py"]))
    (count,), (_, columns) = drafts
    facts = head[1][4]
    return {
        "nothing": (None, None),
        "no drafts": (head, None),
        "bytes of its own": (head, marshal.dumps(drafts)),
        "one draft more": (head, ((count + 1,), (None, columns))),
        "a column short": (head, ((count,), (None, columns[:-1]))),
        "a shorter column": (head, ((count,), (None, (columns[0][:-1], *columns[1:])))),
        "no such category": (
            (None, (head[1][0], (None, (("odd",), *head[1][1][1][1:])), *head[1][2:])),
            drafts,
        ),
        "a field short": ((None, head[1][:-1]), drafts),
        "other facts": ((None, (*head[1][:4], (None, facts[1][:-1]), *head[1][5:])), drafts),
    }


@pytest.mark.parametrize("name", sorted(_broken()))
def test_what_is_no_result_is_refused(name: str) -> None:
    with pytest.raises(CodecError):
        joined(*_broken()[name])


@pytest.mark.parametrize("data", [b"", b"{}", b"N", marshal.dumps((1, 2, 3)), marshal.dumps(((), 0, b""))])
def test_bytes_that_are_no_stored_result_are_refused(data: bytes) -> None:
    with pytest.raises(CodecError):
        restored(data)


def test_linked_results_keep_what_they_define() -> None:
    result = road("shop/orders.py", FILES["shop/orders.py"])
    lean = without_uses(result)
    assert lean.drafts is result.drafts
    assert result.facts is not None
    assert lean.facts is not None
    assert lean.facts.symbols is result.facts.symbols
    assert lean.facts == FileFacts("shop/orders.py", "python", "source", None, result.facts.symbols)
    assert without_uses(road("data.bin", b"\0")).facts is None
