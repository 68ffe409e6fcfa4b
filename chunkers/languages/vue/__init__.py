"""Vue: a file of blocks - template, scripts, styles, and whatever tools add."""

from chunkers.component import Component

COMPONENT = Component(name="vue", extensions=(".vue",), blocks=True)
