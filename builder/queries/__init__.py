"""Reads: who may see which list, and lists in a fixed number of queries."""
