"""Files of real repositories, made small, for which a gate once failed though every chunk of them was right, or the run broke."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.analyzer.called import call
from tests.repos import repository_of

STYLE = "".join(f".c{number} {{ color: #57800{number % 10}; }} " for number in range(400))
FILES = {
    "a page whose heading stands behind a long style in the same line": (
        "page.html",
        f"<html>\n<body><style>{STYLE}</style><h1>Orders</h1><p>{'How orders are made. ' * 40}</p></body></html>\n",
    ),
    "a cell too large for one chunk": (
        "index.ipynb",
        json.dumps(
            {
                "cells": [
                    {
                        "cell_type": "markdown",
                        "metadata": {},
                        "source": [
                            "## Table of contents\n",
                            *(f"- [Part {n} of the book](part{n}.ipynb)\n" for n in range(400)),
                        ],
                    }
                ],
                "metadata": {},
                "nbformat": 4,
                "nbformat_minor": 5,
            },
            indent=1,
        ),
    ),
    "a section that goes on in the cells below its heading": (
        "notes.ipynb",
        json.dumps(
            {
                "cells": [
                    {
                        "cell_type": "markdown",
                        "metadata": {},
                        "source": ["## Reading the documentation\n", "It helps.\n"],
                    },
                    {"cell_type": "code", "metadata": {}, "outputs": [], "source": ["len?\n"]},
                    {"cell_type": "markdown", "metadata": {}, "source": ["This works for anything.\n"]},
                ],
                "metadata": {},
                "nbformat": 4,
                "nbformat_minor": 5,
            },
            indent=1,
        ),
    ),
    "a heading wrapped over twenty lines": (
        "license.html",
        "<html>\n<body>\n<h1>\n"
        + "".join(f"<span\n>word{n} </span\n>" for n in range(9))
        + "</h1>\n<p>Text.</p>\n</body></html>\n",
    ),
    "a file that is one function without a name": (
        "devenv.nix",
        "{\n  pkgs,\n  ...\n}:\n\n{\n  go.enable = true;\n}\n",
    ),
    "a list literal where an engine knows no lists": (
        "A.scala",
        "object A {\n  def run(): Int = List(1, 2).map(_ + 1).head\n  val made = Seq(A, A)(0).run()\n}\n",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_no_gate_fails(name: str, tmp_path: Path) -> None:
    path, text = FILES[name]
    repository = repository_of(tmp_path / "repo", {path: text})
    done = call("analyze", repository.path, "--out", tmp_path / "out", "--no-store", "--no-cache", "--jobs", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "  fail " not in done.stdout
