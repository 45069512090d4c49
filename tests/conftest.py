"""What every test may ask for: the database with its catalogues, and the cast."""

import pytest

pytest_plugins = ("tests.cast",)

# Before anything imports them: their assertions say as much as those of the tests that use them.
pytest.register_assert_rewrite("tests.points.kit", "tests.points.rosters", "tests.points.rulebook")
