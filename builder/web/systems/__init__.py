"""The reference pages of each game's rules, and a search of all reference pages."""
