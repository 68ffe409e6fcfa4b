"""The tests that a rule's match must pass before it counts, by name. RE2 has no look-around; what a pattern cannot say is said here."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable

from chunkers.pattern import later
from chunkers.redaction import names, values
from chunkers.redaction.values import Mode, Verdict

_PORT = later(r"\d{1,5}/")
_PATHLIKE = later(
    r"(?:[\w.-]*/)+[\w.-]*|[\w-]+\.(?:md|txt|html?|ya?ml|json|py|js|ts|sh|cfg|conf|ini|toml|xml|com|org|net|io"
    r"|dev)\b.*"
)


def _digit(text: str) -> bool:
    return any(c.isdigit() for c in text)


def _mixed_case(text: str) -> bool:
    return text.lower() != text and text.upper() != text


def _not_example(text: str) -> bool:
    return "EXAMPLE" not in text.upper()


def _value(text: str) -> bool:
    """The value beside a telling word must itself look like a secret."""
    bare = text.strip("\"'{}")
    return values.judge(bare, names.PASSWORD, Mode.CONFIG) == Verdict.SECRET and (
        values.looks_secret(bare) or values.looks_random(bare)
    )


def _userinfo(text: str) -> bool:
    """A port and a path are no password, nor is a placeholder or a weak default."""
    return not _PORT.match(text) and values.judge(text, names.PASSWORD, Mode.CONFIG) == Verdict.SECRET


def _connection(text: str) -> bool:
    return values.judge(text.strip("\"'{}"), names.PASSWORD, Mode.STRONG) == Verdict.SECRET


def _sql(text: str) -> bool:
    return values.judge(text[1:-1], names.PASSWORD, Mode.CONFIG) == Verdict.SECRET


def _flag(text: str) -> bool:
    bare = text.strip("\"'")
    port = bare.isdigit() and len(bare) <= len("65535")
    return (
        not port
        and values.judge(bare, names.PASSWORD, Mode.LITERAL) == Verdict.SECRET
        and not _PATHLIKE.fullmatch(bare)
    )


def _strong(text: str) -> bool:
    return values.judge(text.strip("\"'"), names.PASSWORD, Mode.STRONG) == Verdict.SECRET


def _random(text: str) -> bool:
    return values.judge(text, names.TOKEN, Mode.STRONG) == Verdict.SECRET and values.looks_random(text)


def _not_path(text: str) -> bool:
    return not _PATHLIKE.fullmatch(text) and "://" not in text


def _basic(text: str) -> bool:
    """RFC 7617: the value is the base64 of `user:password`, and that password is no weak default."""
    try:
        plain = base64.b64decode(
            text + "=" * (-len(text) % 4), altchars=b"-_" if "-" in text or "_" in text else None, validate=True
        )
    except (binascii.Error, ValueError):
        return False
    user, colon, password = plain.partition(b":")
    if not colon or any(byte < 32 for byte in plain):  # noqa: PLR2004  # control characters
        return False
    return values.judge(password.decode("utf-8", "replace"), names.PASSWORD, Mode.CONFIG) != Verdict.WEAK or not user


def _dockerauth(text: str) -> bool:
    return _basic(text) or (values.looks_random(text) and len(text) >= 16)  # noqa: PLR2004


CHECKS: dict[str, Callable[[str], bool]] = {
    "digit": _digit,
    "mixed_case": _mixed_case,
    "not_example": _not_example,
    "value": _value,
    "userinfo": _userinfo,
    "connection": _connection,
    "sql": _sql,
    "flag": _flag,
    "strong": _strong,
    "random": _random,
    "not_path": _not_path,
    "basic": _basic,
    "dockerauth": _dockerauth,
}
"""Every test a rule may ask for. Each takes the masked capture as text."""
