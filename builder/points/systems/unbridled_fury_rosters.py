"""Unbridled Fury: the rules on rosters that the catalogue does not say as data. Pages are the book's.

Entries with a count of 0 field nothing and are passed over, and so are profiles that are not in the list.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from builder.points.document.design import profile_keys
from builder.points.legality.roster_changes import addition_fix
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import Quota, RosterContext
from builder.points.rules.catalogue import Level, Property
from builder.points.rules.results import EntryAppraisal, Finding, Fix
from builder.points.rules.wording import join_and
from builder.points.systems.unbridled_fury_quotas import (
    familiar_quota,
    is_familiar,
    is_sorcerer,
    master_quotas,
)

RosterCheck = Callable[[RosterContext], Iterator[Finding]]


def _finding(
    context: RosterContext,
    level: Level,
    rule: str,
    where: str,
    message: str,
    fix: Fix | None = None,
    page: int = 0,
) -> Finding:
    """Return a finding on a roster, at the page of the case, or at its rule's first page."""
    return Finding(level, rule, where, message, context.catalogue_index.page_of(rule, page), fix)


def _too_many(context: RosterContext, quota: Quota, problem: str, owner: str) -> Finding:
    """That a quota is passed, how many familiars are too many, and how many owners they lack."""
    counts = context.counts
    message = f"{problem}remove {quota.over(counts)}, or add {quota.used(counts)}{owner}."
    return _finding(context, "error", quota.rule, "entries", message)


def _fielded(context: RosterContext) -> list[tuple[int, EntryAppraisal, ProfileContext]]:
    """The entries that field models of the list's profiles, with their places and profiles."""
    return [
        (index, entry, context.profile_contexts[entry.profile]) for index, entry in context.fielded_entries
    ]


def _entry_place(index: int) -> str:
    return f"entries[{index}]"


