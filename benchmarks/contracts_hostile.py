"""Two megabytes of hostile text for every contract format: what came out, and the CPU seconds it took.

usage: python benchmarks/contracts_hostile.py [FORMAT ...] > benchmarks/results/contracts_hostile.md
Each text goes down the per-file road in a process of its own, which the kernel ends at the hard limit of the policy; "ended" would mean that.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import time

from analyzer.classify import classify
from analyzer.file_road import read_entry
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile

SIZE = 2_000_000
POLICY = ChunkingPolicy()
PY = "from alembic import op\n\n\ndef upgrade():\n"
RB = "class A < ActiveRecord::Migration[7.0]\n  def change\n"
JS = "exports.up = (knex) => knex.schema\n"
PHP = "<?php\nuse Phinx\\Migration\\AbstractMigration;\nclass A extends AbstractMigration { public function up() {\n"
TS = "import { gql } from 'graphql-tag';\n"
FORMATS: dict[str, tuple[str, str]] = {
    "openapi yaml": ("api/openapi.yaml", "openapi: 3.0.0\ninfo: {title: t, version: '1'}\npaths:\n"),
    "openapi json": ("api/openapi.json", '{"openapi": "3.0.0", "info": {}, "paths": {'),
    "asyncapi": ("api/asyncapi.yaml", "asyncapi: 3.0.0\ninfo: {title: t, version: '1'}\nchannels:\n"),
    "json-schema": ("a.schema.json", '{"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {'),
    "avro": ("a.avsc", '{"type": "record", "name": "A", "fields": ['),
    "prisma": ("schema.prisma", "model A {\n"),
    "protobuf": ("a.proto", 'syntax = "proto3";\n'),
    "graphql": ("a.graphql", "type A {\n"),
    "graphql-in-code": ("src/a.ts", TS + "export const a = gql`\n"),
    "sql": ("db/a.sql", "CREATE TABLE a (id int);\n"),
    "sql oracle": ("db/o.sql", "CREATE TABLE a (id NUMBER(1), n VARCHAR2(2));\n/\n"),
    "sql tsql": ("db/t.sql", "CREATE TABLE [dbo].[a] (id int)\nGO\n"),
    "sql mysql": ("db/m.sql", "DELIMITER $$\n"),
    "goose": ("migrations/1_a.sql", "-- +goose Up\n"),
    "liquibase sql": ("db/l.sql", "--liquibase formatted sql\n--changeset a:1\n"),
    "liquibase xml": ("db/l.xml", "<databaseChangeLog><changeSet id='1' author='a'>"),
    "liquibase yaml": ("db/l.yaml", "databaseChangeLog:\n"),
    "mybatis": ("m/AMapper.xml", "<mapper namespace='a'><select id='a'>"),
    "dbt": ("models/a.sql", "select {{ ref('a') }}\n"),
    "alembic": ("alembic/versions/a.py", PY),
    "rails": ("db/migrate/1_a.rb", RB),
    "knex": ("migrations/1_a.js", JS),
    "phinx": ("db/migrations/1_a.php", PHP),
}
SHAPES: dict[str, str] = {
    "semicolons": ";",
    "one word": "w",
    "braces": "{",
    "brackets": "[",
    "parentheses": "(",
    "double quotes": 'a "b\n',
    "single quotes": "it's ",
    "backticks": "`${",
    "comment openers": "/*\n",
    "dollar tags": "$a$ $b$ ",
    "triple quotes": '"""',
    "templates": "{{ {% {# ",
    "oracle quotes": "q'[ q'{ ",
    "create functions": "CREATE FUNCTION f() RETURNS int BEGIN ",
    "copies": "COPY t FROM stdin;\n",
    "inserts": "INSERT INTO t VALUES (1);\n",
    "rows on one line": "(1,'a'),",
    "indent ladder": "",
    "keys": "a:\n",
    "pairs on one line": '"a":{"b":[',
    "anchors": "- &a [*a, *a]\n",
    "messages": "message A { ",
    "types": "type A { a(b: [",
    "models": "model A { b C[] @relation(",
    "elements": "<sql><a b='",
    "changes": "<changeSet id='1'><sql>",
    "calls": "op.add_column('a', ",
    "chain": ".addColumn('a')",
    "blocks": "create_table :a do |t|\n",
}
COMMON = ("one word", "semicolons", "single quotes")
OWN: dict[str, tuple[str, ...]] = {
    "openapi yaml": ("indent ladder", "anchors"),
    "openapi json": ("pairs on one line", "keys"),
    "asyncapi": ("keys", "double quotes"),
    "json-schema": ("pairs on one line", "brackets"),
    "avro": ("brackets", "double quotes"),
    "prisma": ("models", "parentheses"),
    "protobuf": ("messages", "braces"),
    "graphql": ("types", "triple quotes"),
    "graphql-in-code": ("types", "backticks"),
    "sql": ("dollar tags", "create functions", "comment openers"),
    "sql oracle": ("oracle quotes", "create functions"),
    "sql tsql": ("parentheses", "inserts"),
    "sql mysql": ("rows on one line", "backticks"),
    "goose": ("copies", "parentheses"),
    "liquibase sql": ("inserts", "comment openers"),
    "liquibase xml": ("elements", "changes"),
    "liquibase yaml": ("indent ladder", "anchors"),
    "mybatis": ("elements", "changes"),
    "dbt": ("templates", "parentheses"),
    "alembic": ("calls", "parentheses"),
    "rails": ("blocks", "parentheses"),
    "knex": ("chain", "backticks"),
    "phinx": ("chain", "braces"),
}


