"""The packed book of a shared hand: wagers and decisions of any number of bettors (CH-12b).

`terms` says what may be staked and decided, `batches` are what comes in, `encoding` their bytes for
the record, `book` what lies there, `settlement` what it comes to, `view` what people see of it.
Pure: no clock, no chance, no file; all amounts are whole smallest units in 64 bits.
"""
