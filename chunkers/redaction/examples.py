"""Examples of secrets without secrets: a template and a seed give a text, so that no scanner mistakes this repository for a leak.

`«class:n»` stands for n random characters of a class (`letters` are such as no word is made of), `«uuid»` for a random UUID, `«pw»` for a
password, `«userpass64»` for the base64 of a random user:password.
"""

from __future__ import annotations

import base64
import random
import re
import string

from chunkers.pattern import later

_PART = later(r"«(\w+)(?::(\d+))?»")
_HEX = "0123456789abcdef"
_CLASSES = {
    "hex": _HEX,
    "digit": string.digits,
    "lower": string.ascii_lowercase + string.digits,
    "upper": string.ascii_uppercase + string.digits,
    "b32": string.ascii_uppercase + "234567",
    "alnum": string.ascii_letters + string.digits,
    "letters": "bdfghjkmpqvwxz",
    "word": string.ascii_letters + string.digits + "_-",
    "base64": string.ascii_letters + string.digits + "+/",
}


def expand(template: str, seed: int) -> str:
    """Return `template` with every part drawn anew; the same seed gives the same text."""
    return parts(template, random.Random(seed))[0]  # noqa: S311  # example values, nothing is protected by them


def parts(template: str, draw: random.Random) -> tuple[str, list[str]]:
    """Return `template` with every part drawn from `draw`, and the parts in order."""
    drawn: list[str] = []

    def one(match: re.Match[str]) -> str:
        drawn.append(_part(match.group(1), int(match.group(2) or 0), draw))
        return drawn[-1]

    return _PART.sub(one, template), drawn


def _part(name: str, length: int, draw: random.Random) -> str:
    if name == "uuid":
        return "-".join(_run("hex", n, draw) for n in (8, 4, 4, 4, 12))
    if name == "userpass64":
        return base64.b64encode(f"svc_{_run('lower', 5, draw)}:{_run('alnum', 13, draw)}".encode()).decode()
    if name == "pw":
        return (
            _run("alnum", 10, draw) + draw.choice("-_.!") + _run("digit", 1, draw) + draw.choice(string.ascii_uppercase)
        )
    return _run(name, length, draw)


def _run(name: str, length: int, draw: random.Random) -> str:
    """Draw a run that begins and ends with a letter or digit and, from six characters on, holds a digit and each case its class has."""
    alphabet = _CLASSES[name]
    plain = [c for c in alphabet if c.isalnum()]
    while True:
        text = "".join(draw.choice(plain if i in (0, length - 1) else alphabet) for i in range(length))
        wanted = [
            kind
            for kind in (string.digits, string.ascii_lowercase, string.ascii_uppercase)
            if set(kind) & set(alphabet)
        ]
        if length < len("sixchr") or all(set(text) & set(kind) for kind in wanted):
            return text
