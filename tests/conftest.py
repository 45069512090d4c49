"""What every test may ask for: the database with its catalogues, and the cast."""

import pytest

pytest_plugins = ("tests.cast",)

# Before anything imports them: their assertions say as much as those of the tests that use them.
pytest.register_assert_rewrite("tests.points.kit", "tests.points.rosters", "tests.points.rulebook")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that empty the tables come last: those before them find the catalogues that were loaded once.

    pytest-django orders them so, but pytest then brings together all that share a browser.
    """
    items.sort(key=_empties_the_tables)


def _empties_the_tables(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    asked = marker is not None and bool(marker.kwargs.get("transaction"))
    return asked or not {"transactional_db", "live_server"}.isdisjoint(getattr(item, "fixturenames", ()))
