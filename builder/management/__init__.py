"""Commands of manage.py, and their lock."""
