"""Wire protocols of card shoes, one package each."""
