"""Typesetting: an order in, a PDF or a picture out, made in worker processes within limits.

``pool.py`` and ``cache.py`` run in the web process. Everything else runs in the workers as well, so it
imports nothing of Django or of the rest of the program: workers start quickly and stay small.
"""
