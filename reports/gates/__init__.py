"""The quality gates, one file each: `GATE = Gate(...)`. A new file here is a new gate; nothing else has to know it."""
