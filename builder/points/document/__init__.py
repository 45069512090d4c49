"""The list document: the modules that read it, check its form, extract its parts and calculate fingerprints.

The input is JSON from anywhere. The output are frozen ``Document`` and ``Design`` records, which can be
written as the same JSON, and reports on the dropped parts of faulty input. Nothing here calculates a price.
"""
