"""Python chunks against `ast`: every function and class has its chunk with the same first and last line, or is listed in `symbols`.

Usage: code_oracle_python.py FOLDER [FOLDER ...]
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from chunkers.chunk import ChunkDraft, FileResult
from tests.road import road

KINDS = {"method_chunk", "class_chunk", "test_case_chunk", "test_suite_overview"}
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def definitions(tree: ast.Module) -> list[tuple[str, Definition]]:
    """Return (qualified name as Python spells it, node)."""
    found: list[tuple[str, Definition]] = []
    work: list[tuple[str, ast.AST]] = [("", tree)]
    while work:
        prefix, node = work.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Definition):
                name = prefix + child.name
                found.append((name, child))
                work.append((name + ("." if isinstance(child, ast.ClassDef) else ".<locals>."), child))
            else:
                work.append((prefix, child))
    return found


def plain(name: str) -> str:
    """Return an in-file name without ordinals and accessor marks."""
    return re.sub(r"~\d+|\[\w+\]", "", name)


def fits(draft: ChunkDraft, name: str, node: Definition, rows: list[str]) -> bool:
    full, declared = draft.spans.full, draft.spans.declaration
    if full is None or draft.chunk_type not in KINDS or plain(draft.logical) != name:
        return False
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    above = rows[full.start_line - 1 : first - 1]
    comments = all(row.strip().startswith("#") for row in above)
    return (
        full.start_line <= first
        and comments
        and full.end_line == node.end_lineno
        and declared is not None
        and declared.start_line == node.lineno
    )


def judge(path: Path, text: bytes, result: FileResult) -> Counter[str]:
    score: Counter[str] = Counter()
    rows = text.decode("utf-8", "replace").split("\n")
    by_name: dict[str, list[ChunkDraft]] = {}
    listed = {plain(name) for draft in result.drafts for name in draft.symbols}
    for draft in result.drafts:
        by_name.setdefault(plain(draft.logical), []).append(draft)
    for name, node in definitions(ast.parse(text)):
        if any(fits(draft, name, node, rows) for draft in by_name.get(name, ())):
            score["chunk"] += 1
        elif "<locals>" in name and name in listed:
            score["listed"] += 1
        else:
            score["missed"] += 1
            if score["missed"] <= 300:
                print(
                    f"  {path}:{node.lineno} {name}: {[(d.chunk_type, d.spans.full) for d in by_name.get(name, ())][:2]}"
                )
    return score


def main(folders: list[str]) -> int:
    warnings.simplefilter("ignore")
    failed = 0
    print(
        "| folder | files | not parsed by ast | definitions | own chunk | listed | missed | lines owned once | function lines inside |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for folder in folders:
        total: Counter[str] = Counter()
        for path in sorted(Path(folder).rglob("*.py")):
            data = path.read_bytes()
            try:
                ast.parse(data)
            except (SyntaxError, ValueError, RecursionError):
                total["unparsed"] += 1
                continue
            result = road(path.relative_to(folder).as_posix(), data)
            if result.facts is None:
                total["metadata"] += 1
                continue
            total["files"] += 1
            total["lines"] += result.lines
            total["owned"] += result.owned
            total += judge(path, data, result)
            total += inside(data, result)
        count = total["chunk"] + total["listed"] + total["missed"]
        failed += total["missed"]
        share = 100 * total["inside"] / max(1, total["body"])
        print(
            f"| {Path(folder).name} | {total['files']} | {total['unparsed']} | {count} | {total['chunk']} | {total['listed']} | "
            f"{total['missed']} | {total['owned']}/{total['lines']} | {share:.2f} % |"
        )
    return 1 if failed else 0


def inside(text: bytes, result: FileResult) -> Counter[str]:
    """Count the non-blank lines of outermost functions, and those owned by a method, test or block chunk inside the function."""
    rows = text.decode("utf-8", "replace").split("\n")
    owner: dict[int, ChunkDraft] = {
        s_line: d for d in result.drafts for s in d.segments if s.own for s_line in range(s.start_line, s.end_line + 1)
    }
    score: Counter[str] = Counter()
    functions = [n for _, n in definitions(ast.parse(text)) if not isinstance(n, ast.ClassDef)]
    for node in functions:
        for line in range(node.lineno, (node.end_lineno or 0) + 1):
            if not rows[line - 1].strip():
                continue
            score["body"] += 1
            draft = owner.get(line)
            score["inside"] += draft is not None and draft.chunk_type in {
                "method_chunk",
                "test_case_chunk",
                "block_chunk",
                "class_chunk",
            }
    return score


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
