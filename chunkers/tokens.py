"""Token estimates at C speed: counts of byte classes and their runs, weighted per language. No tokenizer, no regular expression per token.

Takes text, gives an integer; `COUNTER` names the estimator and is stored with every output. The weights come from
`benchmarks/calibrate_tokens.py`; what it measured stands in `benchmarks/results/tokens.md`.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul

from chunkers.token_weights import DEFAULT, WEIGHTS

COUNTER = "repochunk-features-v1"


def _classes(**names: bytes) -> bytes:
    table = bytearray(b"." * 256)
    for mark, members in names.items():
        for byte in members:
            table[byte] = ord(mark)
    for byte in range(128, 256):
        table[byte] = ord("z")
    return bytes(table)


_WIDEST = (
    16  # no tokenizer packs more bytes into a token over a whole chunk; catches blobs that look like one long word
)
_LOWER, _UPPER, _DIGITS = bytes(range(97, 123)), bytes(range(65, 91)), bytes(range(48, 58))
_TABLE = _classes(a=_LOWER, A=_UPPER, d=_DIGITS, s=b" \t\r\f\v", n=b"\n")
_WORDS = bytes.maketrans(b"aAdsn.z", b"aa     ")
_MARKS = bytes.maketrans(b"aAdsn.z", b"     . ")


def features(data: bytes) -> tuple[int, ...]:
    """Return letters, words, camel humps, capitals, digits, punctuation, punctuation runs, lines, indentation, non-ASCII bytes."""
    shape = data.translate(_TABLE)
    lower, upper = shape.count(b"a"), shape.count(b"A")
    words = b" " + shape.translate(_WORDS)
    marks = b" " + shape.translate(_MARKS)
    return (
        lower + upper,
        words.count(b" a"),
        shape.count(b"aA"),
        upper,
        shape.count(b"d"),
        shape.count(b"."),
        marks.count(b" ."),
        shape.count(b"n"),
        shape.count(b"ss"),
        shape.count(b"z"),
    )


@lru_cache(maxsize=4)  # a text is measured against the cap first and as a draft a moment later
def estimate(text: str, language: str | None = None) -> int:
    """Return the estimated number of tokens of `text`; 0 for an empty one."""
    return estimate_bytes(text.encode("utf-8", "surrogatepass"), language)


def estimate_bytes(data: bytes, language: str | None = None) -> int:
    """Return the estimated number of tokens of UTF-8 `data`."""
    if not data:
        return 0
    weights = WEIGHTS.get(language or "", DEFAULT)
    weighed: float = sum(map(mul, weights, features(data)))
    return max(1, round(weighed), len(data) // _WIDEST)
