"""The common steps of all changes to a company list: lock it, load it, change it, and write its history.

Every service that changes the contents of a list uses ``edit_list``.
"""
