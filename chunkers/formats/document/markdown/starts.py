"""How CommonMark blocks begin and end: patterns over one line, tabs expanded, each linear. Knows no state.

The conditions are those of the CommonMark specification 0.31.2, sections 4 and 5, and of GitHub's tables extension.
"""

from __future__ import annotations

import re

SPACES = re.compile(rb" *").match
ATX = re.compile(rb"(#{1,6})(?: |$)").match
FENCE = re.compile(rb"(?:(`{3,})([^`]*)|(~{3,})(.*))$").match
THEMATIC = re.compile(rb"(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$").match
SETEXT = re.compile(rb"(?:=+|-+) *$").match
MARKER = re.compile(rb"(?:[-+*]|(\d{1,9})[.)])(?= |$)").match
DELIMITER_ROW = re.compile(rb"\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$").match
_ESCAPED_PIPE = re.compile(rb"\\\|")

_TAGS = (
    rb"address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|"
    rb"figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|"
    rb"option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
_ATTRIBUTE = rb"""(?: +[A-Za-z_:][\w.:-]*(?: *= *(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)"""
_ANY_TAG = re.compile(rb"(?:<[A-Za-z][A-Za-z0-9-]*" + _ATTRIBUTE + rb"* */?>|</[A-Za-z][A-Za-z0-9-]* *>) *$").match
_BLOCK_TAG = re.compile(rb"</?(?:" + _TAGS + rb")(?: |/?>|$)", re.IGNORECASE).match
_RAW_TAG = re.compile(rb"<(?:script|pre|style|textarea)(?: |>|$)", re.IGNORECASE).match
_RAW_END = re.compile(rb"</(?:script|pre|style|textarea)>", re.IGNORECASE).search
_DECLARATION = re.compile(rb"<![A-Za-z]").match

BLANK_ENDS = b""
"""The end marker of HTML blocks that a blank line ends."""


def html_end(text: bytes, at: int, *, interrupting: bool) -> bytes | None:
    """Return what ends the HTML block that starts at `at`: literal bytes, `BLANK_ENDS`, b"raw" for script and its like; None when none starts."""
    if text.startswith(b"<!--", at):
        return b"-->"
    if text.startswith(b"<?", at):
        return b"?>"
    if text.startswith(b"<![CDATA[", at):
        return b"]]>"
    if _DECLARATION(text, at):
        return b">"
    if _RAW_TAG(text, at):
        return b"raw"
    if _BLOCK_TAG(text, at) or (not interrupting and _ANY_TAG(text, at)):
        return BLANK_ENDS
    return None


def ends_html(text: bytes, end: bytes, at: int = 0) -> bool:
    """Tell whether a line ends the HTML block that waits for `end`."""
    return _RAW_END(text, at) is not None if end == b"raw" else text.find(end, at) >= 0


def columns(row: bytes) -> int:
    """Return the number of cells of a table row: pipes split, escaped pipes do not, one pipe at either edge counts for nothing."""
    row = _ESCAPED_PIPE.sub(b"", row).strip()
    count = row.count(b"|") + 1
    return count - row.startswith(b"|") - (row.endswith(b"|") and len(row) > 1)
