"""The command line: a thin face. Commands are imported when they are called, so that `--help` costs nothing."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from analyzer.cli.ending import END, leave
from analyzer.cli.group import LazyGroup
from analyzer.cli.outcome import run
from analyzer.home import rule_cache

COMMANDS = {
    "analyze": "Analyze one commit of a repository: the main job.",
    "cache": "Show or clear the cache of file results.",
    "diff": "Compare two commits chunk by chunk and say what must be refreshed.",
    "gate": "Judge a written quality report again: the CI step.",
    "graph": "Ask the symbol graph: callers, callees, tests, paths.",
    "history": "Show what became of one unit over time.",
    "languages": "List the languages and formats that are supported.",
    "policy": "Write a policy file, or check one.",
    "rules": "List the redaction rules, or test a file against them.",
    "schema": "Print the JSON Schema of an output file.",
    "search": "Find chunks by words, in the store.",
    "store": "Show, prune, compact or export the store.",
    "show": "Print a chunk with its proof, or why a file was classified so.",
    "verify": "Re-read every cited span from git and check it.",
}


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    os.environ.update(rule_cache(os.environ))
    END.near = True
    leave(run(LazyGroup(COMMANDS), sys.argv[1:]))
