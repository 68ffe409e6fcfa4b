"""One module per relation: each takes the world and enters its edges into the ledger."""
