"""The editions that come with the program: their files, and the code that reads, checks and stores them.

An edition is a version of a game's numbers. A catalogue is an edition as a Python object (``Catalogue``). In
these modules, a fault is one line of text that says what is wrong in a file and how to fix it.
"""
