"""A value -> is it a secret, a placeholder, a reference, a weak default, an encrypted text or harmless. Refuses to see where it stands."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from enum import IntEnum, StrEnum
from itertools import pairwise

from chunkers.pattern import later
from chunkers.redaction import lexicon, names
from chunkers.redaction.letters import word_bits

PLACEHOLDER = "<REDACTED_SECRET>"
SPELLINGS = (PLACEHOLDER, "&lt;REDACTED_SECRET&gt;", "\\u003cREDACTED_SECRET\\u003e", "%3CREDACTED_SECRET%3E")
"""The placeholder and what other layers of a text make of it."""


class Verdict(StrEnum):
    """What a value is."""

    SECRET = "secret"  # noqa: S105  # a verdict
    HARMLESS = "harmless"
    PLACEHOLDER = "placeholder"
    WEAK = "weak_default"
    ENCRYPTED = "encrypted"


class Mode(IntEnum):
    """How much a value must prove: under a telling name in configuration, as a literal in code, in prose or a list, without a telling name."""

    CONFIG = 0
    LITERAL = 1
    STRONG = 2
    RANDOM = 3


_HOLES = later(
    r"\$\{[^{}]*\}|\$\([^()]*\)|\{\{[^{}]*\}\}|\{%[^{}]*%\}|#\{[^{}]*\}|%\([A-Za-z_]\w*\)[sdr]|<%[^<>]*%>"
    r"|<[^<>]{1,80}>|\{[A-Za-z_][\w.:\[\]-]*\}|\{\d*\}|%5B[A-Za-z_]+%5D|%3C[A-Za-z_-]+%3E|%[A-Za-z_]\w*%|%[sdvq]|@[A-Za-z_][\w.]*@"
    r"|\$[A-Za-z_]\w*(?:\.\w+)*|\$\$|__[A-Z][A-Z0-9_]*__|\[[A-Za-z_ -]+\]|:[a-z_]+|\?"
)
_CONSTANT = later(r"[A-Z]+(?:_[A-Z]+)+")
_VARIABLE = later(r"\$(?:[A-Za-z_]\w*|\{[^{}:]*\})")
_WHOLE_HOLE = later(r"(?:" + _HOLES.pattern + r")")
_MASKS = later(
    r"(?i)[*x#.•…_?\-+=0]+|\.{2,}.*|.{0,4}\*{3,}.{0,4}|x{3,}[-_x0-9]*|<?\[?(?:redacted|masked|hidden|removed"
    r"|filtered|censored|snip)[\]>]?"
)
_UUID = later(r"(?i)\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?")
_HARMLESS = later(
    r"(?i)data:|did:|sha(?:1|256|384|512)[-:]|h1:|ssh-(?:rsa|dss|ed25519)\b|ecdsa-sha2|-----BEGIN (?:PUBLIC|CERT"
    r"|RSA PUBLIC|PGP PUBLIC)|AAAA[BCE][A-Za-z0-9]|"
    r"(?:[a-z]:[\\/]|\.{0,2}/|~/|[\w.-]+/[\w./-]+\.\w{1,5}$|\.{1,2}\\)|v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$"
    r"|\d{4}-\d\d-\d\d|[\w.+-]+@[\w-]+(?:\.[\w-]+)+$|"
    r"(?:s3|gs|git|ssh|tcp|udp|amqp|redis|mongodb|postgres(?:ql)?|mysql)[\w+]*://|(?:mailto|jdbc):"
    r"|#[0-9a-f]{3,8}$|#/|(?:[0-9a-f]{2}:){5,}[0-9a-f]{2}$|v?\d+(?:\.\d+){1,3}\(|(?:localhost"
    r"|[\w-]+(?:\.[\w-]+)+):\d{1,5}(?:/|$)|(?:[a-z0-9-]+\.){1,6}(?:com|org|net|io|dev|test|example|internal"
    r"|local|svc|cluster|invalid)(?:/\S*)?$|AKIA[A-Z0-9]*EXAMPLE"
)
_REGEXISH = later(r"\\[swdbSWDB]|\[\^|\(\?[:=!<P]|\.\*|\]\+|\]\{|\)\$$|^\^|\|\^")
_IDENTIFIER = later(r"[A-Za-z]+|\d+")
_CAMEL = later(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CODEISH = later(r"\w\(|\)\s*[;.{]|=>|->|\w\[\w*\]|&&|\|\||;\s*$|^\s*[({\[]")
_SEALED = later(r"Ag[A-D][A-Za-z0-9+/]{100,}")
_DOTTED = later(r"[A-Za-z_$][\w$-]*(?:\.[A-Za-z_$][\w$-]*)+")
_STOP = later(
    r"(?i)\b(?:the|your|you|is|are|not|must|please|enter|for|with|and|or|of|to|a|an|in|be|this|that|at|least"
    r"|from|by|will|can|was|no|new|old|do|use|it)\b"
)
_VERSIONED = later(
    r"(?i)(?<![a-z0-9])(?:iso[-_]?8859|latin|cp|windows|utf|sha|aes|rsa|hs|rs|es|ps|utf|oauth|ed|md|base|tls"
    r"|ssl|scram|ipv|int|uint|float|pbkdf|argon|blake|crc|http|v|ec)[-_]?\d{1,5}(?=$|[^A-Za-z0-9]"
    r"|(?-i:[A-Z][a-z]{2}))|^(?-i:(?:[A-Z][a-z0-9]+){2,}?)(?:19|20)\d\d$"
)
_LONGEST_PLAIN = 256  # longer than any password that looks like words; keeps the work on very long lines linear
_SEPARATORS = later(r"[-_./:]")
_UNNAMED, _SHORT, _DIGITS, _WORD_LENGTH = 20, 8, 5, 6
_DIGIT_SHARE, _BIGRAM_SHARE = 0.2, 0.65
_DRAWN_SHARE, _DOUBTED_SHARE = 0.5, 0.7
"""Below the first, 12 letters are words once in 200 and drawn nine times in ten; below the second, only with five consonants in a row."""
_MIXED = later(r"[a-z].*[A-Z]|[A-Z].*[a-z]")
_DRAWN_BITS = -4
"""Letters below it: nine in ten drawn runs of 8 and 99 of 100 of 16, and one word in a hundred, most of them names of products."""
_CONSONANTS = later(r"[bcdfghjklmnpqrstvwxz]{5}")
_DIGIT_CHARS = "0123456789"
_WORD_AND_NUMBER = later(r"[A-Za-z]{4,}\d{2,6}[!@#$%^&*?._-]?")
_ESCAPES = later(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[nrt0])")
_STRUCTURED = later(r"[{}\[\]\"'<>|\\]")
_TOKEN_CHARS = later(r"[A-Za-z0-9+/=_.~-]+")
_SPACE = later(r"\s")
_KINDS = (
    later(r"[a-z\u00df-\u00ff]"),
    later(r"[A-Z]"),
    later(r"\d"),
    later(r"[!@#$%^&*?~+=]"),
)
_MIN_RANDOM, _HEX_BITS, _SHORT_BITS, _LONG_BITS, _LONG = 16, 2.7, 3.2, 3.6, 24


def entropy(text: str) -> float:
    """Return Shannon's entropy of the characters of `text`, in bits a character."""
    if not text:
        return 0.0
    total = len(text)
    short = total <= _LONGEST_PLAIN  # where it is quicker to count each character in C
    counts = [text.count(c) for c in dict.fromkeys(text)] if short else list(Counter(text).values())
    return -sum([n / total * math.log2(n / total) for n in counts])


