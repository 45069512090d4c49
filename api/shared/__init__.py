"""Modules that several features of the API use."""
