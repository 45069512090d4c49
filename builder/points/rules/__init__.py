"""An edition's rules: its catalogue, its index, search and wording.

Input: the edition's TOML, as mappings. Output: a `Catalogue` of options, tables and rules, and the entries
that match a search. Nothing here depends on a company list.
"""
