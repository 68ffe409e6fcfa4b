"""Documents, configuration, tables, mocks and inheritance: what is named is linked, what is gone is said, nothing else."""

from __future__ import annotations

import pytest

from graph.model import Linked
from tests.graph.snapshot import edge, edges, linked

CODE = {
    "src/main/java/a/Rules.java": """package a;

@ConfigurationProperties(prefix = "app.rules")
class Rules {
    private int maxItems;
    @Value("${app.greeting:hello}") String greeting;

    void check() {}
}
""",
    "src/main/java/a/Order.java": """package a;

@Entity
@Table(name = "orders")
class Order {}
""",
    "src/main/java/a/OrderLine.java": "package a;\n\n@Entity\nclass OrderLine {}\n",
    "src/main/resources/application.yml": "app:\n  greeting: hi\n  rules:\n    max-items: 3\n",
    "db/V1__init.sql": "CREATE TABLE orders (id INT, total INT);\nCREATE TABLE order_line (id INT);\n",
    "db/V2__more.sql": "ALTER TABLE orders ADD COLUMN note TEXT;\n",
    "tool.py": 'import os\n\nURL = os.environ["DATABASE_URL"]\n\n\ndef port():\n    return os.getenv("PORT", "80")\n',
    "src/test/java/a/RulesTest.java": """package a;

class RulesTest {
    @Mock Order order;
    Rules rules = new Rules();

    @Test void checks() { rules.check(); }
}
""",
}


def documented(body: str) -> Linked:
    return linked({**CODE, "docs/guide.md": f"# Guide\n\n## Part\n\n{body}\n"})


@pytest.fixture(scope="module")
def answer() -> Linked:
    return documented(
        "See `Rules.check`, `Order`, [the code](../tool.py), `app.rules.max-items` and `src/main/java/a/Rules.java`."
    )


def test_a_section_documents_what_it_names(answer: Linked) -> None:
    targets = {target for source, target in edges(answer, "DOCUMENTS") if source == "doc:docs/guide.md#Part"}
    assert targets == {
        "symbol:a.Rules.check()",
        "symbol:a.Order",
        "file:tool.py",
        "config:app.rules.max-items",
        "file:src/main/java/a/Rules.java",
    }
    links = {link.node for link in answer.links if link.link_type == "DOCUMENTS"}
    assert "symbol:a.Rules.check()" in links
    assert answer.stale == {}


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("See [it](../gone.py).", "missing_file:gone.py"),
        ("See `src/main/java/a/Gone.java`.", "missing_file:src/main/java/a/Gone.java"),
        ("Call `Rules.vanish()`.", None),  # Rules is bound to properties: a framework may add members
        ("Call `OrderLine.vanish`.", None),  # annotated as well
    ],
)
def test_a_reference_to_something_gone_makes_its_section_stale(body: str, reason: str | None) -> None:
    found = documented(body)
    reasons = [one for told in found.stale.values() for one in told]
    assert reasons == ([reason] if reason else [])
    assert all(key[0] == "docs/guide.md" for key in found.stale)


@pytest.mark.seed("P47")
def test_a_missing_member_of_a_plain_class_is_stale() -> None:
    files = {"a/C.java": "package a;\nclass C { void here() {} }\n", "docs/x.md": "# X\n\nUse `C.here` and `C.gone`.\n"}
    found = linked(files)
    assert list(found.stale.values()) == [("missing_symbol:C.gone",)]
    assert [finding.rule for finding in found.findings] == ["stale_reference"]


@pytest.mark.parametrize(
    "body",
    [
        "Plain `words` and `true`.",
        "`java.util.List` and `requests.get`.",
        "[web](https://example.org/gone.md)",
        "`Nobody`",
        "`a/b`",
        "`npm run x`",
    ],
)
def test_ordinary_words_and_outside_names_are_never_stale(body: str) -> None:
    assert documented(body).stale == {}


