"""Decision records, runbooks and changelogs: which files they are, what they say of themselves."""

from __future__ import annotations

import pytest

from chunkers.chunk import ChunkDraft
from chunkers.chunker import ChunkingInput
from chunkers.formats.adr.naming import is_record, record_number
from chunkers.formats.document.readers import read
from chunkers.policy import ChunkingPolicy
from chunkers.source import Category, Classification, CleanText
from chunkers.span import Lines
from tests.road import road

RECORD = "# Use x\n\n{status}\n\n## Context\n\nc\n\n## Decision\n\nWe use x.\n"


def by_type(path: str, text: str) -> dict[str, ChunkDraft]:
    return {draft.chunk_type: draft for draft in road(path, text).drafts}


@pytest.mark.parametrize(
    ("status", "word", "stale", "successor"),
    [
        ("Status: Accepted", "accepted", (), None),
        ("* Status: [proposed]", "proposed", (), None),
        ("- **Status:** ✅ Accepted", "accepted", (), None),
        ("Status: superseded by [ADR-0009](0009-y.md)", "superseded", ("superseded",), "0009"),
        ("Status: Superseded by ADR 12", "superseded", ("superseded",), "12"),
        ("Status: ~~Accepted~~ Deprecated", "deprecated", ("deprecated",), None),
        ("## Status\n\nRejected", "rejected", ("rejected",), None),
        ("## Status\n\n2024-01-01: accepted", "accepted", (), None),
        ("## Status\n\nAccepted\n\nSuperseded by [9. Use y](0009-use-y.md)", "accepted", ("superseded",), "0009"),
        ("## Status\n\n![accepted](a.svg) Accepted", "accepted", (), None),
        ("| Status | Accepted |\n|---|---|\n| Owner | me |", "accepted", (), None),
        ("Date: 2024\nSuperseded: 2025-01-02 by [ADR 14](0014-y.md)", None, ("superseded",), "0014"),
        ("## Status\n\nErsetzt durch [ADR-0009](0009-y.md)", "ersetzt", ("superseded",), "0009"),
        ("Estado: Rechazada", "rechazada", ("rejected",), None),
        ("Statut : Remplacée par ADR-3", "remplacée", ("superseded",), "3"),
        ("Status: Ditolak", "ditolak", ("rejected",), None),
        ("Estado: Descontinuado", "descontinuado", ("deprecated",), None),
    ],
)
def test_status_of_a_record(status: str, word: str | None, stale: tuple[str, ...], successor: str | None) -> None:
    decision = by_type("docs/adr/0007-use-x.md", RECORD.format(status=status))["adr_decision_chunk"]

    assert decision.attributes.get("adrStatus") == word
    assert decision.attributes.get("supersededBy") == successor
    assert decision.stale == stale
    assert decision.role == ("supporting_evidence" if stale else "decision_evidence")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Supersedes [4. Old](0004-old.md)", ["docs/adr/0004-old.md"]),
        (
            "* Supersedes: [ADR-0004](0004-old.md), [ADR-0005](./0005-older.md)",
            ["docs/adr/0004-old.md", "docs/adr/0005-older.md"],
        ),
        ("Supersedes ADR-0004", ["0004"]),
        ("Menggantikan [4. Lama](0004-lama.md)", ["docs/adr/0004-lama.md"]),
        ("Ersetzt [4. Alt](0004-alt.md)", ["docs/adr/0004-alt.md"]),
        ("This text supersedes nothing", None),
    ],
)
def test_supersession(line: str, expected: list[str] | None) -> None:
    draft = by_type("docs/adr/0007-use-x.md", RECORD.format(status=f"## Status\n\nAccepted\n\n{line}"))[
        "adr_decision_chunk"
    ]
    assert draft.attributes.get("supersedes") == expected


def test_front_matter_status_wins_and_the_list_of_replaced_records_is_read() -> None:
    text = '---\nstatus: "Superseded by ADR-0123"\nsupersedes: 0004-old.md\n---\n\n# X\n\nStatus: accepted\n\n## Decision Outcome\n\nx\n'
    draft = by_type("docs/decisions/0007-x.md", text)["adr_decision_chunk"]
    assert draft.title == "ADR 0007 Decision Outcome"
    assert draft.attributes["adrStatus"] == "superseded"
    assert draft.attributes["supersededBy"] == "0123"
    assert draft.attributes["supersedes"] == ["docs/decisions/0004-old.md"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("docs/adr/0009-x.md", "0009"), ("adr/ADR-12.md", "12"), ("adr/adr_0003_x.md", "0003"), ("adr/20240102-x.md", "20240102"),
        ("adr/2024-01-02-x/README.md", "2024-01-02"), ("adr/use-x.md", None), ("adr/3d-engine.md", None),
    ],
)  # fmt: skip
def test_number_of_a_record(path: str, expected: str | None) -> None:
    assert record_number(path) == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("docs/adr/0001-x.md", "# X\n\n## Decision\n\nx\n", True),
        ("docs/adr/use-x.md", "# X\n\n## Decision\n\nx\n", True),
        ("docs/adr/use-x.md", "# X\n\n## Status\n\nx\n", False),
        ("docs/adr/README.md", "# X\n\n## Decision\n\nx\n", False),
        ("docs/adr/template.md", "# X\n\n## Decision\n\nx\n", False),
        ("docs/adr/0001-x.md", "# X\n\n## Why\n\na\n", True),
        ("docs/adr/0000-template.md", "# X\n\n## Decision\n\na\n", False),
        ("docs/adr/x.md", "# X\n\nIn the context of a, facing b, we decided for c.\n", True),
        ("docs/0001-x.md", "# X\n\n## Context\n\na\n\n## Decision\n\nb\n", True),
        ("docs/0001-x.md", "# X\n\n## Usage\n\na\n", False),
        ("docs/x.md", "# X\n\n## Context\n\na\n\n## Decision\n\nb\n", False),
        ("adr/0002-x.adoc", "= X\n\n== Decision\n\nb\n", True),
        ("adr/0002-x.rst", "X\n=\n\nDecision\n--------\n\nb\n", True),
    ],
)
def test_which_files_are_records(path: str, text: str, expected: bool) -> None:
    assert is_record(path, text.encode()) is expected


