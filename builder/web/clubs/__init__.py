"""The pages to find, create, join and manage clubs."""
