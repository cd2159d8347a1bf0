"""Card shoes: scanner protocols, driver and byte-speaking simulator."""
