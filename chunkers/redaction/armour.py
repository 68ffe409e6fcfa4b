"""Private keys in armour: PEM, OpenSSH, PGP, PuTTY, OpenVPN, in every dress they wear in source text. Yields the bodies; the armour stays readable.

Dresses: plain, indented, quoted line by line and joined, in one line with escaped line ends, commented, without an end, base64 of the whole.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

import re2

from chunkers.redaction import rule as layers
from chunkers.redaction.rule import Finding, Rule

RULES = (
    Rule(
        "armoured-private-key",
        "private_key",
        layers.ARMOUR,
        "Body of a PEM, OpenSSH, PGP or OpenVPN private key",
        confidence=1.0,
        documentation="https://www.rfc-editor.org/rfc/rfc7468",
    ),
    Rule(
        "putty-private-key",
        "private_key",
        layers.ARMOUR,
        "Private lines of a PuTTY key file",
        confidence=1.0,
        documentation="https://the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html",
    ),
    Rule(
        "base64-private-key",
        "private_key",
        layers.ARMOUR,
        "Base64 of an armoured private key",
        confidence=1.0,
        documentation="https://www.rfc-editor.org/rfc/rfc7468",
    ),
    Rule(
        "bare-private-key",
        "private_key",
        layers.ARMOUR,
        "Body of a private key without its armour",
        confidence=0.95,
        documentation="https://www.rfc-editor.org/rfc/rfc5958",
    ),
)
HINTS = (
    "PRIVATE KEY",
    "OpenVPN Static",
    "PuTTY-User-Key",
    "LS0tLS1CRUdJTi",
    "0tLS0tQkVHSU4",
    "tLS0tLUJFR0lO",
    "MII[A-Za-z0-9+/]{3,5}(?:IBADAN|IBAAK|gIBAAK)",
    "MHcCAQEEI",
    "MIGkAgEBBD",
    "MIGHAgEAMBM",
    "MIG2AgEAMBAG",
    "MC4CAQAwBQYD",
    "b3BlbnNzaC1rZXktdjE",
)
"""What stands in every text with a private key, in the syntax of `hints`."""
_BY_ID = {one.id: one for one in RULES}
_BEGIN = re.compile(
    rb"-----BEGIN ((?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----"
    rb"|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----"
)
_END = re.compile(rb"-----END |---- END ")
_HEADER = re.compile(rb"[ \t\"'#/*+;>-]*[A-Z][A-Za-z-]{2,30}: ")
_RUN = re.compile(rb"[A-Za-z0-9+/]{4,}={0,2}|=[A-Za-z0-9+/]{4}(?![A-Za-z0-9+/])|[A-Za-z0-9+/]{1,3}={1,2}")
_ESCAPE = re.compile(rb"\\+[nrt]|\\+u000[aAdD]|%0[aAdD]|&#(?:10|13|x[aAdD]);")
_PUTTY = re.compile(rb"PuTTY-User-Key-File-[23]:")
_PUTTY_LINES = re.compile(rb"(?m)^[ \t\"']*(Private-Lines: \d{1,4}|Private-MAC: )")
_B64_PEM = re2.compile(
    rb"(?:LS0tLS1CRUdJTi|0tLS0tQkVHSU4|tLS0tLUJFR0lO)[A-Za-z0-9+/=]*(?:(?:\\n|[\r\n \t\"'+\\])+[A-Za-z0-9+/=]{16,})*"
)
_DER = re2.compile(
    rb"(?:MII[A-Za-z0-9+/]{3,5}IBADANBgkqhkiG9w0BAQEFAASC|MII[A-Za-z0-9+/]{3,5}(?:IBAAK[BC]"
    rb"|gIBAAK[BC])[A-Za-z0-9+/]|MHcCAQEEI|MIGkAgEBBD|MIGHAgEAMBMGByqGSM49|MIG2AgEAMBAGByqGSM49|MC4CAQAwBQYDK2V"
    rb"|b3BlbnNzaC1rZXktdjE)[A-Za-z0-9+/]{30,}={0,2}"
)
_BODY_LINE = re.compile(
    rb"[ \t\"'#/*+;>,-]*([A-Za-z0-9+/]{16,}={0,2}|[A-Za-z0-9+/]{1,63}={1,2})(?:\\n)?[ \t\"'+,;\\]*\r?$"
)
_ALIGN = {
    b"LS": b"",
    b"0t": b"AA",
    b"tL": b"AAA",
}  # what to put in front so that the marker decodes at each of the three alignments
_SHORTEST_BODY, _EVIDENT = 40, 24


def find(data: bytes) -> Iterator[Finding]:
    """Yield one finding per line of every private-key body in `data`."""
    if b"PRIVATE KEY" in data or b"OpenVPN Static" in data:
        yield from _blocks(data)
    if b"PuTTY-User-Key" in data:
        yield from _putty(data)
    if b"0tLS" in data or b"tLS0" in data:
        yield from _encoded(data)
    if b"MII" in data or b"MIG" in data or b"CAQ" in data or b"b3BlbnNz" in data:
        for match in _DER.finditer(data):
            yield from _bare(data, match.start(), match.end())


def _blocks(data: bytes) -> Iterator[Finding]:
    """Yield the bodies between each BEGIN and the next mark of any kind."""
    marks = sorted(
        [(match.start(), match.end(), True) for match in _BEGIN.finditer(data)]
        + [(match.start(), match.end(), False) for match in _END.finditer(data)]
    )
    for index, (_, behind, begins) in enumerate(marks):
        if begins:
            following = marks[index + 1] if index + 1 < len(marks) else (len(data), len(data), True)
            yield from _armoured(data, behind, following[0], closed=not following[2])


def _armoured(data: bytes, begin: int, limit: int, *, closed: bool) -> Iterator[Finding]:
    """Yield the body lines from behind a BEGIN line up to `limit`, or to the end of the run of base64 when nothing closes it."""
    ranges: list[tuple[int, int]] = []
    at, missed = begin, 0
    while at < limit and missed < 3:  # noqa: PLR2004  # blank and header lines may stand between the armour and its body
        line_end = data.find(b"\n", at, limit)
        line_end = limit if line_end < 0 else line_end
        body = _body_range(data, at, line_end, closed=closed)
        if body:
            ranges.append(body)
        missed = 0 if body or at == begin or _HEADER.match(data, at, line_end) else missed + 1
        at = line_end + 1
    if sum(end - start for start, end in ranges) >= _SHORTEST_BODY:
        yield from _lines(ranges, "armoured-private-key")


def _body_range(data: bytes, start: int, end: int, *, closed: bool) -> tuple[int, int] | None:
    """Return the stretch of a line that is key material, None when it holds none."""
    if _HEADER.match(data, start, end) and b"\\n" not in data[start:end]:
        return None
    line = _ESCAPE.sub(lambda match: b"\n" * len(match.group()), data[start:end])
    runs = [run for run in _RUN.finditer(line) if closed or len(run.group()) > 8]  # noqa: PLR2004  # without END a short word ends the key
    if not runs or b"REDACTED_SECRET" in line:
        return None
    if not closed and sum(len(run.group()) for run in runs) * 3 < len(line.strip()) * 2:
        return None
    return start + runs[0].start(), start + runs[-1].end()


def _lines(ranges: list[tuple[int, int]], rule: str) -> Iterator[Finding]:
    one = _BY_ID[rule]
    for index, (start, end) in enumerate(ranges):
        yield Finding(
            start, end, one.id, one.kind, one.layer, one.confidence, strong=end - start >= _EVIDENT, blank=index > 0
        )  # short tails are no evidence


def _putty(data: bytes) -> Iterator[Finding]:
    for opened in _PUTTY.finditer(data):
        for mark in _PUTTY_LINES.finditer(data, opened.end()):
            count = int(mark.group(1).rpartition(b" ")[2] or 0)
            at = mark.end() if not count else data.find(b"\n", mark.end()) + 1
            ranges = []
            for _ in range(max(count, 1)):
                line_end = data.find(b"\n", at)
                line_end = len(data) if line_end < 0 else line_end
                run = re.compile(rb"[A-Za-z0-9+/=]{8,}").search(data, at, line_end)
                if not at or not run or b"REDACTED_SECRET" in data[at:line_end]:
                    break
                ranges.append(run.span())
                at = line_end + 1
            yield from _lines(ranges, "putty-private-key")
        return


def _encoded(data: bytes) -> Iterator[Finding]:
    for match in _B64_PEM.finditer(data):
        packed = _ALIGN[match.group()[:2]] + match.group().translate(None, b" \t\r\n\"'\\")
        try:
            plain = base64.b64decode(packed[: len(packed) // 4 * 4])
        except (binascii.Error, ValueError):
            plain = b""
        if b"PRIVATE KEY" in plain:
            ranges = [
                (match.start() + run.start(), match.start() + run.end())
                for run in re.finditer(rb"[A-Za-z0-9+/=]{16,}", match.group())
            ]
            yield from _lines(ranges, "base64-private-key")


def _bare(data: bytes, start: int, end: int) -> Iterator[Finding]:
    """Yield a body without armour and the lines of base64 that follow it."""
    ranges = [(start, end)]
    at = data.find(b"\n", end) + 1
    if at and data[end:at].strip(b" \t\r\n\"'+,;\\n"):
        at = 0
    while at and at < len(data):
        line_end = data.find(b"\n", at)
        line_end = len(data) if line_end < 0 else line_end
        match = _BODY_LINE.match(data, at, line_end)
        if not match:
            break
        ranges.append(match.span(1))
        at = line_end + 1
    yield from _lines(ranges, "bare-private-key")
