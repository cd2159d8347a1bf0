"""The bettors of a shared hand over HTTP: their batches in, the book and one's own row out."""
