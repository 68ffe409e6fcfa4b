"""One table for each grammar without a plug-in whose nodes do not tell by name what they define: data, read by `code.definition_tables`."""
