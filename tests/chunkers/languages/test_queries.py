from __future__ import annotations

import pytest

from chunkers import syntax
from chunkers.code.queries import UnknownCaptureError, all_languages, check, plan, query_files
from tests.chunkers.languages.expectations import FIXTURES

LANGUAGES = sorted(all_languages())


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_query_of_a_language_compiles_alone_and_joined(name: str) -> None:
    language = all_languages()[name]
    for base in (*language.inherits, name):
        for file, text in query_files(base):
            if base != name and file in language.without:
                continue
            assert syntax.query(language.grammar, text).pattern_count > 0, file
    joined = plan(name)
    assert len(joined.roles) == joined.query.pattern_count


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_language_has_fixtures(name: str) -> None:
    assert [path for path in (FIXTURES / name).rglob("*") if path.suffix == ".expect"]


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_table_row_names_a_node_of_the_grammar(name: str) -> None:
    language = all_languages()[name]
    grammar = syntax.grammar(language.grammar)
    assert grammar is not None
    kinds = {grammar.node_kind_for_id(i) for i in range(grammar.node_kind_count)}
    rows = {
        *language.forms,
        *language.keywords,
        *language.parameters,
        *language.labels,
        *language.blocks,
        *language.imports,
        *language.comments,
    }
    assert rows <= kinds or (language.inherits and rows - kinds <= _family_rows(name))


def _family_rows(name: str) -> set[str]:
    bases = [all_languages()[base] for base in all_languages()[name].inherits]
    return {
        row for base in bases for row in (*base.forms, *base.parameters, *base.labels, *base.blocks, *base.comments)
    }


def test_an_unknown_capture_is_refused_with_file_and_name() -> None:
    with pytest.raises(UnknownCaptureError, match=r"java/x\.scm: unknown capture @definition\.klass"):
        check("java/x.scm", '(class_declaration) @definition.klass ; @not.this "@nor this"')


def test_scratch_captures_are_free() -> None:
    check("java/x.scm", '((identifier) @_anything (#eq? @_anything "@x"))')
