"""The fast lane, which every change runs, and the wide lane (``make test-all`` or ``--wide``).

A test marked ``wide`` runs only in the wide lane. Of a test marked ``sampled(every=7)``, the fast lane runs
every seventh case. Pages and API call lower layers, where all refusals are tested. So the fast lane runs only
about ``FAST_CASES`` cases of each of their tests, unless they are marked ``sampled``. The Hypothesis profile
(``dev``, ``ci`` or ``wide``) sets the number of examples.
"""

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

LAYER_MARKS = {"services": "database", "queries": "database", "browser": "browser", "typesetting": "process"}
INTERFACE_LAYERS = ("web", "api")
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
    """Set the number of Hypothesis examples. In the wide lane they are new, otherwise always the same."""
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
    """Return whether this is the wide lane."""
    return settings.get_current_profile_name() == "wide"


def deselect_wide_cases(items: list[pytest.Item]) -> list[pytest.Item]:
    """Remove the cases of the wide lane from ``items``, and return them."""
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


def layer_of(item: pytest.Item) -> str:
    """Return the folder directly below tests/ that contains a test."""
    return item.path.relative_to(TESTS).parts[0]


def _test_function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _sampling_interval(item: pytest.Item, cases: int) -> int:
    """Return n if the fast lane runs every nth case of the test's function."""
    if sampled := item.get_closest_marker("sampled"):
        return int(sampled.kwargs["every"])
    return -(-cases // FAST_CASES) if layer_of(item) in INTERFACE_LAYERS else 1
