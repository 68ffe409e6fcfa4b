"""A healthy run by hand: one of everything the gates look at, so that every gate has something to pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from analyzer.stamp import stamp_all
from chunkers.chunk import ChunkDraft, ChunkLink, ComposedDraft, CompositionSource, FileResult, Segment, Spans
from chunkers.identity import content_hash, normalize
from chunkers.metadata import metadata_draft
from chunkers.policy import ChunkingPolicy
from chunkers.source import Category, Classification, Outcome, Redaction, SecretNote
from chunkers.span import Span
from chunkers.symbol import Decorator, FileFacts, Symbol
from chunkers.tokens import estimate
from graph.model import Edge, Evidence, GraphTables, Linked, Node
from reports.gate import STAGES
from reports.record import RunRecord
from tests.reports.builder import HEADER

ORDERS = """\
# Orders of the shop.

class Orders:
    # Creates one order after it was checked by the validator of the shop.
    @audited
    def create(self, order, validator, repository, notifier):
        validator.check(order, strict=True, source="shop", reason="created")
        repository.save(order, flush=True, timeout=30)
        return notifier.created(order, channel="mail")
"""
TEST = """\
def test_create_rejects_an_order_without_customer(orders, validator, repository, notifier):
    with pytest.raises(MissingCustomerError, match="customer"):
        orders.create({"items": [1, 2, 3]}, validator, repository, notifier)
    assert repository.saved == []
"""
DOC = """\
# Orders

## Purpose

An order is checked by the validator, saved in the repository and announced by mail. Nothing else happens here.
"""
ADR = """\
# ADR 2: one validator

Status: Accepted

## Decision

Every rule of the shop is checked by one validator, which is called before an order is saved in the repository.
"""
OLD_ADR = ADR.replace("ADR 2", "ADR 1").replace("Accepted", "Superseded by ADR 2")
CONFIG = """\
database:
  host: db.internal
  password: <REDACTED_SECRET>
"""
VENDORED = (
    "function pad(text, size) {\n  return text.padStart(size, '0') + padding(text, size, defaults.character);\n}\n"
)


@dataclass(slots=True)
class Sheet:
    """One file and the drafts cut from it by line ranges."""

    path: str
    text: str
    category: Category = Category.SOURCE
    language: str = "python"
    visibility: str = "private"
    redactions: tuple[Redaction, ...] = ()
    facts: FileFacts | None = None
    drafts: list[ChunkDraft] = field(default_factory=list)

    def draft(self, kind: str, role: str, own: Sequence[tuple[int, int]], **fields: Any) -> int:
        """Add a draft that owns the given lines; return its index."""
        lines = self.text.splitlines(keepends=True)
        segments = tuple(Segment(first, last, own=True) for first, last in own)
        raw = "".join(line for first, last in own for line in lines[first - 1 : last])
        last_line = fields.pop("last", own[-1][1])
        declaration = fields.pop("declaration", None)
        spans = Spans(Span(own[0][0], last_line, 1, 2), Span(declaration, declaration, 1, 2) if declaration else None)
        touched = tuple(r for r in self.redactions if any(a <= r.last_line and r.first_line <= b for a, b in own))
        self.drafts.append(
            ChunkDraft(
                chunk_type=kind,
                role=role,
                logical=fields.pop("logical", f"{kind}{len(self.drafts)}"),
                title=fields.pop("title", kind),
                path=self.path,
                language=self.language,
                raw=raw,
                normalized=normalize(raw),
                content_hash=content_hash(normalize(raw)),
                spans=spans,
                segments=segments,
                token_estimate=estimate(raw),
                redactions=touched,
                visibility=fields.pop("visibility", self.visibility),
                chunker=("hand", "1"),
                **fields,
            )
        )
        return len(self.drafts) - 1

    def result(self, **fields: Any) -> FileResult:
        """Return the file's result; every non-blank line is owned."""
        count = sum(1 for line in self.text.splitlines() if line.strip())
        classification = Classification(self.category, self.language, "hand", self.visibility)
        return FileResult(
            self.path,
            classification,
            fields.pop("outcome", Outcome.CHUNKED),
            tuple(self.drafts),
            facts=self.facts,
            content_hash=content_hash(self.text),
            redactions=self.redactions,
            lines=count,
            owned=count,
            **fields,
        )


