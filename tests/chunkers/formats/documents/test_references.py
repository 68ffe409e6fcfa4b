"""What a document names: links resolved from the snapshot root, addresses, code, paths, decision records; and the code it embeds."""

from __future__ import annotations

import pytest

from chunkers.formats.document.target import resolved
from chunkers.symbol import Mention
from tests.road import road

GUIDE = """# Links

See [setup](../setup.md#install), [root](/README.md), [here](#links), [api](<a b.md>) and <https://example.org/a>.

![shot](img/a%20b.png "Shot") [![badge](b.svg)](https://example.org/ci) [up](../../../x.md)

Use `OrderService.create` in `src/order/service.py` as ADR-0012 says; see [the plan][plan] or [plan].

```python
url = "[not](a-link.md)"
```

    [nor](this.md)

## More

<a href="other.html">other</a>, https://example.org/b). \\[escaped](no.md) `[code](no.md)`

[plan]: plan.md "The plan"
[unused]: ../unused.md
"""


def mentions(path: str, text: str) -> list[Mention]:
    facts = road(path, text).facts
    assert facts is not None
    return list(facts.mentions)


def named(path: str, text: str) -> list[tuple[str, str, int]]:
    return [(mention.kind, mention.target, mention.line) for mention in mentions(path, text)]


def test_markdown_names_its_targets() -> None:
    assert named("docs/guide/a.md", GUIDE) == [
        ("link", "docs/setup.md#install", 3),
        ("link", "README.md", 3),
        ("link", "docs/guide/a.md#links", 3),
        ("link", "docs/guide/a b.md", 3),
        ("url", "https://example.org/a", 3),
        ("link", "docs/guide/img/a b.png", 5),
        ("link", "docs/guide/b.svg", 5),
        ("url", "https://example.org/ci", 5),
        ("link", "../../../x.md", 5),
        ("code", "OrderService.create", 7),
        ("path", "src/order/service.py", 7),
        ("adr", "0012", 7),
        ("link", "docs/guide/plan.md", 7),
        ("link", "docs/guide/plan.md", 7),
        ("link", "docs/guide/other.html", 17),
        ("url", "https://example.org/b", 17),
        ("code", "[code](no.md)", 17),
        ("link", "docs/unused.md", 20),
    ]


def test_mention_stands_where_it_is_written() -> None:
    text = "# Täg\n\nSé `run_it` now\n"
    found = mentions("a.md", text)
    assert [(m.scope, m.line, m.column, m.end_column) for m in found] == [("Täg", 3, 5, 11)]
    assert text.split("\n")[2][4:10] == "run_it"


def test_references_keep_what_is_written() -> None:
    drafts = {draft.title: draft for draft in road("docs/guide/a.md", GUIDE).drafts}
    assert drafts["Links"].attributes["references"][:4] == ["../setup.md#install", "/README.md", "#links", "a b.md"]
    assert drafts["More"].attributes["references"] == ["other.html", "https://example.org/b", "../unused.md"]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "docs/a.rst",
            "T\n=\n\nSee `x <b.rst>`_, :doc:`sub/c`, :doc:`Named </g/d>`, :func:`~app.run` and ``lit``.\n\n.. _t: e.html\n\n.. include:: ../f.txt\n",
            ["docs/b.rst", "docs/sub/c.rst", "docs/g/d.rst", "app.run", "lit", "docs/e.html", "f.txt"],
        ),
        (
            "docs/a.adoc",
            "= T\n\nSee link:b.adoc[b], xref:c.adoc#d[c], <<e>>, `Code.x` and https://example.org[site].\n\ninclude::../f.adoc[]\n",
            ["docs/b.adoc", "docs/c.adoc#d", "docs/a.adoc#e", "Code.x", "https://example.org", "f.adoc"],
        ),
        (
            "site/a.html",
            '<h1>T</h1>\n<a class="x" href="../b.html">b</a>\n<!-- <a href="no.html"> -->\n<img src=c.png>\n<script>x = "<a href=\'no\'>"</script>\n',
            ["b.html", "site/c.png"],
        ),
        (
            "n/a.org",
            "* T\n[[file:b.org][b]] [[https://example.org][c]] =code.x=\n",
            ["n/b.org", "https://example.org", "code.x"],
        ),
        ("p/a.tex", "\\section{T}\n\\input{b} \\url{https://example.org}\n", ["p/b", "https://example.org"]),
    ],
)
def test_other_formats_name_their_targets(path: str, text: str, expected: list[str]) -> None:
    assert [target for _, target, _ in named(path, text)] == expected


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("b.md", "docs/b.md"),
        ("./b.md?raw=true#x", "docs/b.md#x"),
        ("../b.md", "b.md"),
        ("../../b.md", "../../b.md"),
        ("/b.md", "b.md"),
        ("#x", "docs/a.md#x"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("//example.org/a", "//example.org/a"),
        ("sub/../c%2Fd.md", "docs/c/d.md"),
    ],
)
def test_targets_resolve_from_the_snapshot_root(target: str, expected: str) -> None:
    assert resolved("docs/a.md", target) == expected


def test_sections_are_symbols_with_unique_names() -> None:
    facts = road("docs/a.md", "# API\n\n## Example\n\na\n\n# CLI\n\n## Example\n\nb\n\n## Example\n\nc\n").facts
    assert facts is not None
    assert [(s.kind, s.qualified, s.container, s.span.start_line, s.span.end_line) for s in facts.symbols] == [
        ("doc_section", "API", "", 1, 1),
        ("doc_section", "API > Example", "API", 3, 5),
        ("doc_section", "CLI", "", 7, 7),
        ("doc_section", "CLI > Example", "CLI", 9, 11),
        ("doc_section", "CLI > Example~2", "CLI", 13, 15),
    ]


def test_records_and_runbooks_are_symbols_of_their_own() -> None:
    record = road("docs/adr/0007-x.md", "# Use x\n\nStatus: accepted\n\n## Decision\n\nx\n").facts
    runbook = road("runbooks/x.md", "# X down\n\n## Fix\n\nrestart\n").facts
    assert record is not None
    assert runbook is not None
    assert [symbol.name for symbol in record.symbols if "decision" in symbol.tags] == ["Decision"]
    assert (record.symbols[0].kind, record.symbols[0].name, record.symbols[0].qualified) == ("adr", "Use x", "0007")
    assert (runbook.symbols[0].kind, runbook.symbols[0].name, runbook.symbols[0].qualified) == (
        "runbook",
        "X down",
        "runbooks/x.md",
    )
