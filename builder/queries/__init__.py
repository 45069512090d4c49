"""Queries: functions that read lists, clubs and events, and decide who may see them.

The number of database queries that a function needs doesn't depend on the number of rows.
"""
