"""The pages of accounts on top of django-allauth, of guests, whom it does not know, and of API tokens."""
