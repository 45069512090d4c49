"""Unbridled Fury: rules on rosters that aren't in the catalogue's data. Pages are the book's.

Entries with a count of 0 and profiles that are not in the list are skipped.
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
from builder.points.rules.results import EntryAppraisal, Finding
from builder.points.rules.wording import join_and

# ------------------------------------------------------------------ limits of familiars


def _is_familiar(context: ProfileContext) -> bool:
    """Return whether a model is a sorcerer's familiar."""
    return "familiar" in context.taken


def _is_sorcerer(context: ProfileContext) -> bool:
    """Return whether a model may have a familiar."""
    return context.number_of("mgc") > 0


def _familiar_limit(context: RosterContext, keys: Collection[str]) -> LinearLimit:
    """Return the limit of one familiar for each sorcerer: a familiar weighs 1, a sorcerer -1 (R-07)."""
    profiles = {key: context.profile_contexts[key] for key in keys}
    weights = {
        key: int(_is_familiar(profile)) - int(_is_sorcerer(profile)) for key, profile in profiles.items()
    }
    return LinearLimit(
        rule="R-07", weights={key: weight for key, weight in weights.items() if weight}, maximum=0
    )


def _master_limits(context: RosterContext, keys: Collection[str]) -> Iterator[tuple[str, LinearLimit]]:
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
    """Yield all limits of R-07, with the weights of these profiles."""
    yield _familiar_limit(context, keys)
    for _, limit in _master_limits(context, keys):
        yield limit


# ------------------------------------------------------------------ checks


def _too_many(
    context: RosterContext, limit: LinearLimit, problem: str, owner: str, master: str = ""
) -> Finding:
    """Return the finding of an exceeded limit, which says how many familiars to remove or owners to add.

    ``problem`` and ``owner`` are the beginning and the end of the message.
    """
    over = limit.over(context.counts)
    message = f"{problem}remove {over}, or add {limit.used(context.counts)}{owner}."
    return make_finding(context, "error", limit.rule, "entries", message, amount=over, subject=master)


def _fielded(context: RosterContext) -> list[tuple[int, EntryAppraisal, ProfileContext]]:
    """Return the entries that field models of the list's profiles, with their places and profiles."""
    return [
        (index, entry, context.profile_contexts[entry.profile]) for index, entry in context.fielded_entries
    ]


def _entry_place(index: int) -> str:
    return f"entries[{index}]"


