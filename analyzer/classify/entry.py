"""What an entry is before anyone reads it as text: link, submodule, LFS pointer, binary."""

# ruff: noqa: E501  # tables read by the row
from __future__ import annotations

from analyzer.classify.subject import Subject
from analyzer.classify.verdict import Verdict
from chunkers.decode import is_binary
from chunkers.source import Category

_LFS = (b"version https://git-lfs.github.com/spec/", b"version https://hawser.github.com/spec/")
_LFS_BYTES = 1024
_MAGIC = (
    b"%PDF-", b"PK\x03\x04", b"PK\x05\x06", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ", b"wOFF", b"wOF2",
    b"SQLite format 3", b"\xca\xfe\xba\xbe", b"\x7fELF", b"OggS", b"ID3", b"\0asm", b"\xd0\xcf\x11\xe0", b"8BPS", b"(\xb5/\xfd",
)  # fmt: skip
BINARY_EXTENSIONS = frozenset(
    "png jpg jpeg gif bmp ico icns tif tiff webp avif heic psd ai sketch fig xcf pdf doc docx xls xlsx ppt pptx odt ods odp zip gz tgz bz2 xz 7z rar zst jar war ear class"
    " so dylib dll exe o a lib obj pyc pyd whl egg woff woff2 ttf otf eot mp3 mp4 m4a mov avi mkv webm ogg wav flac sqlite sqlite3 db mdb parquet avro orc npy npz pkl h5"
    " onnx pt pth safetensors bin dat img iso dmg wasm nib car".split()
)
"""Extensions that are taken for binary when a file is too large to be looked at."""


def by_mode(subject: Subject, _language: str | None) -> Verdict | None:
    """Name links and submodules by git's mode."""
    known = {"120000": (Category.SYMLINK, "mode:symlink"), "160000": (Category.SUBMODULE, "mode:gitlink")}.get(
        subject.source.mode
    )
    return Verdict(*known) if known else None


def lfs_pointer(subject: Subject, _language: str | None) -> Verdict | None:
    """Recognise the small text that stands for a file kept elsewhere."""
    data = subject.source.data or b""
    return Verdict(Category.LFS, "content:lfs_pointer") if len(data) < _LFS_BYTES and data.startswith(_LFS) else None


def binary(subject: Subject, _language: str | None) -> Verdict | None:
    """Tell bytes from text: by attribute, by first bytes, by git's own rule, by extension when the file was not read."""
    attributes = subject.attributes
    if attributes.get("binary") == "set" or (attributes.get("text") == "unset" and attributes.get("diff") == "unset"):
        return Verdict(Category.BINARY, "attribute:binary")
    data = subject.source.data
    if data is None:
        last = subject.extensions[-1] if subject.extensions else ""
        return Verdict(Category.BINARY, "extension:binary") if last in BINARY_EXTENSIONS else None
    if data.startswith(_MAGIC):
        return Verdict(Category.BINARY, "content:magic")
    return (
        Verdict(Category.BINARY, "content:binary") if is_binary(data, attributes.get("working-tree-encoding")) else None
    )
