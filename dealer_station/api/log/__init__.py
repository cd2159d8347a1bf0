"""The search in the record over HTTP."""
