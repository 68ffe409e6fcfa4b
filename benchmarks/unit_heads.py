"""Whole units on real files: what stands directly above a definition lies in its chunk, its lines are owned inside it, nothing is over the cap.

Usage: unit_heads.py LANGUAGE FOLDER SUFFIX[,SUFFIX] [npm PACKAGE] [LIMIT]
Definitions come from the language's oracle (ast, javac, the parsers of `code_oracle_lines.py`, else universal-ctags); what belongs above one is
read off the lines by this script: decorator lines, then a comment block without a blank line between. Prints one table row.
"""

from __future__ import annotations

import ast
import sys
import warnings
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import code_oracle_ctags, code_oracle_java, code_oracle_lines
from chunkers.chunk import ChunkDraft, FileResult
from tests.road import road

Definition = tuple[str, int, int, bool]
"""Name, first line (with decorators, where the oracle knows them), last line (0 where it knows none), whether it is a callable."""

INSIDE = {"method_chunk", "test_case_chunk", "block_chunk"}
UNITS = {"method_chunk", "test_case_chunk", "class_chunk", "test_suite_overview"}
CALLABLES = {"function", "method", "func", "singletonMethod", "test"}
HASH = {"python", "bash", "Ruby", "r", "elixir", "perl"}
DECORATORS = ("@", "#[", "template", "///")
DIRECTIVES = ("//go:", "// +build", "//nolint", "# frozen_string_literal", "#!")


def truth(language: str, paths: list[Path], package: str) -> dict[str, list[Definition]]:
    """Return the definitions by path; a file that its oracle cannot read has none."""
    if language == "python":
        return {str(path): python_definitions(path.read_bytes()) for path in paths}
    if language == "java":
        found = code_oracle_java.truth(paths)
        return {
            p: [
                (n, a, b, k == "method") for k, n, a, b, c in rows if "a" not in c and "m" not in c and k != "anonymous"
            ]
            for p, rows in found.items()
        }
    if language in code_oracle_lines.COMMANDS:
        lines = code_oracle_lines.truth(language, paths, [package] if package else [])
        return {
            p: [(n, first, last, k in CALLABLES) for k, n, first, _, last in rows if k != "broken"]
            for p, rows in lines.items()
        }
    tags = code_oracle_ctags.truth(language, paths)
    return {p: [(n, line, end or 0, k in CALLABLES) for k, n, line, end in rows] for p, rows in tags.items()}


def python_definitions(data: bytes) -> list[Definition]:
    found: list[Definition] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            work: list[ast.AST] = [ast.parse(data)]
        except (SyntaxError, ValueError, RecursionError):
            return []
    while work:
        for child in ast.iter_child_nodes(work.pop()):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                found.append((child.name, first, child.end_lineno or first, not isinstance(child, ast.ClassDef)))
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                work.append(child)
    return found


def top(rows: list[str], first: int, language: str) -> int:
    """Return the first line of the decorators and the comment block directly above line `first`; 0 when that is a head of the file."""
    line = first
    while line > 1:
        above = rows[line - 2].strip()
        if (
            above.startswith((*DECORATORS, "[") if language == "C#" else DECORATORS)
            and language not in HASH
            and not above.startswith("[[")
            and not above.endswith(("]]", ";"))
            and "{" not in above
        ) or (above.startswith("#" if language in HASH else "//") and not above.startswith(DIRECTIVES)):
            line -= 1
        elif above.endswith("*/") and language not in HASH:
            opening = next((n for n in range(line - 1, 0, -1) if "/*" in rows[n - 1]), 0)
            if not opening or not rows[opening - 1].strip().startswith("/*"):
                break
            line = opening
        else:
            break
    return (
        0
        if line == 1 < first
        or (line < first and any(mark in rows[line - 1] for mark in ("Copyright", "icense", "#!", "@file")))
        else line
    )


def judge(path: Path, known: list[Definition], result: FileResult, language: str, score: Counter[str]) -> None:
    rows = path.read_text(encoding="utf-8", errors="replace").split("\n")
    units: dict[tuple[str, int], ChunkDraft] = {}
    by_declaration: dict[tuple[str, int], ChunkDraft] = {}
    owner: dict[int, set[str]] = {}
    for draft in result.drafts:
        full = draft.spans.full
        if full is not None and draft.symbol and draft.chunk_type in UNITS:
            name = code_oracle_ctags.plain(draft.title.rsplit(".", 1)[-1])
            units[name, full.end_line] = draft
            if draft.spans.declaration is not None:
                by_declaration[name, draft.spans.declaration.start_line] = draft
        for segment in draft.segments:
            for line in range(segment.start_line, segment.end_line + 1) if segment.own else ():
                owner.setdefault(line, set()).add(draft.chunk_type)
    for name, first, last, is_callable in known:
        if is_callable and last:
            body = [line for line in range(first, last + 1) if line <= len(rows) and rows[line - 1].strip()]
            score["function lines"] += len(body)
            score["inside"] += sum(bool(owner.get(line, set()) & INSIDE) for line in body)
        plain = code_oracle_ctags.plain(name)
        unit = units.get((plain, last)) if last else by_declaration.get((plain, first))
        start = top(rows, first, language)
        if unit is None or unit.spans.full is None or start in (0, first):
            continue
        score["heads"] += 1
        if unit.spans.full.start_line <= start:
            score["whole"] += 1
        elif score["heads"] - score["whole"] <= 10:
            print(f"  cut {path}:{start} {name} starts in {unit.spans.full.start_line}")


def main(language: str, folder: str, suffixes: str, package: str = "", limit: str = "5000") -> int:
    wanted = suffixes.split(",")
    files = [path for path in sorted(Path(folder).rglob("*")) if path.suffix in wanted and path.is_file()][: int(limit)]
    paths = [path for path in files if not {"node_modules", "package-info.java", "testdata"} & set(path.parts)]
    known = truth(language, paths, package)
    score: Counter[str] = Counter()
    for path in paths:
        result = road(path.relative_to(folder).as_posix(), path.read_bytes())
        if result.facts is None:
            continue
        parents = {draft.parent for draft in result.drafts}
        score["files"] += 1
        score["lines"] += result.lines
        score["owned"] += result.owned
        score["chunks"] += len(result.drafts)
        score["text"] += sum(draft.chunk_type == "text_chunk" for draft in result.drafts)
        score["over"] += sum(d.token_estimate > 1200 and at not in parents for at, d in enumerate(result.drafts))
        judge(path, known.get(str(path), []), result, language, score)
    print(
        f"| {language} | {Path(folder).name} | {score['files']} | {score['owned']} of {score['lines']} | "
        f"{100 * score['inside'] / max(1, score['function lines']):.2f} % of {score['function lines']} | {score['whole']} of {score['heads']} | "
        f"{score['over']} | {score['text']} of {score['chunks']} ({100 * score['text'] / max(1, score['chunks']):.2f} %) |"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
