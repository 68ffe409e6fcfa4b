"""Node ids: stable under edits elsewhere, free of lines, never shared; the tables are the same bytes whatever the hash seed and order."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from graph.find import Finder
from graph.ledger import Ledger, NodeCollisionError
from graph.model import Linked, Node
from tests.graph.snapshot import FIXTURES, case, linked

COMMENT = {"py": "# a note\n", "java": "// a note\n", "ts": "// a note\n", "js": "// a note\n", "go": "// a note\n\n"}
CALLS = sorted((FIXTURES / "calls").glob("*.yaml"))


def files_of(path: Path) -> dict[str, str]:
    return case(path)["files"]  # type: ignore[return-value]  # the fixture's shape


@pytest.mark.parametrize("path", CALLS, ids=lambda path: path.stem)
def test_a_comment_at_the_top_changes_no_id(path: Path) -> None:
    files = files_of(path)
    moved = {name: COMMENT.get(name.rpartition(".")[2], "") + text for name, text in files.items()}
    before, after = linked(files), linked(moved)
    assert [node.id for node in before.tables.nodes] == [node.id for node in after.tables.nodes]
    assert [(e.source, e.target, e.kind, e.confidence) for e in before.tables.edges] == [
        (e.source, e.target, e.kind, e.confidence) for e in after.tables.edges
    ]


@pytest.mark.parametrize("path", CALLS, ids=lambda path: path.stem)
def test_every_evidence_names_the_callee_or_its_alias(path: Path) -> None:
    files = files_of(path)
    answer = linked(files)
    names = {node.id: node.name for node in answer.tables.nodes}
    checked = 0
    for edge in answer.tables.edges:
        assert edge.evidence
        if edge.kind not in {"CALLS", "INSTANTIATES"}:
            continue
        for proof in edge.evidence:
            assert proof.column is not None
            assert proof.end_column is not None
            token = files[proof.path].split("\n")[proof.line - 1][proof.column - 1 : proof.end_column - 1]
            last = names[edge.target].partition("(")[0].rpartition(" > ")[2].rpartition(".")[2]
            written = {token, token[3:4].lower() + token[4:]}  # a getter that Lombok makes stands for its field
            aliases = {"super", "this", "cls", "new", "static"} | _aliases(files[proof.path])
            assert last in written or token in aliases, (edge.source, edge.target, token)
            checked += 1
    assert checked > 5


def _aliases(text: str) -> set[str]:
    words = text.replace(",", " ").replace("{", " ").replace("}", " ").replace(":", " ").split()
    given = re.findall(r"(\w+)(?: = |, |: |\)|=)", "".join(re.findall(r"(?m)^ *def \w+\(.*$|^.* = .*$", text)))
    imported = {words[at + 1] for at, word in enumerate(words[:-1]) if word == "as"}
    return imported | {"Store", "unnamed", "renamed"} | set(given)  # variables and parameters that hold a callable


def test_equal_files_give_equal_bytes_under_any_hash_seed() -> None:
    script = (
        "import json,sys;from dataclasses import asdict;from tests.graph.snapshot import FIXTURES,case,linked;"
        "files={k:v for p in sorted((FIXTURES/'calls').glob('*.yaml')) for k,v in case(p)['files'].items()};"
        "a=linked(dict(reversed(files.items())) if sys.argv[1]=='2' else files);"
        "print(json.dumps([asdict(a.tables),[asdict(l) for l in a.links],[asdict(c) for c in a.composed]],default=str))"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script, seed],
            check=True,
            capture_output=True,
            cwd=FIXTURES.parents[1],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert len(json.loads(outputs[0])[0]["nodes"]) > 100


def test_a_second_node_of_one_id_is_a_bug() -> None:
    ledger = Ledger()
    ledger.add(Node("symbol:a", "class", "a"))
    with pytest.raises(NodeCollisionError):
        ledger.add(Node("symbol:a", "method", "a"))


def ids(answer: Linked) -> set[str]:
    return {node.id for node in answer.tables.nodes}


def test_two_roots_with_one_module_name_are_told_apart() -> None:
    files = {
        f"services/{one}/app/{name}.py": text
        for one in "ab"
        for name, text in (("__init__", ""), ("main", "def run(): ...\n"))
    }
    found = ids(linked(files))
    assert {"symbol:services/a!app.main.run", "symbol:services/b!app.main.run"} <= found


def test_case_is_kept_and_accessors_share_a_name() -> None:
    text = """
class Thing:
    def Run(self): ...
    def run(self): ...

    @property
    def size(self): return 1

    @size.setter
    def size(self, value): ...

from typing import overload

@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x): return x
"""
    found = ids(linked({"m.py": text}))
    assert {
        "symbol:m.Thing.Run",
        "symbol:m.Thing.run",
        "symbol:m.Thing.size",
        "symbol:m.Thing.size[set]",
        "symbol:m.f",
    } <= found
    assert not any(one.startswith("symbol:m.f~") for one in found)


def test_overloads_carry_their_erased_parameter_types() -> None:
    text = "package a; class C { void f(java.util.List<String> x) {} void f(int[] y, String... z) {} }"
    assert {"symbol:a.C.f(List)", "symbol:a.C.f(int[],String...)"} <= ids(linked({"a/C.java": text}))


def test_the_spellings_of_people_are_found_when_unique() -> None:
    answer = linked(
        {
            "src/main/java/com/acme/order/OrderService.java": """package com.acme.order;
public class OrderService { void create(int a) {} void create(String a) {} void one() {} }""",
            "src/main/java/com/acme/bill/Bill.java": "package com.acme.bill; public class Bill { Bill() {} void one() {} }",
            "src/test/java/com/acme/order/OrderServiceTest.java": """package com.acme.order;
class OrderServiceTest { @org.junit.jupiter.api.Test void works() {} }""",
            "app/order/validation.py": "def check(): ...\n",
            "docs/adr/012-rules.md": "# 12. Rules\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n",
        }
    )
    find = Finder(answer.tables.nodes).find
    assert find("class:OrderService") == ["symbol:com.acme.order.OrderService"]
    assert find("symbol:OrderService.one") == ["symbol:com.acme.order.OrderService.one()"]
    assert find("OrderService#one()") == ["symbol:com.acme.order.OrderService.one()"]
    assert find("symbol:OrderService.create(int)") == ["symbol:com.acme.order.OrderService.create(int)"]
    assert len(find("symbol:OrderService.create")) == 2
    assert find("class:Bill") == find("Bill") == ["symbol:com.acme.bill.Bill"]
    assert find("module:acme.order") == ["module:com.acme.order"]
    assert find("module:order.validation") == ["module:app.order.validation"]
    assert find("adr:012") == ["adr:docs/adr/012-rules.md"]
    assert find("test_case:OrderServiceTest.works") == ["test_case:OrderServiceTest.works"]
    assert find("symbol:Nobody.knows") == []
    assert find("one") != []
    assert len(find("one")) == 2


def test_a_function_with_overload_signatures_is_declared_with_the_first() -> None:
    code = "from typing import overload\n\n\n@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a):\n    return a\n"
    node = next(node for node in linked({"m.py": code}).tables.nodes if node.id == "symbol:m.f")
    assert node.span is not None
    assert (node.span.start_line, node.declaration_line, node.span.end_line) == (4, 5, 9)
