"""Measurements: speed and size, apart from the tests."""
