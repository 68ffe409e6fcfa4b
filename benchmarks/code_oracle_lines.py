"""Chunks against a language's own parser run as a program: name, first line, declaration line and last line of types and callables.

Usage: code_oracle_lines.py go|typescript|kotlin|scala|bash|swift|lua|elixir|erlang|r|perl|dart FOLDER SUFFIX[,SUFFIX] [PATH OF THE npm PACKAGE]
npm packages: typescript, kotlin-compiler, scalameta-parsers, mvdan-sh.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from chunkers.chunk import FileResult
from tests.road import road

ORACLES = Path(__file__).parent / "oracles"
COMMANDS = {
    "go": ["go", "run", str(ORACLES / "go_definitions.go")],
    "typescript": ["node", str(ORACLES / "ts_definitions.js")],
    "kotlin": ["java", "-cp", "{package}/lib/*", str(ORACLES / "KotlinDefinitions.java")],
    "scala": ["node", "--stack-size=8000", str(ORACLES / "scala_definitions.js")],
    "bash": ["node", str(ORACLES / "bash_definitions.js")],
    "swift": [sys.executable, str(ORACLES / "swift_definitions.py")],
    "lua": ["node", str(ORACLES / "lua_definitions.js")],
    "elixir": ["elixir", str(ORACLES / "elixir_definitions.exs")],
    "erlang": ["escript", str(ORACLES / "erlang_definitions.escript")],
    "r": ["Rscript", str(ORACLES / "r_definitions.R")],
    "perl": ["perl", str(ORACLES / "perl_definitions.pl")],
    "dart": [sys.executable, str(ORACLES / "dart_definitions.py")],
}


def truth(language: str, paths: list[Path], extra: list[str]) -> dict[str, list[tuple[str, str, int, int, int]]]:
    """Return (kind, name, first, declaration, last line) by path."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listing:
        listing.write("\n".join(map(str, paths)))
        listing.flush()
        command = [word.replace("{package}", (extra or [""])[0]) for word in COMMANDS[language]]
        done = subprocess.run([*command, listing.name, *extra], capture_output=True, text=True, check=True)
    rows: dict[str, list[tuple[str, str, int, int, int]]] = defaultdict(list)
    for line in done.stdout.splitlines():
        path, kind, name, first, at, last = line.split("\t")
        rows[path].append((kind, name, int(first), int(at), int(last)))
    return rows


_LONG = {"/*": "*/", "--[[": "]]", "--[=[": "]=]", "<#": "#>", "=": "=cut"}
_LINE = {
    "bash": ("#",),
    "lua": ("--",),
    "elixir": ("#",),
    "r": ("#",),
    "perl": ("#",),
    "powershell": ("#",),
    "erlang": ("%",),
}


def below_comments(text: list[str], line: int, marks: tuple[str, ...]) -> int:
    """Return the first line from `line` on that is not part of a comment."""
    closing = ""
    while line <= len(text):
        row = text[line - 1].strip()
        opening = next((mark for mark in _LONG if row.startswith(mark)), "")
        if closing or opening:
            closing = "" if (closing or _LONG[opening]) in row else closing or _LONG[opening]
        elif row and not row.startswith(marks):
            return line
        line += 1
    return line


def judge(
    path: Path, rows: list[tuple[str, str, int, int, int]], result: FileResult, score: Counter[str], language: str
) -> None:
    text = path.read_text(encoding="utf-8", errors="replace").split("\n")
    symbols = {symbol.qualified: symbol for symbol in result.facts.symbols} if result.facts else {}
    found: Counter[tuple[str, int, int, int]] = Counter()
    loose: Counter[tuple[str, int, int]] = Counter()
    for draft in result.drafts:
        full, symbol = draft.spans.full, symbols.get(draft.symbol or "")
        if symbol is None or full is None or draft.chunk_type == "block_chunk":
            continue
        first = full.start_line
        if draft.overlap.includes_leading_comment:
            first = below_comments(text, first, _LINE.get(language, ("//",)))
        found[symbol.name, first, symbol.declaration_line, full.end_line] += 1
        loose[symbol.name, symbol.declaration_line, full.end_line] += 1  # overload signatures before the implementation
    for kind, name, first, at, last in rows:
        score["definitions"] += 1
        if found[name, first, at, last]:
            score["agree"] += 1
        elif loose[name, at, last]:
            score["folded"] += 1
        else:
            score["missed"] += 1
            if score["missed"] <= 25:
                print(f"  {path}:{first} {kind} {name} {at}-{last}")


def main(language: str, folder: str, suffixes: str, *extra: str) -> int:
    score: Counter[str] = Counter()
    wanted = tuple(suffixes.split(","))
    files = sorted(path for path in Path(folder).rglob("*") if path.suffix in wanted and path.is_file())
    paths = [path for path in files if "node_modules" not in path.parts]
    known = truth(language, paths, list(extra))
    for path in paths:
        result = road(path.relative_to(folder).as_posix(), path.read_bytes())
        if result.facts is None or any(kind == "broken" for kind, *_ in known[str(path)]):
            score["left out"] += 1
            continue
        score["files"] += 1
        score["lines"] += result.lines
        score["owned"] += result.owned
        judge(path, known[str(path)], result, score, language)
    agreement = 100 - 100 * score["missed"] / max(1, score["definitions"])
    print(
        "| language | folder | files | left out | definitions | same lines | folded | missed | agreement | lines owned once |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    print(
        f"| {language} | {Path(folder).name} | {score['files']} | {score['left out']} | {score['definitions']} | {score['agree']} | "
        f"{score['folded']} | {score['missed']} | {agreement:.2f} % | {score['owned']}/{score['lines']} |"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
