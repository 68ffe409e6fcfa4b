"""The closed vocabulary of chunk types, roles and scopes: tables only, the contract of docs/outputs.md.

Refuses to know how a chunk of any kind is found.
"""

from __future__ import annotations

PRIMARY = "primary_evidence"
SUPPORTING = "supporting_evidence"
BEHAVIOR = "behavior_evidence"
CONTRACT = "contract_evidence"
DECISION = "decision_evidence"
GUIDANCE = "operational_guidance"
DOCUMENTATION = "documentation"
NAVIGATION = "navigation"
COMPOSED = "composed_view"
DERIVED = "derived_guidance"
METADATA = "metadata_only"

ROLE_OF: dict[str, str] = {
    "method_chunk": PRIMARY,
    "module_chunk": PRIMARY,
    "block_chunk": PRIMARY,
    "class_chunk": PRIMARY,  # navigation when it has members
    "migration_operation_chunk": PRIMARY,
    "config_section_chunk": PRIMARY,
    "file_overview": NAVIGATION,
    "test_suite_overview": NAVIGATION,
    "test_case_chunk": BEHAVIOR,
    "api_operation_chunk": CONTRACT,
    "schema_chunk": CONTRACT,
    "api_parameter_chunk": CONTRACT,
    "api_response_chunk": CONTRACT,
    "security_scheme_chunk": CONTRACT,
    "protobuf_message_chunk": CONTRACT,
    "protobuf_service_chunk": CONTRACT,
    "protobuf_rpc_chunk": CONTRACT,
    "protobuf_enum_chunk": CONTRACT,
    "graphql_type_chunk": CONTRACT,
    "graphql_operation_chunk": CONTRACT,
    "graphql_fragment_chunk": CONTRACT,
    "adr_decision_chunk": DECISION,
    "doc_section_chunk": DOCUMENTATION,
    "adr_overview": DOCUMENTATION,
    "adr_status_chunk": DOCUMENTATION,
    "adr_context_chunk": DOCUMENTATION,
    "adr_consequences_chunk": DOCUMENTATION,
    "adr_alternatives_chunk": DOCUMENTATION,
    "changelog_release_chunk": DOCUMENTATION,
    "text_chunk": DOCUMENTATION,
    "runbook_section_chunk": GUIDANCE,
    "route_chunk": COMPOSED,
    "module_overview": COMPOSED,
    "suite_subject_chunk": COMPOSED,
    "graph_path_chunk": DERIVED,
    "memory_chunk": DERIVED,
    "blocked_file_metadata": METADATA,
    "generated_file_metadata": METADATA,
    "binary_file_metadata": METADATA,
    "submodule_reference": METADATA,
    "symlink_reference": METADATA,
    "lfs_pointer_metadata": METADATA,
}

ROLES = frozenset({*ROLE_OF.values(), SUPPORTING})

EVIDENCE = frozenset({PRIMARY, BEHAVIOR, CONTRACT, DECISION, GUIDANCE})
"""Roles that generated, vendored, superseded or stale sources may not carry."""

SCOPES = ("public", "internal", "private", "restricted")
"""Visibility scopes, widest first."""


def most_restrictive(*scopes: str) -> str:
    """Return the narrowest of `scopes`; "public" for none."""
    return max(scopes, key=SCOPES.index, default="public")
