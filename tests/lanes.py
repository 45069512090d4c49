"""Two lanes: what every change runs, and what ``make test-all`` also runs (``--wide``).

A test marked ``wide`` runs in the wide lane alone. Of a test marked ``sampled(every=7)`` the fast lane runs
each seventh case. Pages and API are ways in: what they refuse is decided, and tested whole, on a floor below
them, so of more than ``FAST_CASES`` the fast lane runs about so many, unless they are marked ``sampled``.
Hypothesis tries as many examples as its profile says: ``dev``, ``ci`` or ``wide``.
"""

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

FLOOR_MARKS = {"services": "database", "queries": "database", "browser": "browser", "typesetting": "process"}
INTERFACE_FLOORS = ("web", "api")
FAST_CASES = 2
TESTS = Path(__file__).parent

_EXAMPLES = {"dev": 4, "ci": 8, "wide": 300}
_ALLOWED = [
    HealthCheck.data_too_large,
    HealthCheck.function_scoped_fixture,  # all examples of a test share one database
    HealthCheck.large_base_example,
    HealthCheck.too_slow,
]


def load_profile(*, wide: bool) -> None:
    """Say how many examples Hypothesis tries: the same ones on every machine, new ones in the wide lane."""
    for name, examples in _EXAMPLES.items():
        settings.register_profile(
            name,
            max_examples=examples,
            deadline=None,
            derandomize=name != "wide",
            database=None,
            suppress_health_check=_ALLOWED,
        )
    settings.load_profile("wide" if wide else "ci" if os.environ.get("CI") else "dev")


def is_wide() -> bool:
    """Whether this is the wide lane."""
    return settings.get_current_profile_name() == "wide"


def deselect_wide_cases(items: list[pytest.Item]) -> list[pytest.Item]:
    """Take out of the fast lane what is the wide lane's; what was taken out."""
    candidates = [item for item in items if not item.get_closest_marker("wide")]
    cases = Counter(map(_test_function, candidates))
    seen: Counter[str] = Counter()
    fast: list[pytest.Item] = []
    for item in candidates:
        function = _test_function(item)
        if seen[function] % _sampling_interval(item, cases[function]) == 0:
            fast.append(item)
        seen[function] += 1
    stored = set(fast)
    left = [item for item in items if item not in stored]
    items[:] = fast
    return left


def floor_of(item: pytest.Item) -> str:
    """The folder of tests/ that contains a test, at any depth."""
    return item.path.relative_to(TESTS).parts[0]


def _test_function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _sampling_interval(item: pytest.Item, cases: int) -> int:
    """Of how many cases of a function the fast lane runs one."""
    if sampled := item.get_closest_marker("sampled"):
        return int(sampled.kwargs["every"])
    return -(-cases // FAST_CASES) if floor_of(item) in INTERFACE_FLOORS else 1