def _orders() -> FileResult:
    decorator = Decorator("audited", (), 5, 5, 13)
    method = Symbol("method", "create", "Orders.create", Span(4, 9), 6, "Orders", "python", decorators=(decorator,))
    facts = FileFacts(
        "src/orders.py", "python", "source", symbols=(Symbol("class", "Orders", "Orders", Span(3, 9), 3), method)
    )
    sheet = Sheet("src/orders.py", ORDERS, facts=facts)
    top = sheet.draft("file_overview", "navigation", [(1, 1)], last=9)
    parent = sheet.draft(
        "class_chunk", "navigation", [(3, 3)], last=9, parent=top, symbol="Orders", declaration=3, title="Orders"
    )
    sheet.draft(
        "method_chunk",
        "primary_evidence",
        [(4, 9)],
        parent=parent,
        declaration=6,
        symbol="Orders.create",
        signature="def create(self, order, validator, repository, notifier)",
        title="Orders.create",
    )
    return sheet.result()


def _documents() -> list[FileResult]:
    doc = Sheet("docs/orders.md", DOC, Category.DOC, "markdown")
    top = doc.draft("doc_section_chunk", "documentation", [(1, 1)], last=5, heading_path=("Orders",), title="Orders")
    doc.draft(
        "doc_section_chunk", "documentation", [(3, 5)], parent=top, heading_path=("Orders", "Purpose"), title="Purpose"
    )
    adr = Sheet("docs/adr/002.md", ADR, Category.ADR, "markdown")
    adr.draft("adr_overview", "documentation", [(1, 3)], attributes={"adrStatus": "accepted"})
    path = ("ADR 2: one validator", "Decision")
    adr.draft(
        "adr_decision_chunk",
        "decision_evidence",
        [(5, 7)],
        heading_path=path,
        attributes={"adrStatus": "accepted"},
        title="ADR 2",
    )
    old = Sheet("docs/adr/001.md", OLD_ADR, Category.ADR, "markdown")
    gone = {"adrStatus": "superseded", "supersededBy": "docs/adr/002.md"}
    old.draft("adr_overview", "documentation", [(1, 3)], attributes=gone, stale=("superseded",))
    path = ("ADR 1: one validator", "Decision")
    old.draft(
        "adr_decision_chunk", "supporting_evidence", [(5, 7)], heading_path=path, attributes=gone, stale=("superseded",)
    )
    return [doc.result(), adr.result(), old.result()]


def _others() -> list[FileResult]:
    test = Sheet("tests/test_orders.py", TEST, Category.TEST)
    test.draft("test_case_chunk", "behavior_evidence", [(1, 4)], declaration=1, title="test_create_rejects")
    masked = Redaction(3, 3, "password", "key-name", "config", 0.95)
    config = Sheet("config/app.yaml", CONFIG, Category.CONFIG, "yaml", redactions=(masked,))
    config.draft(
        "config_section_chunk",
        "primary_evidence",
        [(1, 3)],
        title="database",
        keys=("database.host", "database.password"),
    )
    vendored = Sheet("vendor/pad.js", VENDORED, Category.VENDORED, "javascript")
    signature = "function pad(text, size)"
    vendored.draft("method_chunk", "supporting_evidence", [(1, 3)], declaration=1, signature=signature, title="pad")
    blocked = Classification(Category.BLOCKED, None, "blocked:env_file")
    generated = Classification(
        Category.GENERATED, "python", "content:marker", generator=(("marker", "DO NOT EDIT"), ("tool", "protoc"))
    )
    notes = (SecretNote(2, "weak_default", "localhost"),)
    return [
        test.result(),
        config.result(notes=notes),
        vendored.result(),
        _metadata(".env.production", blocked),
        _metadata("gen/api_pb2.py", generated),
    ]


