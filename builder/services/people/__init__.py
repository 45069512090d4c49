"""Changes to accounts and guests, to their passwords and second factors, and to their API tokens."""
