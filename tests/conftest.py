"""What every test may ask for: the database with its catalogues, and the cast."""

import gc

import pytest

from tests.lanes import FLOOR_MARKS, deselect_wide_cases, floor_of, load_profile

pytest_plugins = ("tests.support.fixtures", "tests.support.log_lines")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--wide`` runs everything, ``--write-examples`` stores the examples of the API (``make examples``)."""
    parser.addoption("--wide", action="store_true", help="run the wide lane too: every case, many examples")
    parser.addoption("--write-examples", action="store_true", help="write api/examples before comparing it")


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is imported: what tests say of Hypothesis builds on its profile."""
    load_profile(wide=config.getoption("wide"))
    # Ten thousand tests are objects that stay: looking at them over and over took a tenth of the time.
    gc.disable()


def pytest_collection_finish() -> None:
    """Collect garbage again, but seldom."""
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Some folders are parts of the suite that are run by themselves.

    What a browser did not do in time is played once more, and the summary names it: its clock is not ours.
    """
    if mark := FLOOR_MARKS.get(floor_of(item)):
        item.add_marker(mark)
    if mark == "browser":
        item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is the wide lane's, and let tests that empty the tables come last.

    Those before them find the catalogues that were loaded once. pytest-django orders them so, but pytest
    then brings together all that share a browser.
    """
    if not config.getoption("wide") and (left := deselect_wide_cases(items)):
        config.hook.pytest_deselected(items=left)
    items.sort(key=_flushes_database)


def _flushes_database(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    requested = marker is not None and bool(marker.kwargs.get("transaction"))
    return requested or not {"transactional_db", "live_server"}.isdisjoint(getattr(item, "fixturenames", ()))
