"""Unbridled Fury: checks of roster rules that the catalogue's data can't express.

Codes such as R-07 are the codes of the edition's rules. Page numbers in findings are pages of the rulebook.
The checks skip rows without models, and rows whose profile is not in the list.

A sorcerer is a model with magic (Mgc). A familiar serves one sorcerer and can name this master, or several
possible masters. A companion is bonded to another model, its partner. The leader is the model that has a
Command Die. In a Cow check, a model rolls against its Cowardice.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from builder.points.document.design import profile_keys
from builder.points.legality.roster_changes import addition_fix
from builder.points.pricing.findings import make_finding
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import LinearLimit, RosterContext
from builder.points.rules.catalogue import Property
from builder.points.rules.results import Finding
from builder.points.rules.wording import join_and

# ------------------------------------------------------------------ the number of familiars


def _is_familiar(context: ProfileContext) -> bool:
    return "familiar" in context.places_by_code


def _is_sorcerer(context: ProfileContext) -> bool:
    """Return whether a model has magic, and so may have a familiar."""
    return context.number_of("mgc") > 0


def _familiar_limit(context: RosterContext, keys: Collection[str]) -> LinearLimit:
    """Return the limit of R-07: a roster has at most as many familiars as sorcerers.

    A familiar has the weight 1 and a sorcerer the weight -1. ``keys`` are the profiles that get a weight.
    """
    profiles = {key: context.profile_contexts[key] for key in keys}
    weights = {
        key: int(_is_familiar(profile)) - int(_is_sorcerer(profile)) for key, profile in profiles.items()
    }
    return LinearLimit(
        rule="R-07", weights={key: weight for key, weight in weights.items() if weight}, maximum=0
    )


def _master_limits(context: RosterContext, keys: Collection[str]) -> Iterator[tuple[str, LinearLimit]]:
    """Yield two limits for each master that a familiar names, with the key of the master (R-07).

    If the master is fielded, each of its models has at most one familiar. If not, at most one familiar may
    name it. ``keys`` are the profiles that get a weight.
    """
    weights_by_master: dict[str, Counter[str]] = {}
    for key in keys:
        for _, pick in context.profile_contexts[key].picks_of("properties", "familiar"):
            for master in dict.fromkeys(profile_keys(pick.parameters.get("profile"))):
                weights_by_master.setdefault(master, Counter())[key] += 1
    for master, weights in weights_by_master.items():
        if master in context.profile_contexts:
            weights[master] -= 1
            yield master, LinearLimit(rule="R-07", weights=weights, maximum=0, only_if_fielded=master)
            yield master, LinearLimit(rule="R-07", weights=weights, maximum=1)


def familiar_limits(context: RosterContext, keys: Collection[str]) -> Iterator[LinearLimit]:
    """Yield all limits of R-07, with weights for the profiles with these keys."""
    yield _familiar_limit(context, keys)
    for _, limit in _master_limits(context, keys):
        yield limit


# ------------------------------------------------------------------ checks


def _too_many_familiars(
    context: RosterContext, limit: LinearLimit, problem: str, owner_text: str, master: str = ""
) -> Finding:
    """Return the finding of an exceeded limit, with a message from ``problem`` to ``owner_text``.

    ``master`` is the key of the profile that the limit is about.
    """
    excess, missing_owners = limit.excess(context.counts), limit.total_weight(context.counts)
    message = f"{problem}remove {excess}, or add {missing_owners}{owner_text}."
    return make_finding(context, "error", limit.rule, "entries", message, amount=excess, subject=master)


def _pluralize(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _check_familiars(context: RosterContext) -> Iterator[Finding]:
    """Find more familiars than sorcerers, and more familiars of a master than R-07 allows."""
    counts = context.counts
    if not any(_is_familiar(context.profile_contexts[key]) for key in counts):
        return
    total_limit = _familiar_limit(context, counts)
    if total_limit.excess(counts):
        familiars, sorcerers = (
            sum(count for key, count in counts.items() if is_of_kind(context.profile_contexts[key]))
            for is_of_kind in (_is_familiar, _is_sorcerer)
        )
        problem = f"{_pluralize(familiars, 'familiar')} for {_pluralize(sorcerers, 'sorcerer')}: "
        owner_text = " sorcerer" if total_limit.total_weight(counts) == 1 else " sorcerers"
        problem += "each sorcerer has one at most; "
        yield _too_many_familiars(context, total_limit, problem, owner_text)
        return
    for master, limit in _master_limits(context, counts):
        masters = counts.get(master, 0)
        if limit.excess(counts) and bool(limit.only_if_fielded) == bool(masters):
            problem = (
                f"{limit.total_weight(counts) + masters} familiars name {context.name_of(master)} as master"
            )
            number = str(masters) if masters else "none"
            problem += f", of whom {number} {'are' if masters > 1 else 'is'} fielded: "
            yield _too_many_familiars(context, limit, problem, f" × {context.name_of(master)}", master)


def _check_partners(context: RosterContext) -> Iterator[Finding]:
    """Find companions whose partner isn't fielded, and familiars whose master isn't fielded (R-09)."""
    for index, _, profile in context.fielded_rows:
        for code in ("companion", "familiar"):
            for _, pick in profile.picks_of("properties", code):
                for key in profile_keys(pick.parameters.get("profile")):
                    yield from _check_partner(context, index, profile, code, key)


def _check_partner(
    context: RosterContext, index: int, profile: ProfileContext, code: str, key: str
) -> Iterator[Finding]:
    """Find a partner or master, the profile ``key``, that isn't fielded.

    ``index`` is the row of the companion or familiar; ``code`` says which. If a companion's partner has its
    own profile, two models are needed.
    """
    is_same_profile = key == profile.key
    if context.counts.get(key, 0) > is_same_profile or (is_same_profile and code == "familiar"):
        return
    is_listed = key in context.profile_contexts
    name = context.name_of(key) if is_listed else key
    advice = f"fielded: add 1 × {name}" if is_listed else "in this list: name another"
    partner_text = f"another {name}" if is_same_profile else name
    message = f"{profile.name} is the {code} of {partner_text}, who is not {advice}."
    fix = addition_fix(context, key) if is_listed and not is_same_profile else None
    page = context.catalogue_index.entries["model"][code].page
    yield make_finding(
        context, "warning", "R-09", f"entries[{index}]", message,
        page=page,
        fix=fix,
        control="" if is_listed else f"profiles/{profile.key}#properties",
        amount=1,
        subject=f"{profile.key} {code} {key}",
    )  # fmt: skip


_HARD_TO_FOLLOW = ("airborne", "drifter", "sniper", "stampede")
"""The properties of leaders that others can't stay near: off the table, hidden, or moving at random."""


