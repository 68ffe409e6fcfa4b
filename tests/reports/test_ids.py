from __future__ import annotations

import hashlib
from base64 import b32encode

from hypothesis import given
from hypothesis import strategies as st

from chunkers.identity import digest


@given(st.lists(st.text(max_size=20), max_size=4))
def test_ids_are_the_base32_of_the_standard_library(parts: list[str]) -> None:
    raw = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()
    assert digest(*parts) == b32encode(raw).decode("ascii").lower()[:26]
