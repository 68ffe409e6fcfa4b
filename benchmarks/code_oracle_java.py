"""Java chunks against the JDK compiler tree API: name, first line, last line of every type, callable and initialiser.

Usage: code_oracle_java.py FOLDER [FOLDER ...]; needs `java` on the PATH.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from chunkers.chunk import FileResult
from tests.road import road

PROGRAM = Path(__file__).parent / "oracles" / "JavaDefinitions.java"
Row = tuple[str, str, int, int, str]


def truth(paths: list[Path]) -> dict[str, list[Row]]:
    """Return (kind, name, first line, last line, enclosing kinds) of each definition by path."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listing:
        listing.write("\n".join(map(str, paths)))
        listing.flush()
        done = subprocess.run(["java", str(PROGRAM), listing.name], capture_output=True, text=True, check=True)
    rows: dict[str, list[Row]] = defaultdict(list)
    for line in done.stdout.splitlines():
        path, kind, name, first, last, chain = line.split("\t")
        rows[path].append((kind, name, int(first), int(last), chain))
    return rows


def simple(symbol: str) -> str:
    """Return the simple name of an in-file name."""
    while "(" in symbol:
        shorter = re.sub(r"\([^()]*\)", "", symbol)
        if shorter == symbol:
            break
        symbol = shorter
    return re.sub(r"~\d+$", "", symbol.rsplit(".", 1)[-1])


def judge(folder: Path, path: Path, rows: list[Row], result: FileResult) -> Counter[str]:
    text = path.read_text(encoding="utf-8", errors="replace").split("\n")
    chunks = Counter[tuple[str, int, int]]()
    for draft in result.drafts:
        full = draft.spans.full
        if draft.symbol and full is not None and draft.chunk_type != "block_chunk":
            first = full.start_line
            if draft.overlap.includes_leading_comment:
                first = below_comments(text, first)
            chunks[simple(draft.symbol), first, full.end_line] += 1
    listed = Counter(simple(name) for draft in result.drafts for name in draft.symbols)
    score: Counter[str] = Counter()
    titles = {draft.title.rsplit(".", 1)[-1] for draft in result.drafts}
    for kind, given, first, last, chain in rows:
        is_constructor = (
            kind == "method" and given == "<init>"
        )  # the compiler's name for what the source calls after its class
        name = next((t for t in sorted(titles) if chunks[t, first, last]), given) if is_constructor else given
        if kind == "anonymous" or ("a" in chain and "m" in chain):
            score["anonymous"] += 1
        elif chunks[name, first, last]:
            chunks[name, first, last] -= 1
            score["chunk"] += 1
        elif listed[name]:
            score["listed"] += 1
        else:
            score["missed"] += 1
            print(f"  {path.relative_to(folder)}:{first}-{last} {kind} {name} {chain}")
    return score


def below_comments(text: list[str], line: int) -> int:
    """Return the first line from `line` on that is not part of a comment."""
    inside = False
    while line <= len(text):
        row = text[line - 1].strip()
        if inside or row.startswith("/*"):
            inside = "*/" not in row
        elif not row.startswith("//"):
            return line
        line += 1
    return line


def main(folders: list[str]) -> int:
    print(
        "| folder | files | definitions | own chunk | listed | in anonymous types | missed | agreement | lines owned once |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for name in folders:
        folder = Path(name)
        paths = [path for path in sorted(folder.rglob("*.java")) if path.name != "package-info.java"]
        known = truth(paths)
        total: Counter[str] = Counter()
        for path in paths:
            result = road(path.relative_to(folder).as_posix(), path.read_bytes())
            if result.facts is None:
                total["metadata"] += 1
                continue
            total += Counter(files=1, lines=result.lines, owned=result.owned)
            total += judge(folder, path, known[str(path)], result)
        count = total["chunk"] + total["listed"] + total["missed"]
        print(
            f"| {folder.name} | {total['files']} | {count} | {total['chunk']} | {total['listed']} | {total['anonymous']} | {total['missed']} | "
            f"{100 - 100 * total['missed'] / max(1, count):.2f} % | {total['owned']}/{total['lines']} |"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
