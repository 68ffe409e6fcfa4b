"""Rules about the code base itself."""

import ast
import statistics
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
MODULES = sorted(
    file for package in ("analyzer", "reports", "graph", "chunkers") for file in (ROOT / package).rglob("*.py")
)
BANNED = {"utils", "helpers", "common", "manager", "base", "misc"}


def _is_table(tree: ast.Module) -> bool:
    """A data table: more than three quarters of the lines belong to top-level assignments."""
    lines = max((node.end_lineno or 0 for node in tree.body), default=1)
    data = sum((n.end_lineno or 0) - n.lineno + 1 for n in tree.body if isinstance(n, ast.Assign | ast.AnnAssign))
    return data > 0.75 * lines


def test_modules_are_small() -> None:
    sizes = {file: len(file.read_text().splitlines()) for file in MODULES}
    large = [
        f"{file.relative_to(ROOT)}: {size}"
        for file, size in sizes.items()
        if size > 300 and not _is_table(ast.parse(file.read_text()))
    ]
    assert not large
    # The house aims at 80 lines. It stood at 87 when the last languages and formats had landed: it may shrink from here, not grow.
    assert statistics.median(size for size in sizes.values() if size > 1) <= 88


def test_functions_are_short() -> None:
    long = [
        f"{file.relative_to(ROOT)}:{node.lineno} {node.name} {node.end_lineno - node.lineno + 1}"
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef) and node.end_lineno and node.end_lineno - node.lineno + 1 > 75
    ]
    assert not long


def test_no_vague_names() -> None:
    assert not [file for file in MODULES if BANNED & set(file.stem.split("_"))]


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_module_says_what_it_is(file: Path) -> None:
    source = file.read_text()
    assert not source.strip() or ast.get_docstring(ast.parse(source))


def test_there_is_no_way_to_run_a_package_as_a_module() -> None:
    assert not [file for file in MODULES if file.name == "__main__.py"]


def test_clean_text_is_made_by_redaction_only() -> None:
    makers = [file for file in MODULES if "CleanText(" in file.read_text().replace("class CleanText", "")]
    assert {file.relative_to(ROOT).parts[:2] for file in makers} <= {("chunkers", "redaction")}
