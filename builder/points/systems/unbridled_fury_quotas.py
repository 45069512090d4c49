"""Unbridled Fury: how many familiars a roster may have (R-07). The check finds its errors by these quotas.

Each function gives quotas with the weights of these profiles of the list.
"""

from collections import Counter
from collections.abc import Collection, Iterator

from builder.points.document.design import profile_keys
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import Quota, RosterContext


def is_familiar(context: ProfileContext) -> bool:
    """Whether a model is a sorcerer's familiar."""
    return "familiar" in context.taken


def is_sorcerer(context: ProfileContext) -> bool:
    """Whether a model may have a familiar."""
    return context.number_of("mgc") > 0


def familiar_quota(context: RosterContext, keys: Collection[str]) -> Quota:
    """R-07: one familiar at most for each sorcerer."""
    profiles = {key: context.profile_contexts[key] for key in keys}
    weights = {
        key: int(is_familiar(profile)) - int(is_sorcerer(profile)) for key, profile in profiles.items()
    }
    return Quota(rule="R-07", weights={key: weight for key, weight in weights.items() if weight}, most=0)


def master_quotas(context: RosterContext, keys: Collection[str]) -> Iterator[tuple[str, Quota]]:
    """R-07: one familiar at most that names each model of a master, and one while there is none.

    Each quota stands behind the key of its master.
    """
    naming: dict[str, Counter[str]] = {}
    for key in keys:
        for _, pick in context.profile_contexts[key].picks_of("properties", "familiar"):
            for master in dict.fromkeys(profile_keys(pick.parameters.get("profile"))):
                naming.setdefault(master, Counter())[key] += 1
    for master, weights in naming.items():
        if master in context.profile_contexts:
            weights[master] -= 1
            yield master, Quota(rule="R-07", weights=weights, most=0, only_with=master)
            yield master, Quota(rule="R-07", weights=weights, most=1)


def own_quotas(context: RosterContext, keys: Collection[str]) -> Iterator[Quota]:
    """Every quota that the catalogue does not say: those of R-07."""
    yield familiar_quota(context, keys)
    for _, quota in master_quotas(context, keys):
        yield quota