def identifier_like(text: str) -> bool:
    """Tell whether `text` reads like words or a name: long runs of letters in the pairs that words have, few digits."""
    runs = _IDENTIFIER.findall(_VERSIONED.sub("version", text))
    numbers = [run for run in runs if run.isdigit()]
    size, digits = sum(map(len, runs)), sum(map(len, numbers))
    if digits == size or digits > _DIGIT_SHARE * size:
        return False
    if len(numbers) > 1 and len(_SEPARATORS.findall(text)) < len(numbers):
        return False
    letters = [part for run in runs if not run.isdigit() for part in _CAMEL.findall(run)]
    if size - digits < 3 * len(letters):  # words are three letters long or more on average
        return False
    pairs = [a + b for part in letters for a, b in pairwise(part.lower())]
    return len([pair for pair in pairs if pair in lexicon.BIGRAMS]) >= _BIGRAM_SHARE * len(pairs)


def looks_random(text: str, shortest: int = _MIN_RANDOM) -> bool:
    """Tell whether `text` looks drawn by a machine: no blanks, mixed, high entropy, no words."""
    if len(text) < shortest or not text.isascii() or _SPACE.search(text) or _UUID.fullmatch(text):
        return False
    if not any(c.isdigit() for c in text) and (text.lower() == text or text.upper() == text or _DOTTED.fullmatch(text)):
        return False
    if not any(c.isalpha() for c in text) or identifier_like(text) or _STRUCTURED.search(text):
        return False
    bits = entropy(text)
    if re.fullmatch(r"[0-9a-fA-F]+", text):
        return bits >= _HEX_BITS
    return bits >= (_LONG_BITS if len(text) > _LONG else min(_SHORT_BITS, math.log2(len(text)) * 0.78))


