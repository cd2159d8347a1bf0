"""MQTT for station and drivers: connection, delivery, order of facts, and the embedded broker.

Knows the contract's messages and topics. Knows no game, no table and no database.
"""
