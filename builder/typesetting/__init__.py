"""Typesetting of papers. A worker process makes a file, such as a PDF or a picture, from an order.

A paper is a document that readers can print. An order contains all data of the file.

``pool.py`` and ``cache.py`` run only in the web process. All other modules run in the workers too. They
import neither Django nor other packages of the program, so that workers start quickly and need little memory.
"""
