"""What the operator of the site says: privacy, terms, contact, takedown."""
