"""Wire protocols of signs, one package each."""
