"""Which repositories have goldens, and how they are compared."""

from __future__ import annotations

from tests.repos import FIXTURES

GOLDEN = FIXTURES / "golden"
CASES = [("order-service", 0), ("order-service", 3), ("book-shelf", 0)]


def folder(name: str, step: int) -> str:
    return f"{name}-{step + 1:02}"
