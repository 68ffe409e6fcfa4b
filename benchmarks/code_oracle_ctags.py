"""Chunks against universal-ctags: name, declaration line and last line of types and callables that have a body.

Usage: code_oracle_ctags.py CTAGS_LANGUAGE FOLDER SUFFIX[,SUFFIX] [LIMIT]
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.road import road

KINDS = {
    "C#": {"class", "interface", "struct", "enum", "method"},
    "C++": {"class", "struct", "function", "enum"},
    "C": {"struct", "function", "enum"},
    "Rust": {"function", "method", "struct", "enum", "interface", "implementation"},
    "Ruby": {"class", "module", "method", "singletonMethod"},
    "PHP": {"class", "interface", "trait", "function"},
    "Kotlin": {"class", "interface", "method", "object"},
    "Sh": {"function"},
    "Go": {"func", "struct", "interface"},
    "Java": {"class", "interface", "enum", "method"},
    "Lua": {"function"},
    "Elixir": {"module", "protocol", "function", "guard", "macro", "delegate"},
    "R": {"function", "class", "generic", "method"},
    "PowerShell": {"function", "class", "enum", "filter"},
    "Perl": {"package", "subroutine"},
}


def truth(language: str, paths: list[Path]) -> dict[str, list[tuple[str, str, int, int | None]]]:
    """Return (kind, name, declaration line, last line or None) by path."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listing:
        listing.write("\n".join(map(str, paths)))
        listing.flush()
        command = [
            "ctags",
            "--output-format=json",
            "--fields=+neK",
            "-L",
            listing.name,
            f"--languages={language}",
            "-f",
            "-",
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows: dict[str, list[tuple[str, str, int, int | None]]] = defaultdict(list)
    for line in done.stdout.splitlines():
        tag = json.loads(line)
        if tag.get("kind") in KINDS[language] and not tag["name"].startswith(("__anon", "<", "TEST", "TYPED_TEST")):
            rows[tag["path"]].append((tag["kind"], tag["name"].replace(" ", ""), tag["line"], tag.get("end")))
    return rows


def plain(name: str) -> str:
    """Return a name without blanks, owner and type arguments; an operator keeps its sign."""
    name = name.replace(" ", "")
    at = name.find("operator")
    if at >= 0 and (at == 0 or name[at - 1] in ":."):
        return name[at:]
    return name.split("<")[0].split("::")[-1].split(".")[-1]


def main(language: str, folder: str, suffixes: str, limit: str = "400") -> int:
    files = sorted(path for path in Path(folder).rglob("*") if path.suffix in suffixes.split(",") and path.is_file())[
        : int(limit)
    ]
    known = truth(language, files)
    score: Counter[str] = Counter()
    for path in files:
        result = road(path.relative_to(folder).as_posix(), path.read_bytes())
        if result.facts is None:
            score["metadata"] += 1
            continue
        score["files"] += 1
        score[result.outcome.value] += 1
        score["lines"] += result.lines
        score["owned"] += result.owned
        score["over"] += sum(draft.token_estimate > 1200 for draft in result.drafts)
        ends: dict[str, set[int]] = defaultdict(set)
        place: dict[tuple[str, int], set[int]] = defaultdict(set)
        for symbol in result.facts.symbols:
            place[plain(symbol.name), symbol.declaration_line].add(symbol.span.end_line)
            ends[symbol.name].add(symbol.declaration_line)
        for kind, name, line, end in known[str(path)]:
            score["definitions"] += 1
            found = place.get((plain(name), line), set())
            if not found:
                score["missed"] += 1
                if score["missed"] <= 12:
                    print(f"  missed {path}:{line} {kind} {name}")
            elif end is not None and end not in found:
                score["other end"] += 1
                if score["other end"] <= 6:
                    print(f"  other end {path}:{line} {kind} {name} {end} {found}")
    wrong = score["missed"] + score["other end"]
    print(
        "| language | folder | files | partial | definitions | missed | other end | agreement | lines owned once | over the cap |"
    )
    print(
        f"| {language} | {Path(folder).name} | {score['files']} | {score['partial']} | {score['definitions']} | {score['missed']} | "
        f"{score['other end']} | {100 - 100 * wrong / max(1, score['definitions']):.2f} % | {score['owned']}/{score['lines']} | {score['over']} |"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