def drawn_letters(text: str) -> bool:
    """Tell whether a run of letters and few digits has the pairs of characters that drawn text has and words have not."""
    core = text.strip(_DIGIT_CHARS).lower()
    if len(core) < _SHORT or not core.isascii() or not core.isalnum() or len(set(core)) <= len(core) // 3:
        return False
    if not core.isalpha() and _VERSIONED.search(text):
        return False
    if text.lower() != text and text.upper() != text and not identifier_like(text):
        return True
    if core.isalpha() and not _MIXED.search(text) and word_bits(core) < _DRAWN_BITS:
        return True
    share = len([pair for pair in map("".join, pairwise(core)) if pair in lexicon.BIGRAMS]) / (len(core) - 1)
    return share < _DRAWN_SHARE or (share < _DOUBTED_SHARE and _CONSONANTS.search(core) is not None)


def looks_secret(text: str) -> bool:
    """Tell whether `text` looks like a password or token even where nothing but its neighbourhood says so."""
    if len(text) < 6 or _SPACE.search(text) or _UUID.fullmatch(text):  # noqa: PLR2004  # shorter ones are words
        return False
    kinds = [pattern.search(text) is not None for pattern in _KINDS]
    if sum(kinds) < 2 or not (kinds[0] or kinds[1]) or _CODEISH.search(text):  # noqa: PLR2004  # one class of characters is a word or a number
        return False
    if kinds == [True, False, True, False] and sum(c.isdigit() for c in text) < 2:  # noqa: PLR2004  # one digit in lower-case letters is a name
        return False
    return not identifier_like(text) and (kinds[2] or kinds[3] or looks_random(text, 12))


def tells(text: str) -> bool:
    """Tell whether `text` looks like a secret by itself, as a password does or as drawn by a machine."""
    return looks_secret(text) or looks_random(text)


def judge(value: str, kind: str, mode: Mode, tells: Callable[[str], bool] = tells) -> Verdict:
    """Return what `value` is, standing under a name of class `kind` (see `names`) at a place of `mode`.

    `tells` may be a remembering form of the function of that name.
    """
    if value[:1] == "$" and _VARIABLE.fullmatch(value):
        return Verdict.PLACEHOLDER
    text = (_ESCAPES.sub("", value) if "\\" in value else value).strip()
    if "REDACTED_SECRET" in text:
        for spelling in SPELLINGS:
            text = text.replace(spelling, "")
    text = text.removeprefix("{noop}")  # Spring Security: the password behind it is not encoded
    early = _early(text)
    if early is not None:
        return early
    return Verdict.SECRET if _accepted(text, kind, mode, tells) else Verdict.HARMLESS


