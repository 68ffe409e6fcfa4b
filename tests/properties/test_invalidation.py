"""What makes which chunks stale: every trigger through the whole road on the practice service, and nothing invalidated that it does not concern."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from analyzer.cache import Recent
from analyzer.changes import side
from analyzer.pipeline import Request, run
from chunkers.policy import Chunking, ChunkingPolicy, Paths, RedactionPolicy, RedactionRule, VisibilityRule
from reports.diff.compare import Side, diff
from reports.diff.records import ChunkDiff
from tests.repos import Repository, build, git

VALIDATOR = "src/main/java/com/acme/order/OrderValidator.java"
SERVICE = "src/main/java/com/acme/order/OrderService.java"
CONTROLLER = "src/main/java/com/acme/order/OrderController.java"
CONFIG = "src/main/resources/application.yml"
CONTRACT = "openapi/order-api.yaml"
DOC = "docs/order-validation.md"
DECISION = "docs/adr/012-validation-rules.md"
PLAIN = ChunkingPolicy()


@dataclass
class Service:
    """The practice service, its commits as sides of a comparison; every state is analyzed once."""

    repository: Repository
    cache: Path
    recent: Recent = field(default_factory=dict)
    known: dict[tuple[str, str], Side] = field(default_factory=dict)

    def side(self, commit: str, policy: ChunkingPolicy = PLAIN) -> Side:
        """Return a commit analyzed."""
        key = (commit, repr(policy))
        if key not in self.known:
            request = Request(
                self.repository.path, commit, policy, 1, "acme/order-service", cache=self.cache, recent=self.recent
            )
            self.known[key] = side(run(request))
        return self.known[key]

    def between(self, old: int, new: int) -> ChunkDiff:
        """Return the diff of two steps of the history."""
        return diff(self.side(self.repository.commits[old]), self.side(self.repository.commits[new]))

    def after(self, *edits: Callable[[Path], None]) -> ChunkDiff:
        """Return what edits on top of the history change; the edits are taken back."""
        path, last = self.repository.path, self.repository.commits[3]
        for edit in edits:
            edit(path)
        commit = self.repository.commit("edit", "2026-04-01T00:00:00Z")
        git(path, "reset", "-q", "--hard", last)
        return diff(self.side(last), self.side(commit))

    def under(self, policy: ChunkingPolicy) -> ChunkDiff:
        """Return what another policy changes at the last commit."""
        last = self.repository.commits[3]
        return diff(self.side(last), self.side(last, policy))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Service:
    home = tmp_path_factory.mktemp("service")
    return Service(build("order-service", home / "order-service"), home / "cache")


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Replace a text that stands in a file."""

    def edit(root: Path) -> None:
        text = (root / name).read_text()
        assert old in text, (name, old)
        (root / name).write_text(text.replace(old, new, 1))

    return edit


def written(name: str, text: str) -> Callable[[Path], None]:
    """Write a file."""

    def edit(root: Path) -> None:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)

    return edit


def told(found: ChunkDiff) -> set[tuple[str, str, str]]:
    """Return (list, title, reason) of everything in a diff."""
    lists = ("added", "removed", "changed", "relinked", "updated")
    rows = {
        (name, entry.title, found.reasons[entry.logical_chunk_id]) for name in lists for entry in getattr(found, name)
    }
    return rows | {("moved", move.to.title, found.reasons[move.to.logical_chunk_id]) for move in found.moved}


@pytest.mark.seed("P38")
@pytest.mark.seed("P39")
def test_a_changed_file_invalidates_only_what_it_concerns(service: Service) -> None:
    found = service.between(0, 1)
    assert told(found) == {
        ("changed", "OrderValidator.validate", "content_changed"),
        ("changed", "POST /orders request flow", "original_changed"),
        ("added", "OrderValidatorTest.shouldRejectCorporateOrderWithoutTaxId", "unit_added"),
        ("changed", "OrderValidatorTest", "content_changed"),
        ("changed", "OrderValidatorTest.java", "content_changed"),
        ("changed", "OrderValidatorTest tests OrderValidator", "original_changed"),
    }
    assert {entry.title for entry in found.refresh.tests} == {
        "OrderValidatorTest.shouldRejectOrderWithoutCustomerId",
        "OrderValidatorTest.shouldAcceptValidCorporateOrder",
        "OrderValidatorTest.shouldRejectCorporateOrderWithoutTaxId",
    }
    assert {entry.title for entry in found.refresh.docs} == {"Flow"}
    assert {entry.title for entry in found.refresh.routes} == {"POST /orders"}
    assert found.unchanged > 20 * len(told(found))


def test_a_rename_keeps_lineage_and_vectors_of_unchanged_text(service: Service) -> None:
    found = service.between(1, 2)
    old, new = "src/main/java/com/acme/order/MaxItemsRule.java", "src/main/java/com/acme/order/rules/MaxItemsRule.java"
    assert {(m.from_.path, m.to.path) for m in found.moved} == {(old, new)}
    assert {m.to.title for m in found.moved if m.same_content} == {
        "MaxItemsRule",
        "MaxItemsRule.MaxItemsRule",
        "MaxItemsRule.check",
    }
    assert all(m.lineage_id.startswith("lineage_") for m in found.moved)
    assert not [e for e in (*found.added, *found.removed) if e.path in (old, new)]
    assert len(found.refresh.vectors.rekey) == 3


