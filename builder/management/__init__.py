"""Commands of manage.py, and the lock of the command ``maintain``."""
