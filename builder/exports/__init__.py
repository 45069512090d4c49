"""Exports: files, texts and papers of a list.

A paper is a document that readers can print, such as a roster or a set of cards.
"""
