"""Judge a run and write it down: gates, reports, writers, diff, and the SQL store."""
