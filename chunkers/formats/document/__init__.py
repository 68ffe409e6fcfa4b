"""What all document formats share.

A reader turns clean text into an `Outline`; sections, parts, mentions and units follow for every format alike.
"""
