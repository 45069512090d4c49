"""Services: the only code that writes people's lists, clubs and accounts.

A change is made in one transaction: if a function raises an error, nothing was changed. Only functions that
clean up or repair many rows use several transactions.
"""
