"""The guide to the API for programs, as a page of the site."""