def _pluralize(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _familiars(context: RosterContext) -> Iterator[Finding]:
    """R-07: one familiar for each sorcerer, and for each model that is named as master."""
    counts = context.counts
    if not any(is_familiar(context.profile_contexts[key]) for key in counts):
        return
    total = familiar_quota(context, counts)
    if total.over(counts):
        owned, owners = (
            sum(count for key, count in counts.items() if counted(context.profile_contexts[key]))
            for counted in (is_familiar, is_sorcerer)
        )
        problem = f"{_pluralize(owned, 'familiar')} for {_pluralize(owners, 'sorcerer')}: "
        lacking = " sorcerer" if total.used(counts) == 1 else " sorcerers"
        yield _too_many(context, total, f"{problem}each sorcerer has one at most; ", lacking)
        return
    for master, quota in master_quotas(context, counts):
        fielded = counts.get(master, 0)
        if quota.over(counts) and bool(quota.only_with) == bool(fielded):
            named = f"{quota.used(counts) + fielded} familiars name {context.name(master)} as master"
            there = "none" if not fielded else str(fielded)
            problem = f"{named}, of whom {there} {'are' if fielded > 1 else 'is'} fielded: "
            yield _too_many(context, quota, problem, f" × {context.name(master)}")


def _partners(context: RosterContext) -> Iterator[Finding]:
    """R-09: the partner of a companion and the master that a familiar names should be fielded too."""
    for index, _, profile in _fielded(context):
        for code in ("companion", "familiar"):
            for _, pick in profile.picks_of("properties", code):
                for key in profile_keys(pick.parameters.get("profile")):
                    yield from _partner(context, index, profile, code, key)


def _partner(
    context: RosterContext, index: int, profile: ProfileContext, code: str, key: str
) -> Iterator[Finding]:
    """Report a partner who is not fielded; one of the model's own profile is a second model of it."""
    own = key == profile.key
    if context.counts.get(key, 0) > own or (own and code == "familiar"):
        return
    known = key in context.profile_contexts
    name = context.name(key) if known else key
    advice = f"fielded: add 1 × {name}" if known else "in this list: name another"
    who = f"another {name}" if own else name
    message = f"{profile.name} is the {code} of {who}, who is not {advice}."
    fix = addition_fix(context, key) if known and not own else None
    page = context.catalogue_index.entries["model"][code].page
    yield _finding(context, "warning", "R-09", _entry_place(index), message, fix, page)


_AWAY = ("airborne", "drifter", "sniper", "stampede")  # off the table, hidden, or moved by chance


def _followers(context: RosterContext) -> Iterator[Finding]:
    """R-11: who stays near the leader cannot follow one who is off the table or moves by chance."""
    fielded = _fielded(context)
    leaders = [profile for _, _, profile in fielded if profile.values.get("command_die")]
    if not leaders or not all(leader.holds_any(_AWAY) for leader in leaders):
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
                yield _finding(context, "warning", "R-11", _entry_place(index), message, page=page)


class _Row(NamedTuple):
    """A profile that something is said of, and its row."""

    name: str
    place: int


def _other_forms(context: RosterContext) -> Iterator[Finding]:
    """R-12, R-14: profiles that come into play without being bought must be in the list and have models."""
    needed: dict[tuple[str, str, tuple[str, ...]], list[_Needed]] = {}
    for index, _, profile in _fielded(context):
        for slot, code, rule in _FORMS:
            for pick in profile.picks(slot):
                if pick.code != code:
                    continue
                keys = profile_keys(pick.parameters.get("forms", pick.parameters.get("profile")))
                known = tuple(key for key in keys if key in profile.priced_list.names)
                entry = context.catalogue_index.entries[context.catalogue_index.pick_slots[slot].group][code]
                if len(known) < max(len(keys), 1):
                    message = (
                        f"{profile.name}: the profile that {entry.name} needs is not in this list; "
                        f"name one that is, or remove {profile.name}."
                    )
                    yield _finding(context, "error", rule, _entry_place(index), message, page=entry.page)
                else:
                    by = needed.setdefault((rule, entry.code, known), [])
                    by.append(_Needed(entry, profile.key, index, context.roster.entries[index].count))
    for (rule, _, known), by in needed.items():
        entry = by[0].entry
        models = sum(one.models for one in by)
        more = "more " if any(context.counts.get(key) for key in known) else ""
        what = f"1 {more}model" if models == 1 else f"{models} {more}models"
        each = "" if models == 1 else f", one for each {entry.name}"
        names = join_and(dict.fromkeys(context.name(one.profile) for one in by))
        message = (
            f"{names}: bring {what} of {join_and(map(context.name, known))}{each}; "
            f"{'it is' if models == 1 else 'they are'} not bought here."
        )
        where = "entries" if len({one.profile for one in by}) > 1 else _entry_place(by[0].row)
        yield _finding(context, "note", rule, where, message, page=entry.page)


class _Needed(NamedTuple):
    """A row whose models need models of another profile, by a property or spell."""

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


def _expensive_models(context: RosterContext) -> Iterator[Finding]:
    """R-13: losing a model of 200 points or more shakes its friends, if it has any."""
    if context.models < 2:
        return
    found: dict[str, _Row] = {}
    for index, entry, profile in _fielded(context):
        if entry.each is not None and entry.each >= profile.catalogue_index.numbers["big_model"]:
            found.setdefault(profile.key, _Row(f"{profile.name} ({entry.each} points)", index))
    if found:
        rows = list(found.values())
        where = _entry_place(rows[0].place) if len(rows) == 1 else "entries"
        names = join_and((row.name for row in rows), "or")
        message = f"Losing {names} forces Cow checks on friends who see the spot."
        yield _finding(context, "note", "R-13", where, message)


CHECKS: tuple[RosterCheck, ...] = (
    _familiars,
    _partners,
    _followers,
    _other_forms,
    _expensive_models,
)


_SAID = Finding._fields.index("fix")  # what a finding says comes before how it is fixed


def check_roster(context: RosterContext) -> Iterator[Finding]:
    """Every finding on one roster, each once: two properties may say the same of one row."""
    return iter({finding[:_SAID]: finding for check in CHECKS for finding in check(context)}.values())