def test_record_without_a_status_is_reported() -> None:
    warnings = road("docs/adr/0001-x.md", "# X\n\n## Decision\n\nx\n").warnings
    assert [rule for rule, _, _ in warnings] == ["adr_without_status"]


def test_commands_stay_whole_and_destructive_ones_are_marked() -> None:
    text = (
        "# Db\n\n## Fix\n\n```sh\n$ kubectl scale deploy/db \\\n    --replicas=2\n# note\ncat <<EOF | kubectl apply -f -\na: b\n\nc: d\nEOF\n```\n\n"
        "## Undo\n\n```sql\nDROP TABLE orders;\n```\n\n## Check\n\nRun `rm -rf /tmp/x` or `ls`.\n"
    )
    drafts = {draft.title: draft.attributes for draft in road("runbooks/db.md", text).drafts}
    assert drafts["Fix"]["commands"] == [
        "kubectl scale deploy/db \\\n    --replicas=2",
        "cat <<EOF | kubectl apply -f -\na: b\n\nc: d\nEOF",
    ]
    assert "destructive" not in drafts["Fix"]
    assert drafts["Undo"] == {"subkind": "rollback", "commands": ["DROP TABLE orders;"], "destructive": True}
    assert drafts["Check"] == {"subkind": "diagnosis", "commands": ["rm -rf /tmp/x"], "destructive": True}


@pytest.mark.parametrize(
    ("heading", "body", "visibility"),
    [
        ("Escalation", "Page the lead.", "restricted"),
        ("Fix", "Write to ann@example.org", "restricted"),
        ("Fix", "Call +49 170 1234567", "restricted"),
        ("Fix", "Run `ssh git@example.org` at 10.0.0.1:8080 on 2024-01-02", "private"),
        ("Fix", "```sh\nmail ann@example.org\n```", "private"),
    ],
)
def test_sections_that_name_people_are_restricted(heading: str, body: str, visibility: str) -> None:
    drafts = {
        draft.title: draft for draft in road("runbooks/db.md", f"# Db\n\ntext\n\n## {heading}\n\n{body}\n").drafts
    }
    assert drafts[heading].visibility == visibility
    assert drafts["Db"].visibility == "private"


@pytest.mark.parametrize(
    "name", ["CHANGELOG.md", "docs/CHANGES.md", "HISTORY.md", "changelog-2.x.md", "RELEASE_NOTES.md"]
)
def test_which_files_are_changelogs(name: str) -> None:
    drafts = road(name, "# Log\n\ntext\n\n## 1.2.0 - 2024-01-02\n\n### Added\n\n- x\n").drafts
    releases = [draft for draft in drafts if draft.chunk_type == "changelog_release_chunk"]
    assert [draft.title for draft in releases] == ["1.2.0 - 2024-01-02"]
    assert releases[0].attributes == {"subkind": "release", "version": "1.2.0", "date": "2024-01-02"}
    assert "### Added" in (releases[0].raw or "")


@pytest.mark.parametrize(
    ("path", "language", "expected"),
    [
        ("a.md", "markdown", "markdown"), ("a.rst", None, "rst"), ("x", "asciidoc", "asciidoc"), ("a.htm", None, "html"), ("a.tex", "tex", "latex"),
        ("a.org", None, "org"), ("a.py", "python", None), ("a.txt", "text", None), ("LICENSE", None, None),
        ("a.qmd", None, "markdown"),
    ],
)  # fmt: skip
def test_format_follows_language_then_name(path: str, language: str | None, expected: str | None) -> None:
    data = b"text\n"
    given = ChunkingInput(
        path, Classification(Category.DOC, language, "test"), CleanText(data, Lines(data)), ChunkingPolicy()
    )
    outline = read(given)
    assert (outline.format if outline else None) == expected


def test_a_readme_without_ending_is_read_by_its_headings() -> None:
    marked = road("CHANGELOG", "# Log\n\ntext\n\n## 1.0.0\n\n- a\n\n## 0.9.0\n\n- b\n").drafts
    assert [d.title for d in marked if d.chunk_type == "changelog_release_chunk"] == ["1.0.0", "0.9.0"]
    underlined = road("README", "The tool\n========\n\ntext\n\nUse\n---\n\ncall\n").drafts
    assert [d.title for d in underlined if d.chunk_type == "doc_section_chunk"] == ["The tool", "Use"]
    bare = road("README", "Just text.\n\nMore text.\n").drafts
    assert {d.chunk_type for d in bare} <= {"text_chunk", "file_overview"}


def test_embedded_code_names_its_section() -> None:
    data = b"# A\n\n```python\nx = 1\n```\n\n## B\n\n- item\n\n  ```sh\n  ls\n  ```\n\n> ```sql\n> no\n> ```\n\n~~~\nplain\n~~~\n"
    given = ChunkingInput(
        "a.md", Classification(Category.DOC, "markdown", "test"), CleanText(data, Lines(data)), ChunkingPolicy()
    )
    outline = read(given)
    assert outline is not None
    assert [(code.language, code.first, code.last) for code in outline.codes] == [("python", 4, 4), ("sh", 12, 12)]
