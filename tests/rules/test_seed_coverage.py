from tests.rules.seed_rows import ROOT, ROWS, proofs, table


def test_the_table_is_what_the_markers_say() -> None:
    written = (ROOT / "docs" / "seed-coverage.md").read_text()
    assert written == table(), "run: python -m tests.rules.seed_rows"


def test_no_marker_names_an_unknown_row() -> None:
    others = {row for row in proofs() if row not in ROWS}
    assert all(row[0] in "LMEH" and row[1:].isdigit() for row in others), others
