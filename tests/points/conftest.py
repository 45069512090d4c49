"""How Hypothesis runs here: no deadline, and the same examples on every machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "points",
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
settings.load_profile("points")
