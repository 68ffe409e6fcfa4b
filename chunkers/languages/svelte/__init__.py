"""Svelte: markup with a script of the module, a script of the instance and a style."""

from chunkers.component import Component

COMPONENT = Component(name="svelte", extensions=(".svelte",))
