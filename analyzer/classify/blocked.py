"""Files whose very name says that they hold secrets: they leave metadata only, whatever is in them.

A table of patterns over the lower-case path, each with its reason, and the names that only look like it. Content rules cover the two forms that
renaming does not hide: service-account keys and private keys behind a neutral extension.
"""

# ruff: noqa: E501  # tables read by the row
from __future__ import annotations

import re

from analyzer.classify.subject import Subject
from analyzer.classify.verdict import Verdict
from chunkers.source import Category

BLOCKED: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (reason, re.compile(rf"(?:^|.*/)(?:{pattern})"))
    for reason, pattern in (
        ("env_file", r"\.env(?:\.[\w.-]+)?|[\w-]+\.env"),
        ("key_material", r"[^/]*\.(?:pem|key|p12|pfx|pkcs12|jks|keystore|bks|kdbx|ppk|p8|gpg|pgp)"),
        ("ssh_key", r"(?:id|ssh_host)_(?:rsa|dsa|ecdsa|ed25519)[^/]*"),
        ("credentials", r"\.npmrc|\.pypirc|\.netrc|_netrc|\.pgpass|pgpass\.conf|\.git-credentials|\.htpasswd|\.dockercfg|\.my\.cnf|\.s3cfg|\.boto|\.vault-token"),
        ("credentials", r"\.docker/config\.json|\.aws/credentials|\.kube/config|kubeconfig|[\w.-]+\.kubeconfig|credentials\.json|\.cargo/credentials(?:\.toml)?"),
        ("credentials", r"(?:client_secret|service[_-]?account)[\w.-]*\.json|\.gem/credentials|\.config/gcloud/.+"),
        ("state", r"[^/]*\.tfstate(?:\.[\w.-]+)?|[^/]*\.auto\.tfvars(?:\.json)?"),
        ("secrets_file", r"secrets\.(?:ya?ml|json|toml|env|properties|ini)"),
    )
)  # fmt: skip

NEUTRAL = re.compile(
    r"(?:^|.*/)(?:[^/]*\.pub|\.?env\.(?:example|sample|template|dist)|\.env\.[\w-]+\.(?:example|sample|template|dist)|[\w-]+\.(?:example|sample|template)\.env"
    r"|[^/]*\.key\.(?:example|md))"
)
"""Names that only look blocked: public halves, and environment files made to be copied."""

_SEALED = re.compile(
    rb"^sops:|\"sops\"\s*:|^kind:\s*SealedSecret|\$ANSIBLE_VAULT;|^kind:\s*ExternalSecret", re.MULTILINE
)
_ACCOUNT = re.compile(rb"\"type\"\s*:\s*\"service_account\"")
_PRIVATE = re.compile(rb"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-")


def by_name(subject: Subject, _language: str | None) -> Verdict | None:
    """Block by path."""
    path = subject.path.lower()
    reason = next((reason for reason, pattern in BLOCKED if pattern.fullmatch(path)), None)
    if reason is None or NEUTRAL.fullmatch(path):
        return None
    if reason == "secrets_file" and _SEALED.search(subject.head):
        return None
    return Verdict(Category.BLOCKED, f"blocked:{reason}")


def by_content(subject: Subject, _language: str | None) -> Verdict | None:
    """Block service-account keys, and files that are nothing but an armoured private key."""
    head = subject.head
    if (
        head.lstrip()[:1] == b"{"
        and b'"service_account"' in head
        and b'"private_key"' in head
        and _ACCOUNT.search(head)
    ):
        return Verdict(Category.BLOCKED, "blocked:service_account")
    start = head.lstrip()[:4096]
    if start.startswith((b"-----BEGIN", b"PuTTY-User-Key-File-")) and _PRIVATE.match(start):
        return Verdict(Category.BLOCKED, "blocked:private_key")
    return None
