"""Device programs: each owns one line, runs by itself and speaks MQTT.

Drivers turn bytes into facts and desired states into bytes. They know cards and messages, and
refuse to know any game.
"""
