"""The pages of accounts, guests and API tokens. The pages of accounts are based on django-allauth."""
