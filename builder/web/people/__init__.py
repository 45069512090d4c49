"""Accounts on the pages: what is ours of django-allauth, and the guests that it knows nothing of."""
