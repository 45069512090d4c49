"""Typesetting: worker processes turn an order into a PDF or a picture, within limits.

``pool.py`` and ``cache.py`` run in the web process. All other modules run in the workers too, and import
neither Django nor the rest of the program, so that workers start quickly and stay small.
"""
