"""The weights of the token estimate: data only, written from the table of `benchmarks/calibrate_tokens.py`.

Order: letters, words, camel humps, capitals, digits, punctuation, punctuation runs, lines, indentation, non-ASCII bytes.
"""

from __future__ import annotations

DEFAULT = (0.048, 0.760, 0.364, 0.021, 0.748, 0.117, 0.668, 0.904, 0.066, 0.634)

_TYPESCRIPT = (0.031, 0.834, 0.482, 0.081, 0.639, 0.039, 0.764, 0.968, 0.020, 1.010)
_JAVASCRIPT = (0.000, 1.080, 0.875, 0.033, 0.853, 0.207, 0.422, 0.973, 0.097, 0.546)

WEIGHTS: dict[str, tuple[float, ...]] = {
    "bash": (0.022, 0.906, 3.196, 0.054, 1.337, 0.262, 0.397, 0.570, 0.335, 0.344),
    "go": (0.052, 0.801, 0.494, 0.000, 0.819, 0.372, 0.169, 0.630, 1.020, 1.767),
    "html": (0.142, 0.457, 0.000, 0.000, 0.702, 0.000, 0.712, 0.792, 0.043, 1.545),
    "java": (0.000, 1.157, 0.668, 0.010, 0.997, 0.334, 0.000, 0.731, 0.150, 0.555),
    "javascript": _JAVASCRIPT,
    "json": (0.026, 0.719, 1.649, 0.121, 0.563, 0.380, 0.574, 0.677, 0.000, 0.769),
    "markdown": (0.047, 0.804, 0.859, 0.087, 0.550, 0.041, 0.869, 0.526, 0.126, 0.279),
    "python": (0.019, 0.687, 0.764, 0.068, 0.900, 0.367, 0.403, 1.197, 0.083, 0.708),
    "typescript": _TYPESCRIPT,
    "yaml": (0.023, 0.876, 1.439, 0.087, 0.508, 0.044, 0.695, 1.353, 0.058, 0.433),
    "tsx": _TYPESCRIPT,
    "jsx": _JAVASCRIPT,
}
