"""Astro: a script between fences, then markup with scripts and styles anywhere in it."""

from chunkers.component import Component

COMPONENT = Component(name="astro", extensions=(".astro",), nested=True, fence="---", script="typescript")
