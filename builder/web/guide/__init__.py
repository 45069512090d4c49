"""The guide to the API, as a page of the site."""
