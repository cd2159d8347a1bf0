"""Tables over HTTP: what they show and what may be sent to them."""
