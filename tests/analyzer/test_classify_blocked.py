"""Which files are never read: one table, obeyed by classification and by redaction alike."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from analyzer.classify import classify
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import Blocked, blocked_path, redact_file
from chunkers.source import Category, CleanText, SourceFile

CASES = json.loads(Path(__file__).parents[2].joinpath("fixtures/classify/blocked.json").read_text())
ARMOUR = "-----BEGIN {} KEY-----"


def _file(path: str, data: bytes = b"a = b\n") -> SourceFile:
    return SourceFile(path, path.encode(), "100644", "0" * 40, len(data), data)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["path"])
def test_both_doors_obey_one_table(case: dict[str, Any]) -> None:
    policy, source = ChunkingPolicy(), _file(case["path"])
    found = classify(source, policy)
    clean = redact_file(source.data or b"", source.path, found, policy.redaction).clean
    assert blocked_path(case["path"]) == case["reason"]
    if case["reason"] is None:
        assert found.category is not Category.BLOCKED
        assert isinstance(clean, CleanText)
    else:
        assert (found.category, found.rule, found.visibility) == (Category.BLOCKED, case["reason"], "restricted")
        assert clean == Blocked(case["reason"])


@pytest.mark.parametrize("folder", ["", "a/", "A/b.c/"])
@pytest.mark.parametrize("change", [str.upper, str.title, str.lower], ids=["upper", "title", "lower"])
@pytest.mark.parametrize(
    "name", [".env", "id_rsa", ".npmrc", "x.pem", "kubeconfig", "a.tfstate", ".docker/config.json"]
)
def test_letter_case_and_folders_do_not_help(folder: str, change: Any, name: str) -> None:
    assert blocked_path(folder + change(name)) is not None


@pytest.mark.parametrize(
    "text",
    [
        "db: ENC[AES256_GCM,data:x,iv:y]\n",
        "a: b\nsops:\n  mac: x\n",
        '{"a": "b", "sops": {"mac": "x"}}\n',
        "apiVersion: v1\nkind: SealedSecret\n",
        "kind: ExternalSecret\nspec: {}\n",
        "x: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n",
    ],
)
def test_a_secrets_file_that_is_sealed_is_evidence(text: str) -> None:
    assert classify(_file("deploy/secrets.yaml", text.encode()), ChunkingPolicy()).category is not Category.BLOCKED
    assert classify(_file("deploy/.env", text.encode()), ChunkingPolicy()).category is Category.BLOCKED


def test_a_template_of_a_secrets_file_is_read() -> None:
    template = b"kind: Secret\ndata:\n  a: {{ .Values.a | b64enc }}\n"
    assert (
        classify(_file("charts/x/templates/secrets.yaml", template), ChunkingPolicy()).category is not Category.BLOCKED
    )
    assert classify(_file("conf/secrets.yaml", template), ChunkingPolicy()).category is Category.BLOCKED


@pytest.mark.parametrize("kind", ["PRIVATE", "RSA PRIVATE", "OPENSSH PRIVATE", "ENCRYPTED PRIVATE"])
def test_renaming_a_key_does_not_help(kind: str) -> None:
    text = ARMOUR.format(kind).encode() + b"\nAAAA\n"
    found = classify(_file("notes.txt", text), ChunkingPolicy())
    assert (found.category, found.rule) == (Category.BLOCKED, "blocked:private_key")
    public = classify(_file("notes.txt", text.replace(b"PRIVATE", b"PUBLIC")), ChunkingPolicy())
    assert public.category is not Category.BLOCKED


@pytest.mark.parametrize("piece", ["priv", ".env", "a.", "id_rsa", "credentials", ".pem"])
def test_no_path_is_slow(piece: str) -> None:
    start = time.perf_counter()
    blocked_path(piece * (4096 // len(piece)))
    assert time.perf_counter() - start < 1
