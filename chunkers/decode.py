"""Bytes of a file as UTF-8 text, with the encoding they had.

Takes original bytes and a declared encoding; gives text bytes without BOM, same lines, or None for binary. Knows no paths and no secrets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkers.pattern import later

BINARY_WINDOW = 8000
"""A NUL in so many first bytes makes a file binary, as git has it."""

_SAMPLE = 64 * 1024
_GUESSED, _FALLBACK, _REPAIRED, _COHERENT = 0.6, 0.5, 0.7, 0.1
_ALL, _MANY, _FEW, _HARDLY = 0.95, 0.4, 0.05, 0.02
_SHORTEST = 4
_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_CODECS = {
    **{f"utf{bits}": f"utf-{bits}" for bits in ("8", "16", "32")},
    **{f"utf{bits}{end}": f"utf-{bits}-{end}" for bits in ("16", "32") for end in ("le", "be")},
    **{f"utf{bits}{end}bom": f"utf-{bits}-{end}" for bits in ("16", "32") for end in ("le", "be")},
    **{f"iso8859{part}": f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16)},
    **{f"windows{page}": f"cp{page}" for page in range(1250, 1259)},
    **{f"cp{page}": f"cp{page}" for page in (437, 720, 737, 775, 850, 852, 855, 857, 858, 862, 866, 932, 949, 950, *range(1250, 1259))},
    **dict.fromkeys(("ascii", "usascii", "utf8sig"), "utf-8"),
    **dict.fromkeys(("latin1", "iso88591", "l1", "isolatin1", "iso88591unix", "latin1unix"), "latin-1"),
    **dict.fromkeys(("shiftjis", "sjis", "xsjis"), "shift_jis"),
    **dict.fromkeys(("windows31j", "ms932"), "cp932"),
    **dict.fromkeys(("gb2312", "gbk", "cp936", "gb18030", "euccn"), "gb18030"),
    **dict.fromkeys(("euckr", "ksc56011987", "uhc"), "cp949"),
    **dict.fromkeys(("big5", "big5hkscs"), "big5hkscs"),
    "eucjp": "euc_jp",
    "iso2022jp": "iso2022_jp",
    "koi8r": "koi8-r",
    "koi8u": "koi8-u",
    "macroman": "mac-roman",
    "tis620": "tis-620",
    "latin9": "iso8859-15",
}  # fmt: skip
_WINDOWS_ONLY = frozenset(range(0x80, 0xA0))
_STATEFUL = frozenset({"iso2022_jp"})
_PEP263 = later(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)
_XML = later(rb"^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*[\"']([-\w.]+)[\"']")
_HTML = later(rb"<meta[^>]{0,200}?\bcharset\s*=\s*[\"']?([-\w.]+)", re.IGNORECASE)
_CSS = later(rb"^@charset \"([-\w.]+)\";")
_EDITOR = later(
    rb"(?:vim?|ex):.{0,200}?\b(?:fileencoding|fenc|encoding|enc)=([-\w.]+)|-\*-.{0,200}?\bcoding:\s*([-\w.]+).{0,200}?-\*-"
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """UTF-8 `data` without BOM; `bom` bytes were cut from the front of the original; `newline` is lf, crlf, mixed, cr or none.

    A "cr" file has every CR turned into LF. `confidence` below 1.0 marks a guess, 0.5 the last resort. `mapped` tells whether encoding the text
    again gives the original bytes, so that offsets can be named in them.
    """

    data: bytes
    encoding: str
    bom: int
    newline: str
    confidence: float
    mapped: bool = True


def decode(data: bytes, declared: str | None = None) -> Decoded | None:
    """Return the text of `data`, None when it is binary. `declared` is an encoding that something outside the file names."""
    mark, encoding = byte_order_mark(data)
    body = data[len(mark) :]
    if encoding is None:
        encoding = _wide_pattern(data)
        if (
            encoding is None
            and b"\0" in data[:BINARY_WINDOW]
            and codec_of(declared or "")[:6] not in {"utf-16", "utf-32"}
        ):
            return None
    if encoding in {None, "utf-8"}:
        if body.isascii() or _strict(body, "utf-8") is not None:
            return _made(body, "utf-8", len(mark), 1.0)
        return _named(body, len(mark), declared) or _guessed(body, len(mark))
    text = _strict(body, str(encoding))
    if text is not None:
        return _made(text.encode(), str(encoding), len(mark), 1.0 if mark else 0.9)
    if mark:
        return _made(
            body.decode(str(encoding), "replace").encode("utf-8", "replace"),
            str(encoding),
            len(mark),
            _FALLBACK,
            mapped=False,
        )
    return None


def byte_order_mark(data: bytes) -> tuple[bytes, str | None]:
    """Return the byte order mark of `data` and the encoding it names; (b"", None) without one."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return mark, encoding
    return b"", None


def codec_of(label: str) -> str:
    """Return the codec for an encoding's name as people write it, "" for one that is not served."""
    return _CODECS.get(re.sub(r"[^a-z0-9]", "", label.lower()), "")


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, UnicodeError):
        return None


