"""What every test may ask for: the database with its catalogues, and the cast."""

pytest_plugins = ("tests.cast",)
