"""Measurements apart from the tests: speed, many writers, slow clients."""