def _metadata(path: str, classification: Classification) -> FileResult:
    draft = metadata_draft(path, classification, classification.rule, {})
    return FileResult(path, classification, Outcome.METADATA_ONLY, (draft,), reason=classification.rule)


def _linked(results: Sequence[FileResult]) -> Linked:
    handler, test, route = (
        "symbol:orders.Orders.create",
        "test_case:tests/test_orders.py.test_create_rejects",
        "route:POST /orders",
    )
    operation = "api_operation:openapi/shop.yaml#POST:/orders"
    nodes = [Node(f"file:{r.path}", "file", r.path, r.path) for r in results]
    nodes += [
        Node(handler, "method", "Orders.create", "src/orders.py", Span(4, 9), 6, "python"),
        Node(test, "test_case", "test_create_rejects", "tests/test_orders.py", Span(1, 4), 1, "python"),
        Node(route, "route", "POST /orders", "src/orders.py"),
        Node(operation, "api_operation", "POST /orders"),
        Node("adr:docs/adr/002.md", "adr", "ADR 2", "docs/adr/002.md"),
        Node("doc:docs/orders.md#Purpose", "doc_section", "Purpose", "docs/orders.md"),
    ]
    edges = (
        Edge(operation, route, "DESCRIBES", 1.0, "exact", "openapi.route", (Evidence("src/orders.py", 6, 9, 6, 15),)),
        Edge(route, handler, "ROUTES_TO", 1.0, "exact", "flask.route", (Evidence("src/orders.py", 5, 5, 5, 13),)),
        Edge(test, handler, "TESTS", 0.9, "exact", "test.call", (Evidence("tests/test_orders.py", 3, 16, 3, 22),)),
    )
    links = [
        ChunkLink((d.path, d.chunk_type, d.logical), f"file:{r.path}", "REFERENCES", 1.0)
        for r in results
        for d in r.drafts
    ]
    links += [
        ChunkLink(("src/orders.py", "method_chunk", "method_chunk2"), handler, "DEFINES", 1.0),
        ChunkLink(("tests/test_orders.py", "test_case_chunk", "test_case_chunk0"), test, "DEFINES", 1.0),
        ChunkLink(("tests/test_orders.py", "test_case_chunk", "test_case_chunk0"), handler, "TESTS", 0.9),
        ChunkLink(("docs/orders.md", "doc_section_chunk", "doc_section_chunk1"), handler, "DOCUMENTS", 0.8),
    ]
    sources = (
        CompositionSource(file_span="src/orders.py:4-9"),
        CompositionSource(file_span="tests/test_orders.py:1-4"),
    )
    steps = "handler: Orders.create  src/orders.py:4-9\nrequest: -\nresponse: -\ncalls: validator.check, repository.save, notifier.created\n"
    routed = ComposedDraft(
        "route_chunk",
        "POST /orders",
        "POST /orders",
        steps + "contract: -\ntests: test_create_rejects  tests/test_orders.py:1-4\n",
        sources,
        (route, handler),
        ("src/orders.py", "tests/test_orders.py"),
        ("src/orders.py", 4),
        chunker=("route", "1"),
    )
    tables = GraphTables(
        tuple(sorted(nodes, key=lambda n: n.id)),
        edges,
        {"external_receiver": 3, "dynamic": 1},
        call_sites=10,
        resolved=6,
    )
    return Linked(tables, tuple(links), (routed,))


def healthy(policy: ChunkingPolicy | None = None) -> RunRecord:
    """Return a run in which every gate that can look finds all well."""
    results = tuple(sorted([_orders(), *_documents(), *_others()], key=lambda r: r.path))
    linked = _linked(results)
    chunks = stamp_all(HEADER, results, linked)
    return RunRecord(
        header=HEADER,
        policy=policy or ChunkingPolicy(),
        entries=len(results),
        files=results,
        skipped=(),
        chunks=chunks,
        links=linked.links,
        graph=linked.tables,
        stages=frozenset(STAGES),
        engines=("rules",),
        verification={"checked": len(chunks), "failed": 0},
    )
