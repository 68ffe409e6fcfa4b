"""Single-file components against the compilers of their authors: line ranges of blocks, and lines of what the scripts define.

Usage: code_oracle_components.py NODE_MODULES SUFFIX FOLDER [FOLDER ...]   (with @vue/compiler-sfc, svelte, @astrojs/compiler, typescript)
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.code_oracle_lines import judge, truth
from tests.road import road

ORACLE = Path(__file__).parent / "oracles" / "component_blocks.js"


def known(
    paths: list[Path], modules: str, out: str
) -> tuple[dict[str, Counter[tuple[str, int, int]]], dict[str, str], set[str]]:
    """Return the blocks by path, the written script by path, and the paths the compiler refuses."""
    listing = Path(out, "listing.txt")
    listing.write_text("\n".join(map(str, paths)))
    done = subprocess.run(["node", str(ORACLE), str(listing), modules, out], capture_output=True, text=True, check=True)
    blocks: dict[str, Counter[tuple[str, int, int]]] = defaultdict(Counter)
    scripts: dict[str, str] = {}
    refused: set[str] = set()
    for line in done.stdout.splitlines():
        path, what, *rest = line.split("\t")
        if what == "block":
            blocks[path][rest[0], int(rest[1]), int(rest[2])] += 1
        elif what == "script":
            scripts[path] = rest[0]
        else:
            refused.add(path)
    return blocks, scripts, refused


def main(modules: str, suffix: str, *folders: str) -> int:
    print(
        "| folder | files | refused | blocks | same lines | definitions in scripts | same lines | agreement | lines owned once | over the cap |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    for folder in folders:
        paths = [p for p in sorted(Path(folder).rglob(f"*{suffix}")) if p.is_file() and "node_modules" not in p.parts]
        score: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as out:
            blocks, scripts, refused = known(paths, modules, out)
            rows = truth("typescript", [Path(name) for name in scripts.values()], [f"{modules}/typescript"])
        for path in paths:
            result = road(path.relative_to(folder).as_posix(), path.read_bytes())
            if result.facts is None or str(path) in refused:
                score["refused"] += 1
                continue
            score["files"] += 1
            score["lines"] += result.lines
            score["owned"] += result.owned
            score["over"] += sum(draft.token_estimate > 1200 for draft in result.drafts)
            overview = next((d for d in result.drafts if d.chunk_type == "file_overview"), None)
            if overview is None:
                print(f"  {path} no overview", result.reason, file=sys.stderr)
                continue
            mine = Counter((b["kind"], b["startLine"], b["endLine"]) for b in overview.attributes["blocks"])
            for block, count in blocks[str(path)].items():
                score["blocks"] += count
                score["same blocks"] += min(count, mine[block])
                if mine[block] < count:
                    print(f"  {path} {block}", file=sys.stderr)
            judge(path, rows[scripts.get(str(path), "")], result, score, "typescript")
        same = score["same blocks"] + score["agree"] + score["folded"]
        total = score["blocks"] + score["definitions"]
        print(
            f"| {Path(folder).name} | {score['files']} | {score['refused']} | {score['blocks']} | {score['same blocks']} | {score['definitions']} | "
            f"{score['agree'] + score['folded']} | {100 * same / max(1, total):.2f} % | {score['owned']}/{score['lines']} | {score['over']} |"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
