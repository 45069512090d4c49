"""The list document: reading it, checking its form, and extracting parts.

Input: JSON of any quality. Output: frozen `Document`, `Design` and `Force` records that write back the same
JSON, reports on dropped parts of faulty input, and fingerprints. It calculates no prices.
"""
