"""The reference pages of each game's rules, and a search over all of them."""
