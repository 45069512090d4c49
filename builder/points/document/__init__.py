"""The list document: the modules that read it, check its form, extract its parts and calculate fingerprints.

The input is JSON from anywhere. The results are frozen ``Document`` and ``Design`` records, which can be
written as JSON again. If faulty input was repaired, the result also reports what was dropped or changed. No
module of this package calculates a price.
"""
