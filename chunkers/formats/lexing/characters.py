"""The bytes that hand scanners compare with, by name."""

from __future__ import annotations

from typing import Final

NEWLINE: Final = 0x0A
HASH: Final = 0x23
DOLLAR: Final = 0x24
OPEN: Final = 0x28
CLOSE: Final = 0x29
COMMA: Final = 0x2C
UNDERSCORE: Final = 0x5F
NON_ASCII: Final = 0x80
