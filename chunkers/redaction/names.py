"""A key's name -> what kind of secret it names, if any. Pure string work; refuses to see values."""

from __future__ import annotations

from functools import lru_cache

from chunkers.pattern import later
from chunkers.redaction import lexicon

PASSWORD, SECRET, TOKEN, KEY, CREDENTIAL, WEAK = "password", "secret", "token", "key", "credential", "weak"
"""Classes of names, most telling first. WEAK names need a random value beside them (layer 7)."""

_SPLIT = later(r"[^\W_]+")
_CAMEL = later(r"[A-Z]+(?![a-z])|[A-Z]?[^\WA-Z\d_]+|\d+")
_COMPACT = (
    (lexicon.PASSWORD_WORDS, PASSWORD),
    (lexicon.SECRET_WORDS, SECRET),
    (lexicon.TOKEN_WORDS, TOKEN),
    (lexicon.KEY_WORDS, KEY),
)
_PHRASES = (
    (("kata", "sandi"), PASSWORD),
    (("mot", "de", "passe"), PASSWORD),
    (("palavra", "passe"), PASSWORD),
    (("pass", "phrase"), PASSWORD),
    (("pass", "word"), PASSWORD),
    (("mat", "khau"), PASSWORD),
    (("secret", "key", "base"), SECRET),
    (("secret", "id"), SECRET),
    (("client", "secret", "id"), SECRET),
    (("connection", "string"), CREDENTIAL),
    (("conn", "str"), CREDENTIAL),
    (("seed", "phrase"), SECRET),
    (("personal", "access", "token"), TOKEN),
    (("github", "pat"), TOKEN),
    (("gitlab", "pat"), TOKEN),
    (("gh", "pat"), TOKEN),
    (("ado", "pat"), TOKEN),
    (("devops", "pat"), TOKEN),
    (("key", "material"), KEY),
    (("security", "credentials"), PASSWORD),
    (("auth", "salt"), KEY),
    (("nonce", "salt"), KEY),
    (("logged", "in", "salt"), KEY),
    (("pre", "shared", "key"), KEY),
)
_ENDINGS = (
    *((ending, PASSWORD) for ending in ("password", "passwd", "passphrase", "passwort")),
    *(
        (ending, KEY)
        for ending in (
            "secretkey",
            "accesskey",
            "privatekey",
            "signingkey",
            "encryptionkey",
            "apikey",
            "apikeys",
            "authkey",
        )
    ),
    ("secret", SECRET),
    ("token", TOKEN),
)
_MAX_NAME = 120


def words(name: str) -> tuple[str, ...]:
    """Return the lower-case words of a name in camelCase, snake_case, kebab-case or dotted form."""
    return tuple(part.lower() for run in _SPLIT.findall(name) for part in _CAMEL.findall(run) or [run])


@lru_cache(maxsize=16384)
def classify(name: str) -> str | None:
    """Return the class of secret that `name` names, None when it names none."""
    if len(name) > _MAX_NAME:
        return None
    parts = list(words(name))
    while len(parts) > 1 and (parts[-1] in lexicon.TRAILING or parts[-1].isdigit()):
        parts.pop()
    if not parts or parts[0] in lexicon.DENY_FIRST or parts == ["pass"] != list(words(name)):
        return None
    for phrase, kind in _PHRASES:
        if tuple(parts[-len(phrase) :]) == phrase:
            return kind
    return _by_last(parts)


def _by_last(parts: list[str]) -> str | None:
    last, before = parts[-1], parts[-2] if len(parts) > 1 else ""
    if last in {"pass", "otp", "pw"} and before in {
        "by",
        "first",
        "second",
        "all",
        "test",
        "tests",
        "render",
        "boarding",
        "multi",
        "single",
        "one",
        "two",
        "per",
        "high",
        "low",
        "band",
    }:
        return None
    for table, kind in _COMPACT:
        if last in table:
            return None if kind == TOKEN and before in lexicon.DENY_BEFORE_TOKEN else kind
    for ending, kind in _ENDINGS:
        if last.endswith(ending) and not last.startswith(("no", "non", "un", "de", "re")):
            return kind
    if last in {"key", "keys"}:
        return _key(before)
    if last in lexicon.DENY_LAST:
        return None
    if before and before + last in lexicon.KEY_WORDS | lexicon.SECRET_WORDS:
        return KEY
    return CREDENTIAL if last in lexicon.CREDENTIAL_WORDS else None


def _key(before: str) -> str | None:
    if before in lexicon.COMPOUND_KEYS:
        return None
    return KEY if before in lexicon.KEY_QUALIFIERS or before.rstrip("s") in lexicon.KEY_QUALIFIERS else WEAK
