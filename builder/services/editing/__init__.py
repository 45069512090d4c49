"""Changes to a company list: lock the list, load it once, change it, and write its history.

Every service that changes a list begins with ``edit_list``.
"""
