"""Progressives over time: what the meters show, how they came there, who has won."""
