"""The roster page: its form as a draft, what its buttons do, and what it shows. No request, no database."""
