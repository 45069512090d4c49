"""Changes to accounts and guests, their passwords and second factors, and their API tokens."""