def _wide_pattern(data: bytes) -> str | None:
    """Name UTF-16 or UTF-32 without a mark by where its NULs stand, as text in mostly Latin script has them."""
    head = data[: BINARY_WINDOW // 8 * 8]
    if b"\0" not in head or len(data) < _SHORTEST or len(data) % 2:
        return None
    quarter, half = max(1, len(head) // 4), max(1, len(head) // 2)
    zeros = [head[at::4].count(0) / quarter for at in range(4)]
    if len(data) % 4 == 0 and min(zeros[2], zeros[3]) > _ALL and zeros[0] < _FEW:
        encoding = "utf-32-le"
    elif len(data) % 4 == 0 and min(zeros[0], zeros[1]) > _ALL and zeros[3] < _FEW:
        encoding = "utf-32-be"
    elif head[1::2].count(0) / half > _MANY and head[::2].count(0) / half < _HARDLY:
        encoding = "utf-16-le"
    elif head[::2].count(0) / half > _MANY and head[1::2].count(0) / half < _HARDLY:
        encoding = "utf-16-be"
    else:
        return None
    text = _strict(head, encoding)
    return encoding if text is not None and _readable(text) else None


def _readable(text: str) -> bool:
    odd = sum(not (char.isprintable() or char in "\r\n\t\f") for char in text)
    return odd * 50 <= len(text)


def _named(body: bytes, bom: int, declared: str | None) -> Decoded | None:
    """Believe an encoding that the caller or the file itself names, when the bytes allow it."""
    for label in (declared or "", *_declarations(body)):
        codec = codec_of(label)
        if codec and not codec.startswith("utf-"):
            text = _strict(body, codec)
            if text is not None:
                return _made(text.encode(), codec, bom, 1.0, mapped=_round_trips(text, codec, body))
    return None


def _declarations(body: bytes) -> list[str]:
    head = body[:1024]
    first_two = b"\n".join(head.replace(b"\r", b"\n").replace(b"\n\n", b"\n").split(b"\n", 2)[:2])
    found = [
        _PEP263.search(first_two),
        _XML.match(head),
        _CSS.match(head),
        _HTML.search(head),
        _EDITOR.search(first_two),
    ]
    return [next(group for group in match.groups() if group).decode("latin-1") for match in found if match]


def _guessed(body: bytes, bom: int) -> Decoded | None:
    if _looks_binary(body):
        return None
    return _repaired(body, bom) or _by_statistics(body, bom) or _last_resort(body, bom)


def _looks_binary(body: bytes) -> bool:
    head = body[:BINARY_WINDOW]
    return len(head.translate(None, bytes(set(range(32)) - {7, 8, 9, 10, 12, 13, 27}))) * 20 < len(head) * 19


def _repaired(body: bytes, bom: int) -> Decoded | None:
    """Take UTF-8 with a few broken bytes for what it is: far more sound sequences than broken ones."""
    text = body[: 4 * _SAMPLE].decode("utf-8", "surrogateescape")
    wide = [char for char in text if char > "\x7f"]
    broken = sum("\udc80" <= char <= "\udcff" for char in wide)
    if len(wide) - broken < 4 * broken:
        return None
    return _made(body.decode("utf-8", "replace").encode(), "utf-8", bom, _REPAIRED, mapped=False)


def _by_statistics(body: bytes, bom: int) -> Decoded | None:
    """Ask charset-normalizer about the lines that are not ASCII, at most 64 KiB of them; believe it when language, too, fits."""
    lines = [line for line in body[: 16 * _SAMPLE].replace(b"\r", b"\n").split(b"\n") if not line.isascii()]
    sample = b"\n".join(lines)[:_SAMPLE]
    from charset_normalizer import from_bytes  # noqa: PLC0415  # few texts are neither UTF-8 nor say what they are

    best = from_bytes(sample).best()
    codec = codec_of(best.encoding) if best is not None else ""
    if best is None or not codec or codec.startswith("utf-"):
        return None
    confidence = round(_GUESSED + 0.3 * min(best.coherence, 1.0), 2)
    text = _strict(body, codec)
    if text is None or best.coherence < _COHERENT:
        return None
    return _made(text.encode(), codec, bom, confidence, mapped=_round_trips(text, codec, body))


def _last_resort(body: bytes, bom: int) -> Decoded:
    """Western bytes: Windows' form where the file uses what only that form holds."""
    windows = _strict(body, "cp1252") if set(body) & _WINDOWS_ONLY else None
    text, codec = (windows, "cp1252") if windows is not None else (body.decode("latin-1"), "latin-1")
    return _made(text.encode(), codec, bom, _FALLBACK)


def _round_trips(text: str, codec: str, body: bytes) -> bool:
    if codec in _STATEFUL:
        return False
    try:
        return text.encode(codec) == body
    except UnicodeEncodeError:
        return False


def _made(data: bytes, encoding: str, bom: int, confidence: float, *, mapped: bool = True) -> Decoded:
    newline = _newline(data)
    return Decoded(data.replace(b"\r", b"\n") if newline == "cr" else data, encoding, bom, newline, confidence, mapped)


def _newline(data: bytes) -> str:
    lf, crlf, cr = data.count(b"\n"), data.count(b"\r\n"), data.count(b"\r")
    if not lf:
        return "cr" if cr else "none"
    return "crlf" if crlf == lf else "mixed" if crlf else "lf"


def is_binary(data: bytes, declared: str | None = None) -> bool:
    """Tell whether `decode` would find no text, at the price of a look at the head where that is enough."""
    if b"\0" not in data[:BINARY_WINDOW] and _strict(data[:BINARY_WINDOW], "utf-8") is not None:
        return False
    return decode(data, declared) is None
