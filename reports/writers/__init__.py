"""The output files, one module each: `WRITER = Writer(...)`.

A new file here is a new output; nothing else has to know it.
"""
