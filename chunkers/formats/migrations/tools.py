"""Which migration library a source file belongs to, by what it imports and where it stands.

Takes language, path and text, gives a `Tool` with the grammar to read it; None for every other file.
"""

from __future__ import annotations

import re

from chunkers.formats.migrations import (
    alembic,
    django,
    doctrine,
    knex,
    laravel,
    phinx,
    query_interface,
    rails,
)
from chunkers.formats.migrations.tool import Tool

_LOOK = 65_536
_LANGUAGES = {
    "py": "python",
    "rb": "ruby",
    "js": "javascript",
    "cjs": "javascript",
    "mjs": "javascript",
    "jsx": "javascript",
    "ts": "typescript",
    "mts": "typescript",
    "cts": "typescript",
    "php": "php",
}
_FUNCTIONS = re.compile(rb"\b(?:up|down)\b")
_MARKS: dict[str, tuple[tuple[Tool, re.Pattern[bytes]], ...]] = {
    "python": (
        (
            alembic.TOOL,
            re.compile(
                rb"^(?:from alembic import [^\n]*\bop\b|import alembic\b|down_revision\b[^\n=]*=)", re.MULTILINE
            ),
        ),
        (django.TOOL, re.compile(rb"^class \w+\((?:[\w.]+\.)?Migration\)", re.MULTILINE)),
    ),
    "ruby": ((rails.TOOL, re.compile(rb"ActiveRecord::(?:Migration|Schema)\b|\bMigration\[\d")),),
    "javascript": (
        (query_interface.SEQUELIZE, re.compile(rb"\bqueryInterface\b|\bQueryInterface\b")),
        (query_interface.TYPEORM, re.compile(rb"\bMigrationInterface\b|\bqueryRunner\b")),
        (knex.TOOL, re.compile(rb"\bknex\b|\bKnex\b")),
    ),
    "php": (
        (
            phinx.TOOL,
            re.compile(rb"\bPhinx\\(?:Migration|Seed)\b|\buse Migrations\\(?:Abstract|Base)(?:Migration|Seed)\b"),
        ),
        (
            doctrine.TOOL,
            re.compile(rb"\bDoctrine\\Migrations\b|\bDoctrine\\DBAL\\Migrations\b|\$this->addSql\("),
        ),
        (laravel.TOOL, re.compile(rb"\bIlluminate\\Database\\Migrations\b|\bSchema::(?:create|table)\(")),
        (doctrine.TOOL, re.compile(rb"\bclass\s+\w+\s+extends\s+\\?[\w\\]*Migration\b")),
    ),
}
_DOCTRINE = re.compile(rb"\bDoctrine\\(?:Migrations|DBAL)\b|\$this->addSql\(")
"""A project's own base class of migrations says nothing of Doctrine; what its subclasses import does."""
_MARKS["typescript"] = _MARKS["javascript"]
_FOLDER = re.compile(r"(?:^|/)[^/]*migrat[^/]*/|(?:^|/)(?:versions|seeds|seeders)/")


def tool_of(path: str, data: bytes) -> tuple[Tool, str] | None:
    """Return the tool and grammar of a migration file.

    JavaScript and TypeScript also need an `up` or `down` and a folder whose name says migration (libraries use the same names).
    """
    grammar = _LANGUAGES.get(path.rsplit(".", 1)[-1].lower())
    if grammar is None:
        return None
    head = data[:_LOOK]
    for tool, mark in _MARKS[grammar]:
        if mark.search(head) is None:
            continue
        if grammar in {"javascript", "typescript"} and not (
            _FUNCTIONS.search(head) and (_FOLDER.search(path) or b"MigrationInterface" in head)
        ):
            continue
        if (tool is django.TOOL and b"migrations" not in head) or (
            tool is doctrine.TOOL and not _DOCTRINE.search(head)
        ):
            continue
        return tool, grammar
    return None
