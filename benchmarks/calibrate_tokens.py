"""Fit the weights of `chunkers.tokens` against a real tokenizer (cl100k vocabulary of quicktok-v1, offline) and print the error.

usage: python benchmarks/calibrate_tokens.py FOLDER [FOLDER ...]   (checkouts of real repositories)
Windows of 10 to 80 lines; two thirds fit, one third judges. Needs numpy, scipy and quicktok-v1, none of which the product needs.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import quicktok
from scipy.optimize import nnls

from chunkers.tokens import features

LANGUAGES = {
    ".py": "python", ".java": "java", ".ts": "typescript", ".tsx": "typescript", ".js": "javascript", ".go": "go", ".md": "markdown",
    ".rst": "rst", ".yml": "yaml", ".yaml": "yaml", ".json": "json", ".xml": "xml", ".html": "html", ".sql": "sql", ".toml": "toml",
    ".c": "c", ".h": "c", ".cpp": "cpp", ".rs": "rust", ".rb": "ruby", ".php": "php", ".kt": "kotlin", ".cs": "csharp", ".sh": "bash",
}  # fmt: skip
PER_LANGUAGE = 3000


def windows(folders: list[str]) -> dict[str, list[bytes]]:
    draw = random.Random(7)
    found: dict[str, list[bytes]] = {}
    for folder in folders:
        for file in sorted(Path(folder).rglob("*")):
            language = LANGUAGES.get(file.suffix)
            if language is None or not file.is_file() or file.stat().st_size > 400_000:
                continue
            try:
                lines = file.read_text("utf-8").split("\n")
            except UnicodeDecodeError:
                continue
            at = 0
            while at < len(lines):
                size = draw.randint(10, 80)
                found.setdefault(language, []).append(("\n".join(lines[at : at + size]) + "\n").encode())
                at += size
    for texts in found.values():
        draw.shuffle(texts)
        del texts[PER_LANGUAGE:]
    return found


def fit(rows: np.ndarray, counts: np.ndarray) -> np.ndarray:
    return nnls(rows / counts[:, None], np.ones(len(counts)))[0]  # relative error is what counts


def main() -> None:
    tokenizer = quicktok.get_encoding("cl100k_base")
    found = windows(sys.argv[1:])
    every_row, every_count = [], []
    print("| language | windows | mean error | p95 | bias | weights |")
    print("|---|---|---|---|---|---|")
    for language, texts in sorted(found.items()):
        counts = np.array([len(tokenizer.encode(text.decode())) for text in texts], dtype=float)
        keep = counts > 20
        rows = np.array([features(text) for text in texts], dtype=float)[keep]
        counts = counts[keep]
        if len(counts) < 60:
            continue
        every_row.append(rows[:600]), every_count.append(counts[:600])
        cut = len(counts) * 2 // 3
        report(language, fit(rows[:cut], counts[:cut]), rows[cut:], counts[cut:])
    rows, counts = np.concatenate(every_row), np.concatenate(every_count)
    report("(default)", fit(rows, counts), rows, counts)


def report(language: str, weights: np.ndarray, rows: np.ndarray, counts: np.ndarray) -> None:
    ratio = rows @ weights / counts
    error = np.abs(ratio - 1)
    shown = ", ".join(f"{weight:.3f}" for weight in weights)
    print(
        f"| {language} | {len(counts)} | {error.mean():.1%} | {np.percentile(error, 95):.1%} | {ratio.mean():.3f} | ({shown}) |"
    )


if __name__ == "__main__":
    main()
