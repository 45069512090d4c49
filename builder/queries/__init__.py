"""Queries: functions that read lists, clubs and events, and decide who may see them.

They take a fixed number of database queries, for any number of rows.
"""