def text_of(start: str, shape: str) -> bytes:
    if shape == "indent ladder":
        rows, size, depth = [start], 0, 0
        while size < SIZE:
            depth = (depth + 1) % 2000
            rows.append(" " * depth + "a:\n")
            size += depth + 3
        return "".join(rows).encode()
    unit = SHAPES[shape]
    if "\n" not in unit and shape != "one word":  # a file of one line is taken for generated and never read
        unit = unit * max(1, 80 // len(unit)) + "\n"
    return (start + unit * (SIZE // len(unit))).encode()


def judge(path: str, data: bytes, answer: multiprocessing.connection.Connection) -> None:
    limit = int(POLICY.limits.hard_seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit * 3, limit * 3))
    source = SourceFile(path, path.encode(), "100644", "0" * 40, len(data), data)
    started = time.process_time()
    result = read_entry(source, (), POLICY).result
    seconds = time.process_time() - started
    reason = f" ({result.reason})" if result.reason else ""
    fault = any(rule == "chunker_error" for rule, _line, _message in result.warnings)
    owned = "" if result.lines == result.owned else ", lines lost"
    chunker = classify(source, POLICY).category.value
    answer.send((f"{result.outcome.value}{reason}{owned}", seconds, fault, chunker))


def main() -> None:
    names = sys.argv[1:] or list(FORMATS)
    print(f"# Hostile texts of {SIZE / 1e6:.0f} MB, CPU seconds of the whole per-file road\n")
    print(f"Hard limit of the policy: {POLICY.limits.hard_seconds:g} s. {len(names)} formats.\n")
    print("| format | texts | outcomes | slowest | seconds | next | over the limit |\n|---|---|---|---|---|---|---|")
    worst: list[str] = []
    for name in names:
        path, start = FORMATS[name]
        outcomes: dict[str, int] = {}
        times: list[tuple[float, str]] = []
        over = 0
        for shape in (*COMMON, *OWN[name]):
            ours, theirs = multiprocessing.Pipe(duplex=False)
            worker = multiprocessing.Process(target=judge, args=(path, text_of(start, shape), theirs))
            worker.start()
            theirs.close()
            try:
                told, seconds, fault, _category = ours.recv()
            except EOFError:
                told, seconds, fault = "ended", 3 * POLICY.limits.hard_seconds, True
            worker.join()
            outcomes[told] = outcomes.get(told, 0) + 1
            times.append((seconds, shape))
            over += seconds > POLICY.limits.hard_seconds
            if fault or "lost" in told:
                worst.append(f"{name}, {shape}: {told}")
        times.sort(reverse=True)
        shown = ", ".join(f"{key} {count}" for key, count in sorted(outcomes.items()))
        print(
            f"| {name} | {len(times)} | {shown} | {times[0][1]} | {times[0][0]:.1f} | {times[1][1]} {times[1][0]:.1f}, {times[2][1]} {times[2][0]:.1f} | {over} |",
            flush=True,
        )
    for line in worst:
        print("-", line)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    main()
