"""Token estimates at C speed: counts of byte classes, weighted per family of languages. No tokenizer, no regular expression per token.

Takes text, gives an integer; `COUNTER` names the estimator and is stored with every output. Weights are fitted by
`benchmarks/calibrate_tokens.py`; bytes above 127 and line breaks are features of their own.
"""

from __future__ import annotations

COUNTER = "repochunk-features-v1"

_LETTERS = bytes(range(65, 91)) + bytes(range(97, 123))
_DIGITS = bytes(range(48, 58))
_SPACES = b" \t\r\n\f\v"
_WORD_START = bytes.maketrans(_LETTERS + b"_" + bytes(range(128, 256)), b"a" * (len(_LETTERS) + 1 + 128))


def estimate(text: str, language: str | None = None) -> int:
    """Return the estimated number of tokens of `text`; 0 for an empty one."""
    return estimate_bytes(text.encode("utf-8", "surrogatepass"), language)


def estimate_bytes(data: bytes, language: str | None = None) -> int:
    """Return the estimated number of tokens of UTF-8 `data`."""
    del language  # one set of weights until calibration shows that families differ
    size = len(data)
    if not size:
        return 0
    letters = size - len(data.translate(None, _LETTERS))
    digits = size - len(data.translate(None, _DIGITS))
    spaces = size - len(data.translate(None, _SPACES))
    lines = data.count(b"\n")
    high = size - len(data.translate(None, bytes(range(128, 256))))
    punctuation = size - letters - digits - spaces - high
    return max(1, round(letters / 5.2 + digits / 2.2 + punctuation / 1.75 + high / 2.4 + lines * 0.45))