def _check_hard_to_follow_leaders(context: RosterContext) -> Iterator[Finding]:
    """Find models that must stay near a leader, if all leaders are hard to follow (R-11)."""
    rows = context.fielded_rows
    leaders = [profile for _, _, profile in rows if profile.values.get("command_die")]
    if not leaders or not all(leader.meets_any(_HARD_TO_FOLLOW) for leader in leaders):
        return
    for index, _, profile in rows:
        for code in ("ensign", "musician"):
            if code in profile.places_by_code and not profile.values.get("command_die"):
                message = (
                    f'{profile.name} stays within 4" of the leader, but {leaders[0].name} is off the table '
                    f"or moves by chance: choose another leader, or leave {profile.name} out."
                )
                rules = context.catalogue_index.catalogue.rules
                checks = next(rule.checks for rule in rules if rule.code == "R-11")
                page = next(check.page for check in checks if code in check.of)
                subject = f"{profile.key} {code}"
                yield make_finding(
                    context, "warning", "R-11", f"entries[{index}]", message, page=page, subject=subject
                )


class _Bringer(NamedTuple):
    """A row of the roster whose models bring models of other profiles into play, by a property or spell."""

    entry: Property
    profile_key: str
    row_index: int
    model_count: int


_BRINGING_ENTRIES = (
    ("spells", "summon", "R-12"),
    ("properties", "dismount", "R-14"),
    ("properties", "were-creature", "R-14"),
    ("spells", "transmutation", "R-14"),
)
"""The properties and spells that bring models of another profile into play: slot, code and rule of each."""


