"""ccTalk: coin acceptors on one half-duplex wire, one address a seat."""
