"""Untrusted git, read from a clean room: the only package that starts git, and the only one that knows its files.

`layout` finds the repository, `refs` and `revision` name a commit, `room` runs git, `tree` and `objects` read; `analyzer.snapshot` is the door.
"""