def test_an_attribute_that_a_method_assigns_is_there_and_a_changelog_may_name_the_past() -> None:
    code = "class C:\n    def __init__(self):\n        self.here = 1\n"
    files = {"c.py": code, "docs/x.md": "# X\n\n`C.here`\n", "CHANGES.md": "# Changes\n\nRemoved `C.gone`.\n"}
    assert linked(files).stale == {}


def test_an_ambiguous_name_links_nowhere() -> None:
    files = {
        "a/C.java": "package a;\nclass C { void go() {} }\n",
        "b/C.java": "package b;\nclass C { void go() {} }\n",
        "docs/x.md": "# X\n\n`C` and `go()`.\n",
    }
    assert edges(linked(files), "DOCUMENTS") == set()


def test_a_decision_decides_about_the_symbols_it_names() -> None:
    files = {
        **CODE,
        "docs/adr/001-rules.md": "# 1. Rules\n\n## Status\n\nAccepted\n\n## Decision\n\n`Rules` checks every `Order`.\n",
    }
    found = linked(files)
    assert {target for _, target in edges(found, "DECIDES")} == {"symbol:a.Rules", "symbol:a.Order"}
    links = {link.node for link in found.links if link.draft[1] == "adr_decision_chunk" and link.link_type == "DECIDES"}
    assert links == {"symbol:a.Rules", "symbol:a.Order"}


def test_config_keys_and_environment_variables_reach_their_readers(answer: Linked) -> None:
    reads = edges(answer, "READS_CONFIG")
    assert ("symbol:a.Rules.maxItems", "config:app.rules.max-items") in reads
    assert ("symbol:a.Rules.greeting", "config:app.greeting") in reads
    assert ("symbol:tool.port", "env:PORT") in reads
    links = {(link.node, link.link_type) for link in answer.links if link.draft[0].endswith("application.yml")}
    assert ("symbol:a.Rules.maxItems", "CONFIGURES") in links


def test_entities_and_migrations_meet_at_tables(answer: Linked) -> None:
    assert edges(answer, "MAPS_TO_TABLE") == {
        ("symbol:a.Order", "table:orders"),
        ("symbol:a.OrderLine", "table:order_line"),
    }
    assert edge(answer, "symbol:a.Order", "table:orders", "MAPS_TO_TABLE").confidence > 0.9
    assert edge(answer, "symbol:a.OrderLine", "table:order_line", "MAPS_TO_TABLE").confidence < 0.9, (
        "a name nobody wrote is a convention"
    )
    migrates = {target for _, target in edges(answer, "MIGRATES")}
    assert {"table:orders", "column:orders.note"} <= migrates


def test_mocks_are_not_tests(answer: Linked) -> None:
    assert edges(answer, "MOCKS") == {("symbol:a.RulesTest", "symbol:a.Order")}
    tests = edges(answer, "TESTS")
    assert ("test_case:RulesTest.checks", "symbol:a.Rules.check()") in tests
    assert ("symbol:a.RulesTest", "symbol:a.Rules") in tests
    assert not any(target == "symbol:a.Order" for _, target in tests)


def test_production_code_never_links_into_tests() -> None:
    files = {
        "app/main.py": "from tests.fakes import fake\n\n\ndef run():\n    return fake()\n",
        "tests/__init__.py": "",
        "tests/fakes.py": "def fake(): ...\n",
        "tests/test_x.py": "from tests.fakes import fake\n\n\ndef test_x():\n    fake()\n",
    }
    calls = edges(linked(files), "CALLS")
    assert calls == {("test_case:test_x", "symbol:tests.fakes.fake")}


def test_requests_of_a_test_reach_the_route_and_its_handler() -> None:
    files = {
        "app.py": 'from flask import Flask\napp = Flask(__name__)\n\n\n@app.get("/orders/<int:id>")\ndef order(id): ...\n',
        "tests/test_app.py": 'def test_order(client):\n    assert client.get("/orders/7?x=1").status_code == 200\n',
    }
    found = edges(linked(files), "TESTS")
    assert found == {("test_case:test_order", "route:GET /orders/{}"), ("test_case:test_order", "symbol:app.order")}


