"""Unbridled Fury: limits on the familiars of a roster (R-07), for the advice and for the roster's check.

``keys`` are the profiles that the limits have weights for.
"""

from collections import Counter
from collections.abc import Collection, Iterator

from builder.points.document.design import profile_keys
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import LinearLimit, RosterContext


def is_familiar(context: ProfileContext) -> bool:
    """Return whether a model is a sorcerer's familiar."""
    return "familiar" in context.taken


def is_sorcerer(context: ProfileContext) -> bool:
    """Return whether a model may have a familiar."""
    return context.number_of("mgc") > 0


def familiar_limit(context: RosterContext, keys: Collection[str]) -> LinearLimit:
    """Return the limit of one familiar for each sorcerer: a familiar weighs 1, a sorcerer -1 (R-07)."""
    profiles = {key: context.profile_contexts[key] for key in keys}
    weights = {
        key: int(is_familiar(profile)) - int(is_sorcerer(profile)) for key, profile in profiles.items()
    }
    return LinearLimit(
        rule="R-07", weights={key: weight for key, weight in weights.items() if weight}, maximum=0
    )


def master_limits(context: RosterContext, keys: Collection[str]) -> Iterator[tuple[str, LinearLimit]]:
    """Yield the key of each named master with its two limits (R-07).

    While the master is fielded, each of its models has one familiar at most. Otherwise, one familiar at most
    may name it.
    """
    weights_by_master: dict[str, Counter[str]] = {}
    for key in keys:
        for _, pick in context.profile_contexts[key].picks_of("properties", "familiar"):
            for master in dict.fromkeys(profile_keys(pick.parameters.get("profile"))):
                weights_by_master.setdefault(master, Counter())[key] += 1
    for master, weights in weights_by_master.items():
        if master in context.profile_contexts:
            weights[master] -= 1
            yield master, LinearLimit(rule="R-07", weights=weights, maximum=0, only_with=master)
            yield master, LinearLimit(rule="R-07", weights=weights, maximum=1)


def familiar_limits(context: RosterContext, keys: Collection[str]) -> Iterator[LinearLimit]:
    """Yield all limits of R-07."""
    yield familiar_limit(context, keys)
    for _, limit in master_limits(context, keys):
        yield limit