def _accepted(text: str, kind: str, mode: Mode, tells: Callable[[str], bool]) -> bool:
    """Tell whether a value that is nothing else is a secret under this class of name at this place."""
    named = mode <= Mode.LITERAL
    if kind == names.WEAK or mode == Mode.RANDOM:
        return looks_random(text, _UNNAMED) and _TOKEN_CHARS.fullmatch(text) is not None
    if kind == names.CREDENTIAL:
        return looks_random(text) or (named and looks_secret(text) and len(text) >= _SHORT)
    if text.isdigit():
        return named and len(text) >= _DIGITS and kind in {names.PASSWORD, names.SECRET}
    if _UUID.fullmatch(text):
        return named and kind in {names.SECRET, names.KEY}
    return tells(text) or drawn_letters(text) or (named and _by_place(text, kind, mode))


def _early(text: str) -> Verdict | None:
    """Return the verdict on what is no secret under any name, None when the name decides."""
    low = text.lower()
    if low in lexicon.EMPTY_VALUES or not any(c.isalnum() for c in text):
        return Verdict.PLACEHOLDER
    if low.startswith(lexicon.ENCRYPTED_STARTS) or _SEALED.match(text):
        return Verdict.ENCRYPTED
    if _CONSTANT.fullmatch(text) and names.classify(text):  # the name of a variable stands for its value
        return Verdict.PLACEHOLDER
    if _WHOLE_HOLE.fullmatch(text) or _MASKS.fullmatch(text) or low.startswith(lexicon.REFERENCE_STARTS):
        return Verdict.PLACEHOLDER
    if low.replace("-", "").replace("_", "").replace(" ", "") in lexicon.WEAK_VALUES:
        return Verdict.WEAK
    if _HARMLESS.match(text) or _REGEXISH.search(text):
        return Verdict.HARMLESS
    return Verdict.PLACEHOLDER if _hollow(text, low) else None


def _hollow(text: str, low: str) -> bool:
    """Tell whether a value is a sample, cut short, or has nothing secret beside its holes."""
    if "..." in text or "…" in text:
        return True
    if low.startswith(lexicon.PLACEHOLDER_STARTS) and not looks_random(text) and not any(c.isdigit() for c in text):
        return True
    rest = _HOLES.sub("", text)
    return rest != text and not looks_secret(rest) and not (len(rest) > len(text) // 2 and looks_secret(text))


def _by_place(text: str, kind: str, mode: Mode) -> bool:
    """Tell whether a plain-looking value is a secret because of its name and place."""
    if len(text) > _LONGEST_PLAIN:
        return False
    low = text.lower()
    if any(c.isspace() for c in text):
        return _passphrase(text, kind)
    if low in lexicon.TYPE_WORDS or _DOTTED.fullmatch(text) or _CODEISH.search(text):
        return False
    if (
        kind == names.PASSWORD and mode == Mode.CONFIG
    ):  # in a config file only a value that is nothing but such names is a reference
        named = all(names.classify(word) is not None for word in names.words(text))
        said = text.endswith((":", "!", "?")) and not any(c.isdigit() for c in text)  # a label or an exclamation
        return len(text) >= 4 and not named and not said  # noqa: PLR2004
    if kind == names.PASSWORD and len(text) >= _SHORT and _WORD_AND_NUMBER.fullmatch(text):
        return not _VERSIONED.search(text) and not any(names.classify(word) for word in names.words(text))
    return (
        len(text) >= _WORD_LENGTH
        and any(c.isdigit() for c in text)
        and not identifier_like(text)
        and kind in {names.PASSWORD, names.SECRET}
    )


def _passphrase(text: str, kind: str) -> bool:
    """Tell whether a value of several words is a passphrase: lower-case words without grammar."""
    parts = text.split()
    if (
        kind in {names.PASSWORD, names.SECRET}
        and any(looks_secret(part) or looks_random(part, 12) for part in parts)
        and not _CODEISH.search(text)
    ):
        return len(parts) <= 6  # noqa: PLR2004  # more words are a sentence
    if kind != names.PASSWORD or _STOP.search(text) or any(names.classify(part) for part in parts):
        return False
    return len(parts) >= 3 and text == text.lower() and all(part.isalnum() for part in parts)  # noqa: PLR2004
