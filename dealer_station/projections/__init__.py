"""Read models: what people ask of the record, answered from the record.

Knows the event log (reading only), the rules and the table's core. Keeps no truth of its own: what
is held in memory is built from the record and followed (decision 0012). Does not know controllers,
screens or HTTP; the API joins them.
"""
