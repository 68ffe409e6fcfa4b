"""Entry points: one module per framework family, found by `discover`. A family reads registrations as written and composes their prefixes.

Rule 0: a prefix that is not constant makes the route partial; no family ever guesses a path.
"""
