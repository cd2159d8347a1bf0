"""Simple Serial Interface (SSI): the packet protocol of serial bar-code scanners."""