def _check_summoned_profiles(context: RosterContext) -> Iterator[Finding]:
    """Find profiles that come into play although the roster doesn't buy them (R-12, R-14).

    These profiles must be in the list, and players must bring models of them.
    """
    # The key is the rule, the code of the property or spell, and the keys of the profiles that it brings.
    bringers: dict[tuple[str, str, tuple[str, ...]], list[_Bringer]] = {}
    for index, _, profile in context.fielded_rows:
        for slot, code, rule in _BRINGING_ENTRIES:
            for pick in profile.picks(slot):
                if pick.code != code:
                    continue
                keys = profile_keys(pick.parameters.get("forms", pick.parameters.get("profile")))
                listed = tuple(key for key in keys if key in profile.priced_list.names)
                entry = context.catalogue_index.entries[context.catalogue_index.pick_slots[slot].group][code]
                if not keys:
                    continue  # a check of the profile reports the missing choice
                if len(listed) < len(keys):
                    message = (
                        f"{profile.name}: the profile that {entry.name} needs is not in this list; "
                        f"choose another, or remove {profile.name}."
                    )
                    yield make_finding(
                        context, "error", rule, f"entries[{index}]", message,
                        page=entry.page,
                        control=f"profiles/{profile.key}#{slot}",
                        subject=f"{profile.key} {code}",
                    )  # fmt: skip
                else:
                    group = bringers.setdefault((rule, entry.code, listed), [])
                    group.append(_Bringer(entry, profile.key, index, context.roster.entries[index].count))
    for (rule, _, summoned), group in bringers.items():
        entry = group[0].entry
        models = sum(bringer.model_count for bringer in group)
        more = "more " if any(context.counts.get(key) for key in summoned) else ""
        models_text = f"1 {more}model" if models == 1 else f"{models} {more}models"
        each_text = "" if models == 1 else f", one for each {entry.name}"
        names = join_and(dict.fromkeys(context.name_of(bringer.profile_key) for bringer in group))
        message = (
            f"{names}: bring {models_text} of {join_and(map(context.name_of, summoned))}{each_text}; "
            f"{'it costs' if models == 1 else 'they cost'} no points here."
        )
        where = (
            "entries"
            if len({bringer.profile_key for bringer in group}) > 1
            else f"entries[{group[0].row_index}]"
        )
        yield make_finding(context, "note", rule, where, message, page=entry.page)


def _check_expensive_models(context: RosterContext) -> Iterator[Finding]:
    """Find models of 200 points or more: if one is lost, friendly models must pass a Cow check (R-13)."""
    if context.model_count < 2:
        return
    # The index of the first row of each profile, by the profile's key and its text in the message.
    first_rows: dict[tuple[str, str], int] = {}
    for index, entry, profile in context.fielded_rows:
        if entry.each is not None and entry.each >= profile.catalogue_index.numbers["big_model"]:
            first_rows.setdefault((profile.key, f"{profile.name} ({entry.each} points)"), index)
    if first_rows:
        where = f"entries[{next(iter(first_rows.values()))}]" if len(first_rows) == 1 else "entries"
        names = join_and((name for _, name in first_rows), "or")
        message = f"Losing {names} forces Cow checks on friends who see the loss."
        yield make_finding(context, "note", "R-13", where, message)


CHECKS = (
    _check_familiars,
    _check_partners,
    _check_hard_to_follow_leaders,
    _check_summoned_profiles,
    _check_expensive_models,
)


_FIX_FIELD = Finding._fields.index("fix")


def check_roster(context: RosterContext) -> Iterator[Finding]:
    """Return the findings on a roster without duplicates.

    Two rows can cause the same finding. Findings are duplicates if all fields before ``fix`` are equal.
    """
    return iter({finding[:_FIX_FIELD]: finding for check in CHECKS for finding in check(context)}.values())
