"""The roster page: its form as a draft, its buttons' actions, and its contexts. No request, no database."""
