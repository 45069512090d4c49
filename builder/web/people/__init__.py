"""The pages of accounts, based on django-allauth, and of guests and API tokens."""
