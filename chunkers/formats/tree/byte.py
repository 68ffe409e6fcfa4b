"""The bytes that steer the scanners, by name."""

from __future__ import annotations

from typing import Final

NEWLINE: Final = 0x0A
RETURN: Final = 0x0D
QUOTE: Final = 0x22
HASH: Final = 0x23
DOLLAR: Final = 0x24
PERCENT: Final = 0x25
APOSTROPHE: Final = 0x27
STAR: Final = 0x2A
COMMA: Final = 0x2C
DASH: Final = 0x2D
COLON: Final = 0x3A
SQUARE: Final = 0x5B
CURLY: Final = 0x7B
FILLER: Final = 0x78
BLANK: Final = 0x20
END_SQUARE: Final = 0x5D
END_CURLY: Final = 0x7D
