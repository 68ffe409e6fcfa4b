"""Whole-product checks on real repositories: accounts, ownership, function lines, caps, citations. Prints one table row a repository.

usage: python benchmarks/ownership.py CHECKOUT [CHECKOUT ...] [--findings DIR]
Ownership is counted from chunks.json alone, against the text git gives for the commit; function lines come from Python's own `ast`.
"""

from __future__ import annotations

import argparse
import ast
import codecs
import collections
import json
import subprocess
import sys
import tempfile
import warnings
from itertools import pairwise
from pathlib import Path

import yaml

OWNERS = {"method_chunk", "test_case_chunk", "block_chunk"}


def owned_lines(chunks: list[dict]) -> dict[int, list[dict]]:
    lines: dict[int, list[dict]] = collections.defaultdict(list)
    for chunk in chunks:
        for segment in chunk["segments"]:
            if segment["own"]:
                for line in range(segment["startLine"], segment["endLine"] + 1):
                    lines[line].append({**segment, "type": chunk["chunkType"]})
    return lines


def decoded(blob: bytes) -> str:
    for bom, name in (
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if blob.startswith(bom):
            return blob.decode(name, "replace")
    return blob.decode("utf-8", "replace").removeprefix("\ufeff")


def once(claims: list[dict]) -> bool:
    if len(claims) == 1:
        return True
    columns = sorted((c["startColumn"], c["endColumn"]) for c in claims if c["startColumn"] is not None)
    return len(columns) == len(claims) > 0 and all(a[1] <= b[0] for a, b in pairwise(columns))


def python_functions(text: str) -> list[tuple[str, int, int, bool]]:
    """(name, first line with decorators, last line, nested in a function)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return []
    found = []
    stack: list[tuple[ast.AST, bool]] = [(tree, False)]
    while stack:
        node, inside = stack.pop()
        for child in ast.iter_child_nodes(node):
            is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            if is_function or isinstance(child, ast.ClassDef):
                first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                found.append((child.name, first, child.end_lineno, inside, is_function))
            stack.append((child, inside or is_function))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+")
    parser.add_argument("--findings")
    options = parser.parse_args()
    script = Path(sys.executable).with_name("repochunk")
    print(
        "| repository | exit | entries = outcomes | chunks | lines owned once | function lines owned inside | ast units with chunk | leaf over cap | verify |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for checkout in options.checkouts:
        with tempfile.TemporaryDirectory() as out:
            done = subprocess.run(
                [script, "analyze", checkout, "--out", f"{out}/o", "--quiet"], capture_output=True, text=True
            )
            home = Path(out, "o", "current")
            chunks = json.loads((home / "chunks.json").read_text())["chunks"]
            report = yaml.load((home / "chunk-quality-report.yaml").read_text(), Loader=yaml.CSafeLoader)
            verified = (
                subprocess.run([script, "verify", home], capture_output=True, text=True).stdout.strip().splitlines()[-1]
            )
        by_path = collections.defaultdict(list)
        for chunk in chunks:
            if chunk["source"]["path"] and chunk["segments"]:
                by_path[chunk["source"]["path"]].append(chunk)
        total = good = inside = function_lines = units = matched = 0
        missed = []
        for path, mine in by_path.items():
            blob = subprocess.run(["git", "-C", checkout, "show", f"HEAD:{path}"], capture_output=True).stdout
            text = decoded(blob)
            owners = owned_lines(mine)
            lines = text.split("\n")
            for number, line in enumerate(lines, 1):
                if line.strip():
                    total += 1
                    good += once(owners.get(number, []))
            if path.endswith((".py", ".pyi")):
                spans = {
                    (c["spans"]["full"]["endLine"], c["title"].rsplit(".", 1)[-1].split("~")[0]): c
                    for c in mine
                    if c["spans"]
                }
                listed = {name.rsplit(".", 1)[-1] for c in mine for name in c["symbols"]}
                for name, first, last, nested, is_function in python_functions(text):
                    units += 1
                    chunk = spans.get((last, name))
                    first_ok = chunk is not None and chunk["spans"]["full"]["startLine"] <= first
                    ok = first_ok or (nested and name in listed)
                    matched += ok
                    if not ok:
                        missed.append(f"{path}:{first} {name}")
                    if is_function and not nested:
                        for number in range(first, last + 1):
                            if lines[number - 1].strip():
                                function_lines += 1
                                inside += any(o["type"] in OWNERS for o in owners.get(number, []))
        leaf_over = sum(
            c["tokenEstimate"] > 1200 and not c["childChunkIds"] for c in chunks if c["source"]["type"] == "file_span"
        )
        coverage = report["coverage"]
        sums = sum(coverage["files"].values()) == coverage["entries"]
        share = f"{inside / function_lines:.2%}" if function_lines else "-"
        print(
            f"| {Path(checkout).name} | {done.returncode} | {coverage['entries']} {'=' if sums else '!='} {sum(coverage['files'].values())} | {len(chunks)} | "
            f"{good} of {total} ({good / total:.2%}) | {share} | {matched} of {units} | {leaf_over} | {verified} |",
            flush=True,
        )
        for row in missed[:20]:
            print("  missed", row, file=sys.stderr)
        if options.findings:
            Path(options.findings).mkdir(parents=True, exist_ok=True)
            gates = [g for g in report["gates"] if g["status"] in ("warn", "fail")]
            Path(options.findings, f"findings-{Path(checkout).name}.yaml").write_text(
                yaml.dump(gates, sort_keys=False, allow_unicode=True)
            )


if __name__ == "__main__":
    main()