def test_interfaces_dispatch_to_their_implementations_with_a_shared_confidence() -> None:
    shape = "package a; interface Shape { double area(); }"
    one = {
        "a/Shape.java": shape,
        "a/A.java": "package a; class A implements Shape { public double area() { return 1; } }",
    }
    two = {**one, "a/B.java": "package a; class B implements Shape { public double area() { return 2; } }"}
    base = "symbol:a.Shape.area()"
    assert edge(linked(one), base, "symbol:a.A.area()", "DISPATCHES_TO").confidence == pytest.approx(0.85)
    assert edge(linked(two), base, "symbol:a.B.area()", "DISPATCHES_TO").confidence == pytest.approx(0.425)
    assert edges(linked(one), "OVERRIDES") == {("symbol:a.A.area()", base)}
    assert edges(linked(one), "IMPLEMENTS") == {("symbol:a.A", "symbol:a.Shape")}


def test_unresolved_sites_are_counted_by_reason_and_give_no_edge() -> None:
    found = linked({"m.py": "import requests\n\n\ndef f(x):\n    x.go()\n    requests.get('u')\n    nowhere()\n"})
    assert found.tables.call_sites == 3
    assert found.tables.resolved == 0
    assert found.tables.unresolved == {"external": 1, "unknown_name": 1, "unknown_receiver": 1}
    assert edges(found, "CALLS") == set()
    assert ("file:m.py", "external:pypi:requests") in edges(found, "IMPORTS")


def test_a_go_type_implements_what_its_method_set_covers() -> None:
    files = {
        "go.mod": "module example.org/x\n",
        "a.go": """package x

type Reader interface{ Read(key string) string }
type Empty interface{}
type Store struct{ *base }
type base struct{}

func (b *base) Read(key string) string { return key }

type Other struct{}

func (o Other) Read() string { return "" }
""",
    }
    found = linked(files)
    pairs = {
        ("symbol:example.org/x.Store", "symbol:example.org/x.Reader"),
        ("symbol:example.org/x.base", "symbol:example.org/x.Reader"),
    }
    assert edges(found, "IMPLEMENTS") <= pairs
    assert ("symbol:example.org/x.Reader.Read", "symbol:example.org/x.base.Read") in edges(found, "DISPATCHES_TO")


def test_steps_of_scripts_with_one_name_are_told_apart() -> None:
    files = {
        "migrations/2018-01-01-000000_shelves/up.sql": "CREATE TABLE shelves (id int);\n",
        "migrations/2019-01-01-000000_books/up.sql": "CREATE TABLE books (id int);\n",
        "db/migration/h2/V1__init.sql": "CREATE TABLE owners (id int);\n",
        "db/migration/mysql/V1__init.sql": "CREATE TABLE owners (id bigint);\n",
        "db/migration/mysql/V2__pets.sql": "CREATE TABLE pets (id bigint);\n",
    }
    answer = linked(files)
    assert edges(answer, "MIGRATES") >= {
        ("migration:migrations/2018-01-01-000000_shelves/up.sql#1", "table:shelves"),
        ("migration:migrations/2019-01-01-000000_books/up.sql#1", "table:books"),
        ("migration:db/migration/h2/V1__init.sql#1", "table:owners"),
        ("migration:db/migration/mysql/V1__init.sql#1", "table:owners"),
        ("migration:V2__pets.sql#1", "table:pets"),
    }
    assert len({link.node for link in answer.links if link.draft[0].startswith("migrations/2019")}) <= 4


def test_rows_of_data_are_no_settings() -> None:
    files = {
        "config/app.json": '{"app": {"greeting": "x"}}\n',
        "tests/fixtures/reply.json": '{"app": {"greeting": "y"}, "city": "z"}\n',
        "lang/de.json": '{"city": "Stadt"}\n',
    }
    answer = linked(files)
    assert {node.id for node in answer.tables.nodes if node.kind == "config_key"} == {"config:app.greeting"}
    assert {link.draft[0] for link in answer.links if link.node.startswith("config:")} == {"config/app.json"}
