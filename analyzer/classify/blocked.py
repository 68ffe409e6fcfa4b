"""Files that leave metadata only, whatever else speaks of them: by the path table of redaction, and by content that renaming does not hide.

Takes a subject, gives BLOCKED with redaction's own reason; knows no name of a file itself.
"""

from __future__ import annotations

from analyzer.classify.subject import Subject
from analyzer.classify.verdict import Verdict
from chunkers.pattern import later
from chunkers.redaction.blocked import blocked
from chunkers.source import Category

_ACCOUNT = later(rb"\"type\"\s*:\s*\"service_account\"")
_PRIVATE = later(rb"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-")


def by_name(subject: Subject, _language: str | None) -> Verdict | None:
    """Block by path; a secrets file whose values are encrypted may be read."""
    reason = blocked(subject.path, subject.source.data or b"")
    return Verdict(Category.BLOCKED, reason) if reason else None


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
