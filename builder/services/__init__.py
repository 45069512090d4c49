"""Services: the only code that writes people's lists, clubs and accounts.

Each change is made in one transaction. So if a function raises an error, nothing was changed. The exceptions
are functions that clean up or repair many rows: they use several transactions.
"""
