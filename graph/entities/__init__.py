"""Classes that stand for tables: one module per family of object-relational mappers, found by `discover`.

A family reads a literal name where one is written, else derives the one its framework derives by default, and says which of the two it did.
"""
