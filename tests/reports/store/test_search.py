from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reports.errors import OutputError
from reports.store import Query, Store, search
from reports.store.words import search_text, split_names, terms
from tests.reports.store.runs import at_commit, keep, rewritten

HOSTILE = [
    *(
        '"',
        "'",
        "a'b",
        "x-y",
        "NOT",
        "AND OR",
        "(",
        ")",
        "*",
        "a*",
        "^a",
        "col:x",
        "title:order",
        "NEAR(a b)",
        "{a b}:c",
        "-",
        "?",
        "a ? b",
    ),
    *(
        "\0",
        "a\0b",
        "% _ %",
        "; DROP TABLE chunks",
        "--",
        "/*",
        "\\",
        "'':A",
        "a:*",
        "a & b | !c",
        "<->",
        "$$",
        ":x",
        "%s",
        "%(x)s",
    ),
    *("\ud800", "日本語", "😀", "", " ", "\n" * 50, "é" * 500, "a " * 5000),
]


def test_any_text_is_a_safe_question(store: Store) -> None:
    keep(store, at_commit(0))
    for question in HOSTILE:
        for code_only in (False, True):
            found = search(store, Query(question, "acme/shop", code_only=code_only))
            assert isinstance(found, list), question
    assert search(store, Query("validator", "acme/shop"))


def titles(store: Store, question: str, **options: object) -> list[str]:
    return [hit.title for hit in search(store, Query(question, "acme/shop", **options))]  # type: ignore[arg-type]  # test options


def test_parts_of_humped_and_joined_names_are_found(store: Store) -> None:
    keep(store, at_commit(0, rewritten("Orders.create", "def loadHTTPConfig2(self):\n    return retry_policy\n")))
    for word in ("loadHTTPConfig2", "http", "config", "load", "retry", "policy", "retry_policy", "LOADHTTPCONFIG2"):
        assert "Orders.create" in titles(store, word), word
    assert "Orders.create" not in titles(store, "onfig")


def test_words_are_stemmed(store: Store) -> None:
    keep(store, at_commit(0, rewritten("Orders.create", "def notify(self):\n    self.connections.close()\n")))
    assert "Orders.create" in titles(store, "connection")


def test_code_ranks_before_tests_and_documents(store: Store) -> None:
    keep(store, at_commit(0))
    found = titles(store, "create an order with the validator")
    assert found[0] == "Orders.create"
    assert found.index("Orders.create") < found.index("test_create_rejects")
    plain = search(store, Query("order", "acme/shop", roles=False))
    assert {h.title for h in plain} == {h.title for h in search(store, Query("order", "acme/shop"))}


def test_code_only_leaves_comments_and_documents_out(store: Store) -> None:
    keep(
        store,
        at_commit(
            0, rewritten("Orders.create", "# the zebra stands in a comment\ndef create(self):\n    return giraffe\n")
        ),
    )
    assert titles(store, "zebra") == ["Orders.create"]
    assert titles(store, "zebra", code_only=True) == []
    assert titles(store, "giraffe", code_only=True) == ["Orders.create"]
    assert "Purpose" in titles(store, "announced")
    assert titles(store, "announced", code_only=True) == []


@pytest.mark.seed("P35")
def test_visibility_is_decided_before_ranking(store: Store) -> None:
    run = at_commit(0)
    hidden = replace(
        run,
        chunks=tuple(
            replace(c, security=replace(c.security, visibility_scope="restricted")) if c.title == "Orders.create" else c
            for c in run.chunks
        ),
    )
    keep(store, hidden)
    assert "Orders.create" not in titles(store, "create order validator")
    assert titles(store, "create order validator", limit=1)
    assert "Orders.create" in titles(store, "create order validator", clearance="restricted")
    assert titles(store, "create order validator", clearance="public") == []
    with pytest.raises(OutputError, match="clearance"):
        titles(store, "x", clearance="root")


def test_types_and_snapshots_narrow_the_answer(store: Store) -> None:
    keep(store, at_commit(0, rewritten("Orders.create", "zebra one\n")))
    keep(store, at_commit(1, rewritten("Orders.create", "zebra two\n")))
    assert titles(store, "order", chunk_types=("doc_section_chunk",)) == titles(
        store, "order", chunk_types=("doc_section_chunk", "nothing")
    )
    latest = search(store, Query("zebra", "acme/shop"))
    older = search(store, Query("zebra", "acme/shop", snapshot_id=at_commit(0).header.snapshot_id))
    assert [h.title for h in latest] == [h.title for h in older] == ["Orders.create"]
    assert latest[0].chunk_id != older[0].chunk_id
    with pytest.raises(OutputError, match="no finished snapshot of acme/none"):
        search(store, Query("x", "acme/none"))


def test_a_larger_limit_only_adds(store: Store) -> None:
    keep(store, at_commit(0))
    everything = search(store, Query("order validator mail shop", "acme/shop", limit=400))
    assert len(everything) > 5
    for limit in range(len(everything) + 1):
        assert search(store, Query("order validator mail shop", "acme/shop", limit=limit)) == everything[:limit]


def test_an_unfinished_snapshot_is_not_searched(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(store, at_commit(0))

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("reports.store.saving._finish", stop)
    with pytest.raises(KeyboardInterrupt):
        keep(store, at_commit(1, rewritten("Orders.create", "zebra\n")))
    assert titles(store, "zebra") == []
    assert "Orders.create" in titles(store, "validator")


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text())
def test_terms_are_plain_words(text: str) -> None:
    found = terms(text)
    assert len(found) <= 64
    assert all(word and '"' not in word and "'" not in word and not word.isspace() for word in found)
    assert found == list(dict.fromkeys(found))


def test_names_are_split_at_their_humps() -> None:
    assert split_names("getHTTPUser2 plain").split() == ["getHTTPUser2", "plain", "get", "HTTP", "User", "2"]
    assert split_names("plain words only") == "plain words only"


@pytest.mark.parametrize(
    ("language", "raw", "code", "prose"),
    [
        ("python", "x = 1  # why\n# whole\n", "x = 1", "why whole"),
        ("java", "int x; // why\n/* a\n b */ int y;\n", "int x; int y;", "why a b"),
        ("java", 'String u = "http://x";\n', 'String u = "http://x";', ""),
        ("sql", "SELECT 1; -- why\n", "SELECT 1;", "why"),
    ],
)
def test_comments_are_prose(language: str, raw: str, code: str, prose: str) -> None:
    chunk = next(c for c in at_commit(0, rewritten("Orders.create", raw)).chunks if c.title == "Orders.create")
    words = search_text(replace(chunk, language=language))
    assert words.code.split() == code.split()
    assert set(prose.split()) <= set(words.prose.split())
