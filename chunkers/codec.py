"""Records as bytes and back, for what stays on this machine: never unpickled, and read only after the bytes are proven to be our own.

Takes any frozen record of this package; reading needs its type and trusts nothing but the declared fields. Knows no file and no versions: whoever
stores the bytes keys them by everything they depend on, and proves them before they come here.
"""

from __future__ import annotations

import marshal
import sys
from typing import TypeVar

from chunkers.columns import MISMATCH, columns_of, record_of

T = TypeVar("T")
FORM = f"marshal {marshal.version} {sys.implementation.cache_tag}"
"""What the bytes depend on besides the types of records: marshal is one interpreter's own."""


class CodecError(Exception):
    """The data does not hold what its type says."""


def encode(kind: type[T], record: T) -> bytes:
    """Return a record of type `kind` as bytes."""
    return marshal.dumps(columns_of(kind, record))


def decode(kind: type[T], data: bytes) -> T:
    """Return the record of type `kind` that `encode` wrote, by this very interpreter: marshal reads nothing else safely.

    Raises:
        CodecError: the bytes hold something else.
    """
    try:
        return record_of(kind, marshal.loads(data))  # noqa: S302  # proven to be ours before it came here, as said above
    except (*MISMATCH, EOFError) as error:
        raise CodecError(f"not a stored {kind!r}: {type(error).__name__}") from None
