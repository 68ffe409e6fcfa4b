"""Hostile sizes: long chains, thousands of rebindings, cycles everywhere; the graph stage stays near-linear and never recurses on input."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.chunk import FileResult
from chunkers.source import Category, Classification, Outcome
from chunkers.span import Span
from chunkers.symbol import Argument, Binding, Expr, FileFacts, Import, Reference, Symbol
from graph import link
from graph.edges.asking import Asking
from graph.resolve.values import Answer
from tests.graph.snapshot import edges, linked


def facts(path: str, language: str, **known: object) -> FileResult:
    said = FileFacts(path, language, "source", **known)  # type: ignore[arg-type]  # keyword facts of the record
    return FileResult(path, Classification(Category.SOURCE, language, "test"), Outcome.CHUNKED, (), said)


def seconds(*results: FileResult) -> float:
    start = time.process_time()
    link(results)
    return time.process_time() - start


def test_thousands_of_rebindings_cost_no_square() -> None:
    many = 20_000
    for language in ("python", "go", "typescript", "java"):
        holder = Symbol("function", "f", "f", Span(1, many + 2), 1)
        bound = tuple(
            Binding("f", "x", line, "unpack", None, ("call", ("name", "g"), 0), 1) for line in range(2, many + 2)
        )
        uses = tuple(Reference("call", "go", "f", line, 20, 22, ("name", "x")) for line in range(2, many + 2))
        assert seconds(facts(f"a.{language}", language, symbols=(holder,), bindings=bound, references=uses)) < 6


def test_a_chain_of_any_depth_ends() -> None:
    chain: Expr = ("name", "x")
    for _ in range(2_000):
        chain = ("call", ("attr", chain, "m"), 0)
    method = Symbol("method", "m", "C.m", Span(2, 2), 2, "C", returns="C")
    holder = Symbol("class", "C", "C", Span(1, 3), 1)
    site = Reference("call", "m", "", 9, 5, 6, chain)
    bound = Binding("", "x", 8, "module", None, ("new", "C"), 1)
    for language in ("python", "java", "go", "typescript", "rust"):
        assert (
            seconds(facts(f"a.{language}", language, symbols=(holder, method), bindings=(bound,), references=(site,)))
            < 2
        )


LEAVES: list[Expr] = [
    ("name", "x"),
    ("self",),
    ("super",),
    ("str", "text"),
    ("lambda",),
    ("?",),
    ("new", "C"),
    ("cast", "C"),
    *(("lit", kind) for kind in ("int", "float", "bool", "null", "list", "dict", "set", "regex", "template", "str")),
]
LANGUAGES = (
    "python",
    "java",
    "kotlin",
    "scala",
    "groovy",
    "go",
    "typescript",
    "javascript",
    "rust",
    "ruby",
    "php",
    "csharp",
)


def _grown(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.tuples(st.just("attr"), inner, st.just("m")),
        st.tuples(st.just("call"), inner, st.integers(0, 2)),
        st.tuples(st.sampled_from(["index", "await"]), inner),
        st.tuples(st.sampled_from(["binary", "cond"]), inner, inner),
        st.lists(inner, max_size=2).map(lambda items: ("list", *items)),
        st.lists(st.tuples(inner, inner), max_size=2).map(lambda items: ("dict", *items)),
    )


@settings(deadline=None)  # a busy machine makes no engine wrong
@given(
    st.recursive(st.sampled_from(LEAVES), _grown, max_leaves=6),
    st.recursive(st.sampled_from(LEAVES), _grown, max_leaves=6),
)
def test_every_form_of_expression_is_known_to_every_engine(receiver: Expr, value: Expr) -> None:
    method = Symbol("method", "m", "C.m", Span(2, 2), 2, "C", returns="C")
    holder = Symbol("class", "C", "C", Span(1, 3), 1)
    sites = tuple(
        Reference(kind, "m", "C.m", 9, 5, 6, receiver, (Argument(value),)) for kind in ("call", "value", "new")
    )
    bound = tuple(Binding("C.m", "x", 8, how, None, value, 1) for how in ("local", "for", "unpack", "with", "pattern"))
    given_back = Binding("C.m", "<return>", 8, "return", None, value, 1)
    for language in LANGUAGES:
        known = {"symbols": (holder, method), "bindings": (*bound, given_back), "references": sites}
        link([facts(f"a.{language}", language, **known)])


def test_a_fault_of_ours_costs_one_site_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    called = Asking.called

    def faulty(self: Asking, reference: Reference) -> Answer:
        if reference.name == "broken":
            raise KeyError("what the file says")
        return called(self, reference)

    monkeypatch.setattr(Asking, "called", faulty)
    text = "package p; class A { void a() { b(); this.broken(1); b(); } void b() {} void broken(int x) {} }"
    found = linked({"p/A.java": text})
    assert edges(found, "CALLS") == {("symbol:p.A.a()", "symbol:p.A.b()")}
    (told,) = found.findings
    assert (told.rule, told.path, told.line) == ("graph_error", "p/A.java", 1)
    assert told.message.startswith("KeyError at graph.edges.uses:")
    assert "what the file says" not in told.message


def test_cycles_of_imports_types_and_values_end() -> None:
    files = {
        "a.py": "from b import *\nfrom b import x as x\nclass A(B): ...\ny = x\nx.go()\ny.go()\n",
        "b.py": "from a import *\nfrom a import x as x\nclass B(A): ...\nx = y\n",
        "src/a.ts": 'export * from "./b";\nexport { q as q } from "./b";\ntype T = U;\nexport class A extends B { f: T }\nnew A().f.go();\n',
        "src/b.ts": 'export * from "./a";\nexport { q as q } from "./a";\nexport type U = T;\nexport class B extends A {}\n',
        "p/A.java": "package p; class A extends B { A a() { return b(); } void x() { a().a().x(); } }",
        "p/B.java": "package p; class B extends A { var z = z; }",
    }
    assert ("symbol:p.A", "symbol:p.B") in edges(linked(files), "EXTENDS")


def test_names_that_repeat_or_lie_about_their_container_never_collide() -> None:
    twice = tuple(Symbol("function", "f", "f", Span(line, line), line) for line in (1, 2))
    loop = (
        Symbol("class", "A", "A", Span(1, 1), 1, "A"),
        Symbol("class", "B", "B", Span(1, 1), 1, "C"),
        Symbol("class", "C", "C", Span(1, 1), 1, "B"),
    )
    item = Import("....x", "y", "y", "import", 1, 1, 2)
    found = link(
        [
            facts("a.py", "python", symbols=twice, imports=(item,)),
            facts("b.py", "python", symbols=loop),
            facts("a.pyi", "python", symbols=twice),
        ]
    )
    ids = [node.id for node in found.tables.nodes]
    assert len(ids) == len(set(ids))
