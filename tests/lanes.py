"""Two lanes: what every change runs, and what ``make test-all`` runs besides it (``--wide``).

A test marked ``wide`` runs in the wide lane alone. Of a test marked ``sampled(every=7)`` the fast lane runs
each seventh case. Hypothesis tries as many examples as its profile says: ``dev``, ``ci`` or ``wide``.
"""

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

_EXAMPLES = {"dev": 15, "ci": 25, "wide": 300}
_ALLOWED = [
    HealthCheck.data_too_large,
    HealthCheck.function_scoped_fixture,  # one world stands for all examples of a test
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


def leave_to_the_wide_lane(items: list[pytest.Item]) -> list[pytest.Item]:
    """Take out of the fast lane what is the wide lane's; what was taken out."""
    seen: Counter[str] = Counter()
    fast: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        function = item.nodeid.partition("[")[0]
        sampled = item.get_closest_marker("sampled")
        skipped = sampled is not None and bool(seen[function] % sampled.kwargs["every"])
        seen[function] += 1
        (left if skipped or item.get_closest_marker("wide") else fast).append(item)
    items[:] = fast
    return left
