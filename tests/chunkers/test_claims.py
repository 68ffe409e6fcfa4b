"""The table by which a file finds the chunkers it may ask, held against what the chunkers themselves say."""

import subprocess
import sys
from pathlib import Path

import pytest

from chunkers.chunker import ChunkingInput, owner_of
from chunkers.claims import CLAIMS
from chunkers.policy import ChunkingPolicy
from chunkers.registry import all_chunkers, candidates, owner
from chunkers.source import Category, Classification
from tests.road import clean_text

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = sorted(
    file for file in (ROOT / "fixtures").rglob("*") if file.is_file() and file.stat().st_size < 20_000 and file.suffix
)
LANGUAGES = sorted({one for row in CLAIMS for one in row.languages} - {"*", ""})


def given(path: str, language: str | None, data: bytes, rule: str = "test") -> ChunkingInput:
    return ChunkingInput(path, Classification(Category.SOURCE, language, rule), clean_text(data), ChunkingPolicy())


def test_every_chunker_has_its_row_and_every_row_its_chunker() -> None:
    assert [(row.name, row.version) for row in CLAIMS] == [(one.name, one.version) for one in all_chunkers()]
    for row, chunker in zip(CLAIMS, all_chunkers(), strict=True):
        assert chunker in candidates(
            given(f"a{(*row.endings, '')[0]}", _language(row.languages), b"\n".join(row.words))
        )


def _language(languages: frozenset[str]) -> str | None:
    return "python" if "*" in languages else next((one for one in sorted(languages) if one), None)


@pytest.mark.parametrize("suffix", sorted({file.suffix for file in FIXTURES}))
def test_no_chunker_that_would_take_a_file_is_left_unasked(suffix: str) -> None:
    for file in [file for file in FIXTURES if file.suffix == suffix][:12]:
        path, data = str(file.relative_to(ROOT / "fixtures")), file.read_bytes().decode("utf-8", "replace").encode()
        for language in (None, suffix[1:], "text"):
            _complete(given(path, language, data))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_finds_its_owner_without_its_ending(language: str) -> None:
    for path in (
        "README",
        "docs/adr/0001-use-it.md",
        "runbooks/restore.md",
        "CHANGELOG",
        "a.service",
        "db/migrations/1.py",
    ):
        _complete(given(path, language, b"# Title\n\nclass A(Migration): pass\n{}\n"))


def test_a_lock_file_is_asked_for_by_its_rule() -> None:
    assert owner(given("a.lock", "json", b"{}\n", "path:lock_file")).name == "lock"


def _complete(one: ChunkingInput) -> None:
    unasked = set(all_chunkers()) - set(candidates(one))
    assert [chunker.name for chunker in unasked if chunker.supports(one) > 0] == []
    assert owner(one) == owner_of(all_chunkers(), one)


def test_a_file_loads_only_what_its_kind_needs() -> None:
    program = (
        "import sys; from tests.road import road; road('a.md', '# A\\n\\nText.\\n'); "
        "print(*sorted(name for name in sys.modules if name.startswith('chunkers.')))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert "chunkers.formats.markdown" in loaded
    assert not {"chunkers.code.engine", "chunkers.formats.openapi", "chunkers.formats.sql", "chunkers.syntax"} & set(
        loaded
    )
