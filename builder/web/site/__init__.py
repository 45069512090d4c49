"""The texts of the site's operator (privacy, terms, contact, takedown) and security.txt."""
