"""Unbridled Fury: the rules of a roster that add up. The checks find their errors by these quotas.

Each function gives the quotas of one rule with the weights of these profiles of the list.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from builder.points.catalogue import GameSize
from builder.points.pricing import profile_keys
from builder.points.profile_context import ProfileContext
from builder.points.system import Quota, RosterContext, spending_quota


def game_sizes(context: RosterContext) -> tuple[GameSize, ...]:
    """The standard sizes of games."""
    return context.catalogue_index.catalogue.game_sizes


def points_quota(context: RosterContext, keys: Collection[str]) -> Quota:
    """R-01: the sum may not pass the game."""
    return spending_quota(context, keys, "R-01")


def models_quota(context: RosterContext, keys: Collection[str]) -> Quota:
    """R-02: one model for each 25 points of the game at most."""
    limit = context.limit
    size = context.catalogue_index.catalogue.game_size(limit)
    most = size.models if size else limit // context.catalogue_index.numbers["points_per_model"]
    return Quota(rule="R-02", weights=dict.fromkeys(keys, 1), most=most)


def most_models(context: RosterContext) -> int:
    """How many models the roster's game allows (R-02)."""
    return models_quota(context, ()).most


def leader_quota(context: RosterContext, keys: Collection[str]) -> Quota:
    """R-04: one Command Die at most."""
    led = {key: 1 for key in keys if context.profile_contexts[key].values.get("command_die")}
    return Quota(rule="R-04", weights=led, most=1)


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


def own_limit_quotas(context: RosterContext, keys: Collection[str]) -> Iterator[Quota]:
    """R-08: the list owner's own Max N."""
    for key in keys:
        most = context.own_limits[key]
        if most is not None:
            yield Quota(rule="R-08", weights={key: 1}, most=most)


_SINGLE_QUOTAS: tuple[Callable[[RosterContext, Collection[str]], Quota], ...] = (
    points_quota,
    models_quota,
    leader_quota,
    familiar_quota,
)


def all_quotas(context: RosterContext, keys: Collection[str]) -> Iterator[Quota]:
    """Every quota of a roster of this game: R-01, R-02, R-04, R-07 and R-08."""
    for quota_of in _SINGLE_QUOTAS:
        yield quota_of(context, keys)
    for _, quota in master_quotas(context, keys):
        yield quota
    yield from own_limit_quotas(context, keys)
