"""Exports: the files and texts in which a list leaves the site.

In these modules, a paper is a document that readers can print, such as a roster or a set of cards.
"""