def _pluralize(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _familiars(context: RosterContext) -> Iterator[Finding]:
    """Find more than one familiar for each sorcerer, or for each model of a named master (R-07)."""
    counts = context.counts
    if not any(_is_familiar(context.profile_contexts[key]) for key in counts):
        return
    total = _familiar_limit(context, counts)
    if total.over(counts):
        owned, owners = (
            sum(count for key, count in counts.items() if counted(context.profile_contexts[key]))
            for counted in (_is_familiar, _is_sorcerer)
        )
        problem = f"{_pluralize(owned, 'familiar')} for {_pluralize(owners, 'sorcerer')}: "
        lacking = " sorcerer" if total.used(counts) == 1 else " sorcerers"
        yield _too_many(context, total, f"{problem}each sorcerer has one at most; ", lacking)
        return
    for master, limit in _master_limits(context, counts):
        fielded = counts.get(master, 0)
        if limit.over(counts) and bool(limit.only_with) == bool(fielded):
            named = f"{limit.used(counts) + fielded} familiars name {context.name(master)} as master"
            there = "none" if not fielded else str(fielded)
            problem = f"{named}, of whom {there} {'are' if fielded > 1 else 'is'} fielded: "
            yield _too_many(context, limit, problem, f" × {context.name(master)}", master)


def _partners(context: RosterContext) -> Iterator[Finding]:
    """Find companions and familiars whose partner or master isn't fielded (R-09)."""
    for index, _, profile in _fielded(context):
        for code in ("companion", "familiar"):
            for _, pick in profile.picks_of("properties", code):
                for key in profile_keys(pick.parameters.get("profile")):
                    yield from _partner(context, index, profile, code, key)


def _partner(
    context: RosterContext, index: int, profile: ProfileContext, code: str, key: str
) -> Iterator[Finding]:
    """Yield the finding on a partner that isn't fielded.

    If a companion's partner has the same profile, a second model is needed.
    """
    is_same = key == profile.key
    if context.counts.get(key, 0) > is_same or (is_same and code == "familiar"):
        return
    known = key in context.profile_contexts
    name = context.name(key) if known else key
    advice = f"fielded: add 1 × {name}" if known else "in this list: name another"
    who = f"another {name}" if is_same else name
    message = f"{profile.name} is the {code} of {who}, who is not {advice}."
    fix = addition_fix(context, key) if known and not is_same else None
    page = context.catalogue_index.entries["model"][code].page
    yield make_finding(
        context, "warning", "R-09", _entry_place(index), message,
        page=page,
        fix=fix,
        control="" if known else f"profiles/{profile.key}#properties",
        amount=1,
        subject=f"{profile.key} {code} {key}",
    )  # fmt: skip


_AWAY = ("airborne", "drifter", "sniper", "stampede")
"""The properties of models that are off the table, are hidden, or move at random."""


def _followers(context: RosterContext) -> Iterator[Finding]:
    """Find models that must stay near a leader who is off the table or moves at random (R-11)."""
    fielded = _fielded(context)
    leaders = [profile for _, _, profile in fielded if profile.values.get("command_die")]
    if not leaders or not all(leader.has_any(_AWAY) for leader in leaders):
        return
    for index, _, profile in fielded:
        for code in ("ensign", "musician"):
            if code in profile.taken and not profile.values.get("command_die"):
                message = (
                    f'{profile.name} stays within 4" of the leader, but {leaders[0].name} is off the table '
                    f"or moves by chance: choose another leader, or leave {profile.name} out."
                )
                rules = context.catalogue_index.catalogue.rules
                checks = next(rule.checks for rule in rules if rule.code == "R-11")
                page = next(check.page for check in checks if code in check.of)
                subject = f"{profile.key} {code}"
                yield make_finding(
                    context, "warning", "R-11", _entry_place(index), message, page=page, subject=subject
                )


class _Bringer(NamedTuple):
    """A row of the roster whose models need models of another profile, because of ``entry``."""

    entry: Property
    profile: str
    row: int
    models: int


_FORMS = (
    ("spells", "summon", "R-12"),
    ("properties", "dismount", "R-14"),
    ("properties", "were-creature", "R-14"),
    ("spells", "transmutation", "R-14"),
)
"""The slot, code and rule of each property or spell that brings models of another profile."""


def _other_forms(context: RosterContext) -> Iterator[Finding]:
    """Find profiles that come into play without being bought (R-12, R-14).

    They must be in the list, and players must bring their models.
    """
    # by rule, property or spell, and the keys of the needed profiles
    bringers: dict[tuple[str, str, tuple[str, ...]], list[_Bringer]] = {}
    for index, _, profile in _fielded(context):
        for slot, code, rule in _FORMS:
            for pick in profile.picks(slot):
                if pick.code != code:
                    continue
                keys = profile_keys(pick.parameters.get("forms", pick.parameters.get("profile")))
                known = tuple(key for key in keys if key in profile.priced_list.names)
                entry = context.catalogue_index.entries[context.catalogue_index.pick_slots[slot].group][code]
                if not keys:
                    continue  # the check of the profile reports this
                if len(known) < len(keys):
                    message = (
                        f"{profile.name}: the profile that {entry.name} needs is not in this list; "
                        f"choose another, or remove {profile.name}."
                    )
                    yield make_finding(
                        context, "error", rule, _entry_place(index), message,
                        page=entry.page,
                        control=f"profiles/{profile.key}#{slot}",
                        subject=f"{profile.key} {code}",
                    )  # fmt: skip
                else:
                    same = bringers.setdefault((rule, entry.code, known), [])
                    same.append(_Bringer(entry, profile.key, index, context.roster.entries[index].count))
    for (rule, _, known), same in bringers.items():
        entry = same[0].entry
        models = sum(bringer.models for bringer in same)
        more = "more " if any(context.counts.get(key) for key in known) else ""
        what = f"1 {more}model" if models == 1 else f"{models} {more}models"
        each = "" if models == 1 else f", one for each {entry.name}"
        names = join_and(dict.fromkeys(context.name(bringer.profile) for bringer in same))
        message = (
            f"{names}: bring {what} of {join_and(map(context.name, known))}{each}; "
            f"{'it costs' if models == 1 else 'they cost'} no points here."
        )
        where = "entries" if len({bringer.profile for bringer in same}) > 1 else _entry_place(same[0].row)
        yield make_finding(context, "note", rule, where, message, page=entry.page)


def _expensive_models(context: RosterContext) -> Iterator[Finding]:
    """Find models of 200 points or more, whose loss shakes the other models (R-13)."""
    if context.models < 2:
        return
    first_rows: dict[tuple[str, str], int] = {}  # by the profile's key and its name in the message
    for index, entry, profile in _fielded(context):
        if entry.each is not None and entry.each >= profile.catalogue_index.numbers["big_model"]:
            first_rows.setdefault((profile.key, f"{profile.name} ({entry.each} points)"), index)
    if first_rows:
        where = _entry_place(next(iter(first_rows.values()))) if len(first_rows) == 1 else "entries"
        names = join_and((name for _, name in first_rows), "or")
        message = f"Losing {names} forces Cow checks on friends who see the loss."
        yield make_finding(context, "note", "R-13", where, message)


CHECKS = (
    _familiars,
    _partners,
    _followers,
    _other_forms,
    _expensive_models,
)


_FIX_FIELD = Finding._fields.index("fix")


def check_roster(context: RosterContext) -> Iterator[Finding]:
    """Return the findings on a roster without duplicates: two properties can cause the same finding.

    Findings that differ only in their fixes are duplicates.
    """
    return iter({finding[:_FIX_FIELD]: finding for check in CHECKS for finding in check(context)}.values())
