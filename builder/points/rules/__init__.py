"""What a game's edition says: its catalogue, found, searched and put into words.

In: the edition's TOML, as mappings. Out: a `Catalogue` of options, tables and rules, and entries that a
search found. It knows no list.
"""
