"""Encodings and line ends: what a file is read as, and that every line slices to the exact original bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.assemble.geometry import span_of
from chunkers.decode import decode
from chunkers.offsets import blob_offset
from chunkers.source import CleanText, Redaction
from chunkers.span import Lines
from tests.road import road

CASES = json.loads(Path(__file__).parents[2].joinpath("fixtures/encodings/cases.json").read_text())


def _bytes(case: dict[str, Any]) -> bytes:
    text = "a" * 9000 + "\0\nend\n" if case["text"] == "LATE-NUL" else case["text"]
    return text.encode(case["codec"], "surrogatepass" if case["codec"].startswith("utf") else "strict")


def _clean(data: bytes, declared: str | None = None) -> CleanText:
    done = decode(data, declared)
    assert done is not None
    return CleanText(
        done.data, Lines(done.data), encoding=done.encoding, bom=done.bom, newline=done.newline, mapped=done.mapped
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_case_is_read_as_what_it_is(case: dict[str, Any]) -> None:
    done = decode(_bytes(case), case.get("declared"))
    assert done is not None
    assert (done.encoding, done.newline, len(Lines(done.data))) == (case["encoding"], case["newline"], case["lines"])
    assert (done.confidence < 0.9) == case.get("guess", False)
    assert not done.data.startswith("\ufeff".encode())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_line_slices_to_the_original_bytes(case: dict[str, Any]) -> None:
    original = _bytes(case)
    clean = _clean(original, case.get("declared"))
    slices = []
    for line in range(1, len(clean.lines) + 1):
        start, end = blob_offset(clean, clean.lines.start(line)), blob_offset(clean, clean.lines.end(line))
        assert start is not None
        assert end is not None
        slices.append(original[start:end])
        text = slices[-1].decode(case["codec"], "surrogatepass" if case["codec"].startswith("utf") else "strict")
        expected = clean.lines.raw(line, line).decode()
        assert (text.replace("\r", "\n") if case["newline"] == "cr" else text) == expected
    assert original[: clean.bom] + b"".join(slices) == original


@pytest.mark.parametrize("case", [c for c in CASES if c["text"].strip()], ids=lambda case: case["name"])
def test_published_spans_slice_to_the_original_bytes(case: dict[str, Any]) -> None:
    original = _bytes(case)
    result = road("notes.txt", original)
    for draft in result.drafts:
        span = draft.spans.full
        if span is None or draft.raw is None or result.encoding != case["encoding"]:
            continue
        assert span.start_byte is not None
        assert original[span.start_byte : span.end_byte].decode(case["codec"], "surrogatepass").strip()


def test_spans_inside_a_line_count_the_originals_bytes() -> None:
    clean = _clean("\ufeffa = '😀é'\nb = 2\n".encode("utf-16-le"))
    start = clean.data.index("é".encode())
    span = span_of(clean, start, start + 2)
    assert (span.start_byte, span.end_byte) == (2 + 2 * 7, 2 + 2 * 8)
    assert (span.start_line, span.start_column) == (1, 7)


def test_a_redacted_file_names_no_offsets() -> None:
    data = b"a = 1\n"
    clean = CleanText(data, Lines(data), redactions=(Redaction(1, 1, "k", "r", "l", 1.0),))
    assert blob_offset(clean, 0) is None


@pytest.mark.parametrize(
    "data",
    [
        b"\x7fELF\x02\x01\x01\0\0\0",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"text\0more",
        bytes(range(1, 32)) * 20 + b"\xff\xfa",
    ],
)
def test_binary_has_no_text(data: bytes) -> None:
    assert decode(data) is None


def test_a_nul_behind_the_window_is_text_and_one_inside_is_not() -> None:
    assert decode(b"a" * 8000 + b"\0") is not None
    assert decode(b"a" * 7999 + b"\0") is None


def test_random_pairs_are_not_taken_for_utf_16() -> None:
    assert decode(b"\0\x01\0\x02\0\xff\xd8\0\0" * 50) is None


def test_utf_8_with_a_broken_byte_stays_utf_8_without_offsets() -> None:
    done = decode("größer, älter, öfter, übel, süß\n".encode() + b"\xff\n")
    assert done is not None
    assert (done.encoding, done.mapped) == ("utf-8", False)
    assert "größer" in done.data.decode()


def test_an_encoding_that_does_not_give_its_bytes_back_has_no_offsets() -> None:
    # cp932 has two byte pairs for some characters; only one of them comes back
    original = b"# coding: cp932\nx = '\x87\x90\xfa\xdb'\n"
    clean = _clean(original)
    assert clean.encoding == "cp932"
    assert not clean.mapped
    assert span_of(clean, 0, 3).start_byte is None


def test_a_declared_encoding_that_is_no_charset_is_ignored() -> None:
    for label in ("zlib_codec", "rot13", "unicode_escape", "idna", "os.path", "../../x"):
        done = decode(b"# coding: " + label.encode() + b"\ncaf\xe9\n")
        assert done is not None
        assert done.encoding == "latin-1"


@given(st.binary(max_size=400))
@settings(max_examples=300, deadline=None)
def test_any_bytes_keep_their_lines_or_are_binary(data: bytes) -> None:
    done = decode(data)
    if done is None:
        return
    done.data.decode("utf-8")
    if done.encoding in {"utf-8", "latin-1", "cp1252"} and done.newline != "cr" and done.mapped:
        assert done.data.count(b"\n") == data.count(b"\n")


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"), max_size=200),
    st.integers(0, 200),
)
@settings(max_examples=200, deadline=None)
def test_offsets_of_utf_16_agree_with_encoding(text: str, at: int) -> None:
    clean = _clean(b"\xff\xfe" + text.encode("utf-16-le"))
    text = text.replace("\r", "\n") if clean.newline == "cr" else text
    cut = text[: min(at, len(text))]
    assert blob_offset(clean, len(cut.encode())) == 2 + len(cut.encode("utf-16-le"))
