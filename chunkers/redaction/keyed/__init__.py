"""Layer 6: values that a key's name gives away. Hit-driven: a keyword in the text leads to a name, the name to the readers of its value."""
