"""An edition's rules: its catalogue, its index, search and wording.

In: the edition's TOML, as mappings. Out: a `Catalogue` of options, tables and rules, and entries that a
search found. It knows no list.
"""
