"""The pages of accounts, on top of django-allauth; guests, whom it does not know; tokens for programs."""
