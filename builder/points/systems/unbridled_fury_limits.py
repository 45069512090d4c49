"""Unbridled Fury: limits on the familiars of a roster (R-07), which its check uses too.

Each function returns limits with the weights of the list's profiles.
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
    """Return the limit of one familiar for each sorcerer (R-07)."""
    profiles = {key: context.profile_contexts[key] for key in keys}
    weights = {
        key: int(is_familiar(profile)) - int(is_sorcerer(profile)) for key, profile in profiles.items()
    }
    return LinearLimit(
        rule="R-07", weights={key: weight for key, weight in weights.items() if weight}, maximum=0
    )


def master_limits(context: RosterContext, keys: Collection[str]) -> Iterator[tuple[str, LinearLimit]]:
    """Yield the key of each master and its limit of one familiar for each of its models (R-07).

    If no model of the master is fielded, one familiar may name it.
    """
    naming: dict[str, Counter[str]] = {}
    for key in keys:
        for _, pick in context.profile_contexts[key].picks_of("properties", "familiar"):
            for master in dict.fromkeys(profile_keys(pick.parameters.get("profile"))):
                naming.setdefault(master, Counter())[key] += 1
    for master, weights in naming.items():
        if master in context.profile_contexts:
            weights[master] -= 1
            yield master, LinearLimit(rule="R-07", weights=weights, maximum=0, only_with=master)
            yield master, LinearLimit(rule="R-07", weights=weights, maximum=1)


def familiar_limits(context: RosterContext, keys: Collection[str]) -> Iterator[LinearLimit]:
    """Yield the limits that aren't in the catalogue: the limits of R-07."""
    yield familiar_limit(context, keys)
    for _, limit in master_limits(context, keys):
        yield limit
