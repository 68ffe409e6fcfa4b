"""Size bands in estimated tokens per chunk type: a table.

Below a band a chunk lacks context, above it blurs retrieval.
"""

from __future__ import annotations

BANDS: dict[str, tuple[int, int]] = {
    "method_chunk": (40, 800),
    "block_chunk": (100, 600),
    "class_chunk": (10, 600),
    "module_chunk": (20, 600),
    "file_overview": (10, 400),
    "test_case_chunk": (40, 500),
    "test_suite_overview": (10, 600),
    "route_chunk": (40, 600),
    "module_overview": (20, 800),
    "suite_subject_chunk": (15, 600),
    "api_operation_chunk": (40, 800),
    "schema_chunk": (20, 600),
    "migration_operation_chunk": (8, 600),
    "config_section_chunk": (8, 300),
    "doc_section_chunk": (20, 800),
    "adr_decision_chunk": (20, 500),
    "runbook_section_chunk": (30, 400),
    "graph_path_chunk": (20, 200),
    "memory_chunk": (15, 150),
}
