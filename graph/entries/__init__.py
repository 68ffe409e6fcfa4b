"""Entry points that are not HTTP: one module per family of commands, listeners, schedules and tasks, found by `discover`.

A family reads registrations as written; a name that cannot be read gives no entry point.
"""