def test_a_change_of_nothing_but_a_secret_leaves_the_diff_empty(service: Service) -> None:
    old = service.repository.secrets
    assert old
    name, value = next(iter(old.items()))
    fresh = "Kx9" + secrets.token_urlsafe(18)

    def other(root: Path) -> None:
        changed = 0
        for file in root.rglob("*"):
            if file.is_file() and ".git" not in file.parts and value.encode() in file.read_bytes():
                file.write_bytes(file.read_bytes().replace(value.encode(), fresh.encode()))
                changed += 1
        assert changed, name

    found = service.after(other)
    assert told(found) == set()
    assert found.refresh.vectors.write == found.refresh.vectors.delete == ()


def test_a_shift_of_lines_invalidates_nothing_below_it(service: Service) -> None:
    found = service.after(replaced(SERVICE, "package com.acme.order;\n", "package com.acme.order;\n\n\n\n"))
    rows = told(found)
    assert ("changed", "OrderService.java", "content_changed") in rows
    others = {(kind, why) for kind, title, why in rows if title != "OrderService.java"}
    assert others == {("changed", "original_changed")}  # composed views cite lines


EDITS: list[tuple[str, list[Callable[[Path], None]], tuple[str, str, str]]] = [
    ("content", [replaced(SERVICE, "return ", "return  ")], ("changed", "OrderService.createOrder", "content_changed")),
    (
        "signature",
        [replaced(VALIDATOR, "public void validate(", "protected void validate(")],
        ("changed", "OrderValidator.validate", "signature_changed"),
    ),
    ("file added", [written("docs/more.md", "# More\n\nText.\n")], ("added", "More", "file_added")),
    ("file removed", [lambda root: (root / DOC).unlink()], ("removed", "Flow", "file_removed")),
    ("unit added", [replaced(DOC, "## ", "## New\n\nText of it.\n\n## ")], ("added", "New", "unit_added")),
    (
        "file moved",
        [lambda root: (root / CONTROLLER).rename(root / CONTROLLER.replace("Controller", "Api"))],
        ("moved", "OrderController", "file_moved"),
    ),
    (
        "config key",
        [replaced(CONFIG, "max-items: ", "max-items: 1")],
        ("changed", "order.validation", "config_key_changed"),
    ),
    ("contract", [replaced(CONTRACT, "summary: ", "summary: All ")], ("changed", "POST /orders", "contract_changed")),
    (
        "vendored",
        [written(".gitattributes", f"{VALIDATOR} linguist-vendored\n")],
        ("updated", "OrderValidator.validate", "classification_changed"),
    ),
    (
        "redaction",
        [replaced(SERVICE, "return ", f'String key = "{"ghp_" + secrets.token_hex(18)}"; return ')],
        ("changed", "OrderService.createOrder", "redaction_changed"),
    ),
    (
        "superseded",
        [replaced(DECISION, "Accepted", "Superseded by ADR 013")],
        ("updated", "ADR 012 Decision", "staleness_changed"),
    ),
]


@pytest.mark.seed("P38")
@pytest.mark.parametrize(("edits", "expected"), [row[1:] for row in EDITS], ids=[row[0] for row in EDITS])
def test_every_trigger_of_an_edit_is_named(
    service: Service, edits: list[Callable[[Path], None]], expected: tuple[str, str, str]
) -> None:
    rows = told(service.after(*edits))
    place, title, why = expected
    assert (place, why) in {(one, reason) for one, name, reason in rows if name.endswith(title)}, rows


POLICIES: list[tuple[str, ChunkingPolicy, str, str]] = [
    (
        "visibility",
        replace(PLAIN, visibility=(VisibilityRule("docs/**", "restricted"),)),
        "updated",
        "visibility_changed",
    ),
    ("classification", replace(PLAIN, paths=Paths(vendored=(VALIDATOR,))), "updated", "classification_changed"),
    ("excluded", replace(PLAIN, paths=Paths(exclude=("docs/**",))), "removed", "file_removed"),
    (
        "redaction rule",
        replace(PLAIN, redaction=RedactionPolicy(rules=(RedactionRule("words", "customer", keywords=("customer",)),))),
        "changed",
        "redaction_changed",
    ),
    ("sizes", replace(PLAIN, chunking=Chunking(max_tokens_per_chunk=60, target_tokens=40)), "added", "unit_added"),
]


@pytest.mark.seed("P38")
@pytest.mark.parametrize(("policy", "place", "why"), [row[1:] for row in POLICIES], ids=[row[0] for row in POLICIES])
def test_every_trigger_of_a_policy_is_named(service: Service, policy: ChunkingPolicy, place: str, why: str) -> None:
    found = service.under(policy)
    assert (place, why) in {(one, reason) for one, _title, reason in told(found)}
    if place == "updated":
        assert found.refresh.vectors.write == ()


def test_a_link_that_goes_elsewhere_relinks_without_new_vectors(service: Service) -> None:
    found = service.between(1, 2)
    relinked = {entry.title for entry in found.relinked}
    assert "OrderValidatorTest.setUp" in relinked
    written_anew = set(found.refresh.vectors.write)
    assert not written_anew & {entry.logical_chunk_id for entry in found.relinked}


def test_every_trigger_there_is_stands_in_the_documentation() -> None:
    root = Path(__file__).parents[2]
    sources = (root / "reports/diff/reasons.py").read_text() + (root / "reports/diff/compare.py").read_text()
    named = set(re.findall(r'"([a-z]+(?:_[a-z]+)*_(?:added|removed|moved|renamed|changed))"', sources))
    table = (root / "docs/watching-a-branch.md").read_text()
    assert len(named) > 15
    assert {name for name in named if f"`{name}`" not in table} == set()
