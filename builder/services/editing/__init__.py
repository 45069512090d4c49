"""Changes to a company list: the list is locked, loaded once, changed, and its history is written.

Every service that changes a list begins with ``edit_list``.
"""
