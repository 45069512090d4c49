"""The options of the test suite, and the order in which its tests run."""

import gc
from collections.abc import Iterator

import pytest

from tests.lanes import LAYER_MARKS, deselect_wide_cases, layer_of, load_profile
from tests.support.template_variables import missing_attributes, record_missing_attributes

pytest_plugins = ("tests.support.fixtures", "tests.support.log_lines")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options ``--wide`` and ``--write-examples`` (``make examples``)."""
    parser.addoption("--wide", action="store_true", help="run the wide lane too: every case, many examples")
    parser.addoption("--write-examples", action="store_true", help="write api/examples before comparing it")


def pytest_configure(config: pytest.Config) -> None:
    """Load Hypothesis' profile before the tests are imported, because their settings build on the profile."""
    load_profile(wide=config.getoption("wide"))
    # The objects of ten thousand tests are never garbage. Checking them repeatedly took a tenth of the time.
    gc.disable()
    record_missing_attributes()


@pytest.fixture(autouse=True)
def templates_use_existing_attributes() -> Iterator[None]:
    """Fail if a template used an attribute that its object doesn't have."""
    missing_attributes.clear()
    yield
    assert missing_attributes == []


def pytest_collection_finish() -> None:
    """Switch garbage collection on again after all tests are collected, but let it run seldom."""
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark tests in folders that are run separately, such as the browser tests.

    A browser test that fails is run once more, because a browser can be too slow. The summary reports this.
    """
    if mark := LAYER_MARKS.get(layer_of(item)):
        item.add_marker(mark)
    if mark == "browser":
        item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases of the wide lane, and run tests that empty the tables last.

    So the other tests find the catalogues that were loaded once. pytest-django sorts the tests in this way
    too, but pytest then groups all tests that share a browser.
    """
    if not config.getoption("wide") and (left := deselect_wide_cases(items)):
        config.hook.pytest_deselected(items=left)
    items.sort(key=_flushes_database)


def _flushes_database(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    requested = marker is not None and bool(marker.kwargs.get("transaction"))
    return requested or not {"transactional_db", "live_server"}.isdisjoint(getattr(item, "fixturenames", ()))
