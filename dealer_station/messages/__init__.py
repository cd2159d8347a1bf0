"""The MQTT contract: every topic and every payload, shared by the station and the drivers.

Knows words, fields and bounds. Knows no broker, no client and no game.
"""
