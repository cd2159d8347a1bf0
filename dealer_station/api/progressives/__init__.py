"""Progressives over HTTP: their meters, and what moved them."""
