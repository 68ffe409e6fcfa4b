"""Staleness: what is gone, ambiguous, superseded or another thing than it was makes the section that names it doubtful; the rest stays trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph import link
from graph.differences import differences
from graph.model import Linked
from graph.past import Pair, Past
from tests.road import road

LONG = (
    "def total(order):\n    one = order\n"
    + "".join(f"    step_{n} = one + {n}\n" for n in range(20))
    + "    return one\n"
)
ADR = "# {n}. {title}\n\n## Status\n\n{status}\n\n## Context\n\nc\n\n## Decision\n\nd\n\n## Consequences\n\ne\n"


def linked(files: Mapping[str, str], past: Past | None = None) -> Linked:
    return link([road(path, text) for path, text in files.items()], past)


def past(files: Mapping[str, str], earlier: Mapping[str, str], removed: Sequence[str] = ()) -> Past:
    """Return a past in which the files of `earlier` changed after all others."""

    def before(pairs: Sequence[Pair]) -> Mapping[Pair, str]:
        return {pair: earlier[pair[0]] for pair in pairs if pair[0] in earlier}

    back = {path: 0 if path in earlier else 1 for path in files}
    return Past(frozenset(files), frozenset(removed), back, before)


def reasons(files: Mapping[str, str], known: Past | None = None) -> list[str]:
    return sorted({reason for told in linked(files, known).stale.values() for reason in told})


@pytest.mark.parametrize(
    ("code", "earlier", "stale"),
    [
        ("def total(order, tax):\n    return 1\n", "def total(order):\n    return 1\n", True),
        ("def total(\n    order,\n    tax,\n):\n    return 1\n", "def total(\n    order,\n):\n    return 1\n", True),
        ("@cached\ndef total(order):\n    return 1\n", "def total(order):\n    return 1\n", True),
        ("def total(order):\n    return order.sum\n", "def total(order):\n    return order\n", True),
        (
            "def total(order):\n    check(order)\n    log(order)\n    return 50\n\n\nx = 50\n",
            "def total(order):\n    check(order)\n    log(order)\n    return 20\n\n\nx = 50\n",
            True,
        ),
        (
            "def total(order: int) -> int:\n    check(order)\n    log(order)\n    return 50\n",
            "def total(order):\n    check(order)\n    log(order)\n    return 50\n",
            False,
        ),
        (LONG, LONG.replace("one + 3\n", "one - 3\n"), False),
        (LONG, "".join(f"    other_{n}\n" for n in range(20)), True),
        ("def total(order):\n    # why\n    return 1\n", "def total(order):\n\n    return 1\n", False),
        (
            "\n\n\ndef total(order):\n\n\n\n    return 1\n\n\n\ndef last(): ...\n",
            "def total(order):\n    return 1\n",
            False,
        ),
        ("def other(): ...\n\n\ndef total(order):\n    return 1\n", "def total(order):\n    return 1\n", False),
    ],
)
def test_a_section_is_stale_when_what_it_names_became_another_thing(code: str, earlier: str, stale: bool) -> None:
    files = {"shop.py": code, "docs/a.md": "# A\n\nCall `total()` first.\n"}
    assert reasons(files, past(files, {"shop.py": earlier})) == (["changed_after:total()"] if stale else [])
    assert reasons(files) == []


@pytest.mark.parametrize(
    ("path", "code", "earlier", "stale"),
    [
        (
            "a.ts",
            "export function f<T extends X<Y>>(a: T) {\n  x()\n  y()\n  return z\n}\nf(2)\n",
            "export function f<T extends X<Y>>(a: T) {\n  x()\n  y()\n  return w\n}\nf(1)\n",
            False,
        ),
        ("a.ts", "export const f = async (a: T, b?: U) => g(a)\n", "export const f = async (a: T) => g(a)\n", True),
        (
            "a.go",
            "package a\n\nfunc f(a int, b string) {\n\tx()\n\ty()\n}\n",
            "package a\n\nfunc f(a int64, b string) {\n\tx()\n\ty()\n}\n",
            True,
        ),
        (
            "A.java",
            "class A {\n  /** f(x) */\n  @Nullable public int f(final List<String> a, int... b) {\n    x();\n    y();\n    return g();\n  }\n}\n",
            "class A {\n  int f(List<String> a, int... b) {\n    x();\n    y();\n    return g();\n  }\n}\n",
            False,
        ),
        ("a.ts", "export type f =\n  | 'a'\n  | 'b';\n", "export type f = 'a' | 'b'\n", False),
        ("a.ts", "export type f = 'a' | 'c'\n", "export type f = 'a' | 'b'\n", True),
    ],
)
def test_another_layout_or_annotation_is_no_change(path: str, code: str, earlier: str, stale: bool) -> None:
    files = {path: code, "docs/a.md": "# A\n\nCall `f()`.\n"}
    assert reasons(files, past(files, {path: earlier})) == (["changed_after:f()"] if stale else [])


def test_manifests_tests_and_common_words_are_no_subject() -> None:
    files = {
        "pkg/go.mod": "module x\n\ngo 1.26\n",
        "tests/test_a.py": "def helper_of_tests(b):\n    return 2\n",
        "a.py": "class Path:\n    pass\n\n\ndef kept():\n    def local_helper(): ...\n",
        "docs/a.md": "# A\n\n[mod](../pkg/go.mod), `helper_of_tests`, `Path`, `local_helper`\n",
    }
    assert (
        reasons(
            files,
            past(files, {"pkg/go.mod": "a\n", "tests/test_a.py": "def helper_of_tests(a): ...\n", "a.py": "x = 1\n"}),
        )
        == []
    )


def test_a_document_touched_after_the_change_is_fresh() -> None:
    files = {"shop.py": "def total(order, tax): ...\n", "docs/a.md": "# A\n\n`total()`\n"}
    known = past(files, {"shop.py": "def total(order): ...\n"})
    later = Past(known.paths, known.removed, {"shop.py": 1, "docs/a.md": 0}, known.before)
    assert reasons(files, later) == []


@pytest.mark.parametrize(
    ("path", "text", "earlier", "name"),
    [
        ("conf/app.yml", "app:\n  max-items: 50\n  other: 1\n", "app:\n  max-items: 20\n  other: 1\n", "app.max-items"),
        ("web.py", "from flask import Flask\napp = Flask('a')\n@app.post('/x')\ndef x(): ...\n", "\n", "POST /x"),
    ],
)
def test_keys_and_routes_age_too(path: str, text: str, earlier: str, name: str) -> None:
    files = {path: text, "docs/a.md": f"# A\n\nSet `{name}`.\n"}
    assert reasons(files, past(files, {path: earlier})) == [f"changed_after:{name}"]
    assert reasons(files, past(files, {path: text})) == []


def test_an_earlier_commit_tells_that_a_name_is_gone() -> None:
    files = {
        "a/Here.java": "package a;\nclass Here {}\n",
        "docs/a.md": "# A\n\n`OrderLine`, `lib/x.sh` and `Elsewhere`.\n",
    }
    known = past(files, {}, ["a/OrderLine.java", "old/lib/x.sh"])
    assert reasons(files, known) == ["missing_file:lib/x.sh", "missing_symbol:OrderLine"]
    assert reasons(files) == []


def test_files_that_were_not_read_are_there() -> None:
    files = {"docs/a.md": "# A\n\n[code](../src/big.py) and `docs/b/c.md`\n"}
    assert reasons(files, Past(frozenset({*files, "src/big.py", "docs/b/c.md"}))) == []
    assert reasons({**files, "a.py": "x = 1\n"}) == ["missing_file:src/big.py"]


def test_a_path_that_never_was_is_an_example() -> None:
    files = {"src/app/a.py": "x = 1\n", "docs/a.md": "# A\n\nWrite `src/app/new.py` and `src/main.py`.\n"}
    assert reasons(files) == ["missing_file:src/app/new.py"]
    assert reasons(files, Past(frozenset(files), complete=True)) == []
    assert reasons(files, Past(frozenset(files), frozenset({"src/main.py"}), complete=True)) == [
        "missing_file:src/main.py"
    ]


def test_pages_are_linked_without_their_ending() -> None:
    files = {
        "docs/a.md": "# A\n\n[b](b.html) [c](c/) [d](v1.2) [e](e.md#x) [f](f.html) [g](g.url)\n",
        "docs/b.mdx": "# B\n",
        "docs/c/index.md": "# C\n",
    }
    assert reasons(files) == ["missing_file:docs/e.md"]
    rows = [row for listed in linked(files).references.values() for row in listed if isinstance(row, dict)]
    assert [row["nodes"] for row in rows] == [["file:docs/b.mdx"], ["file:docs/c/index.md"], []]


def test_routes_and_keys_beside_others_of_their_kind_are_missed() -> None:
    files = {
        "web.py": "from flask import Flask\napp = Flask('a')\n@app.get('/orders/<id>')\ndef one(id): ...\n",
        "application.yml": "shop:\n  order:\n    size: 1\n",
        "docs/a.md": "# A\n\n`GET /orders/{id}`, `DELETE /orders/{id}`, `GET /elsewhere`, `shop.order.limit`, `shop.order.size`, `x.y.z`\n",
    }
    assert reasons(files) == ["missing_key:shop.order.limit", "missing_route:DELETE /orders/{id}"]


def test_a_member_of_two_types_of_one_name_is_ambiguous() -> None:
    files = {
        "a/C.java": "package a;\nclass C { void run() {} }\n",
        "b/C.java": "package b;\nclass C { void run() {} }\n",
        "docs/a.md": "# A\n\n`C.run` and `run()`\n",
    }
    found = linked(files)
    assert sorted({one for told in found.stale.values() for one in told}) == ["ambiguous_symbol:C.run"]


def test_every_section_lists_its_references_with_what_became_of_them() -> None:
    files = {
        "shop.py": "def total(): ...\n",
        "docs/a.md": "# A\n\n## One\n\n`total()`, [b](b.md), `plain`\n\n## Two\n\n[gone](gone.md)\n\n[web](https://x.org)\n",
        "docs/b.md": "# B\n",
    }
    found = linked(files).references
    rows = {key[2].rpartition("> ")[2]: value for key, value in found.items()}
    assert rows == {
        "One": (
            {"target": "total()", "kind": "code", "line": 5, "status": "resolved", "nodes": ["symbol:shop.total"]},
            {"target": "docs/b.md", "kind": "link", "line": 5, "status": "resolved", "nodes": ["file:docs/b.md"]},
        ),
        "Two": ({"target": "docs/gone.md", "kind": "link", "line": 9, "status": "missing", "nodes": []},),
    }


def test_a_section_that_leads_nowhere_twice_is_a_high_risk() -> None:
    files = {"docs/a.md": "# A\n\n## One\n\n[x](x.md) [y](y.md)\n\n## Two\n\n[x](x.md) [a](a.md)\n"}
    found = linked(files)
    assert {key[2].rpartition("> ")[2] for key in found.stale} == {"One", "Two"}
    assert {key[2].rpartition("> ")[2] for key in found.high} == {"One"}


def test_a_record_that_another_supersedes_is_a_high_risk() -> None:
    files = {
        "docs/adr/0001-a.md": ADR.format(n=1, title="A", status="Accepted"),
        "docs/adr/0002-b.md": ADR.format(n=2, title="B", status="Accepted\n\nSupersedes ADR-0001"),
        "docs/adr/0003-c.md": ADR.format(n=3, title="C", status="Rejected\n\nSupersedes ADR-0002"),
    }
    found = linked(files)
    assert {path for path, _, _ in found.high} == {"docs/adr/0001-a.md"}
    assert set(found.stale.values()) == {("superseded_by:docs/adr/0002-b.md",)}


@pytest.mark.parametrize(
    ("removed", "earlier", "reason"),
    [
        ((), {"api/shop.proto": "x"}, ["source_changed_after:api/shop.proto"]),
        (("api/shop.proto",), {}, ["missing_source:api/shop.proto"]),
        ((), {}, []),
    ],
)
def test_a_product_ages_with_its_source(removed: Sequence[str], earlier: dict[str, str], reason: list[str]) -> None:
    files = {"docs/api.md": "<!-- Generated from api/shop.proto by protoc-gen-doc. DO NOT EDIT. -->\n\n# API\n\ntext\n"}
    if not removed:
        files["api/shop.proto"] = 'syntax = "proto3";\nmessage A {}\n'
    assert reasons(files, past(files, earlier, removed)) == reason


def test_differences_name_new_lines_and_places_of_removal() -> None:
    found = differences("a\nb\nc\nd\n", "a\n  c\n# note\nx\n\nd\n")
    assert (sorted(found.new), sorted(found.cut)) == ([4], [1])
    assert differences("gone\na\n", "a\n").cut == {0}


@given(st.lists(st.sampled_from("abcdef}"), max_size=30), st.lists(st.sampled_from("abcdef}"), max_size=30))
def test_lines_that_are_not_new_stand_in_the_earlier_text_in_order(old: list[str], new: list[str]) -> None:
    found = differences("\n".join(old), "\n".join(new))
    kept = [line for number, line in enumerate(new, 1) if number not in found.new]
    at = iter(old)
    assert all(line in at for line in kept)
    assert (found.new or found.cut) or old == new
