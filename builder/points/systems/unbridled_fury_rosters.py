"""Unbridled Fury: the legality of a roster (R-01 to R-21). Pages are the book's.

Entries with a count of 0 field nothing and are passed over. A profile that is not in the list is
R-20's alone: nothing else can be said of it.
"""

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from builder.points.catalogue import Level
from builder.points.constraints import error_quotas
from builder.points.fixes import (
    addition_fix,
    cheapest_removal,
    cheapest_saving,
    describe_any_removal,
    describe_removal,
    removal_fix,
)
from builder.points.pricing import profile_keys
from builder.points.profile_context import ProfileContext
from builder.points.results import EntryAppraisal, Finding, Fix, PatchOperation
from builder.points.system import Quota, RosterContext
from builder.points.systems import unbridled_fury_quotas as quotas
from builder.points.wording import join_and

RosterCheck = Callable[[RosterContext], Iterator[Finding]]


def _finding(
    context: RosterContext, level: Level, rule: str, where: str, message: str, fix: Fix | None = None
) -> Finding:
    """A finding on a roster; its page is the rule's."""
    return Finding(level, rule, where, message, context.catalogue_index.page_of(rule), fix)


def _every_quota(context: RosterContext) -> list[Quota]:
    """What no advice may break."""
    return [*quotas.all_quotas(context, context.counts), *error_quotas(context, context.counts)]


def _too_many(context: RosterContext, rule: str, quota: Quota, problem: str) -> Finding:
    """That a quota is passed, with the cheapest models to remove."""
    removed = cheapest_removal(context, quota, _every_quota(context))
    message = f"{problem}{describe_any_removal(context, removed)}."
    return _finding(context, "error", rule, "entries", message, removal_fix(context, removed))


def _fielded(context: RosterContext) -> list[tuple[int, EntryAppraisal, ProfileContext]]:
    """The entries that field models of the list's profiles, with their places and profiles."""
    return [
        (index, entry, context.profile_contexts[entry.profile]) for index, entry in context.fielded_entries
    ]


def _entry_place(index: int) -> str:
    return f"entries[{index}]"


def _pluralize(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _larger_game(context: RosterContext) -> int | None:
    """The fix that needs no other models: the next standard game that holds these."""
    fitting = (
        size.points
        for size in quotas.game_sizes(context)
        if context.points is not None and size.points >= context.points and size.models >= context.models
    )
    return min(fitting, default=None)


def _larger_game_fix(context: RosterContext) -> Fix | None:
    size = _larger_game(context)
    return Fix(f"Play {size}", (PatchOperation("replace", "/limit", size),)) if size is not None else None


def _advice(context: RosterContext, removal: str, otherwise: str) -> str:
    """Models to remove, or a game that holds them all."""
    size = _larger_game(context)
    return ", or ".join(filter(None, (removal, f"play {size}" if size else ""))) or otherwise


def _over_limit(context: RosterContext) -> Iterator[Finding]:
    """R-01: the sum may not pass the game, and the game is of a standard size."""
    standard = [size.points for size in quotas.game_sizes(context)]
    limit = context.limit
    if standard and limit not in standard:
        *others, last = map(str, standard)
        names = f"{', '.join(others)} or {last}" if others else last
        message = f"{limit} points is no standard game: play {names}."
        yield _finding(context, "error", "R-01", "limit", message, _larger_game_fix(context))
    quota = quotas.points_quota(context, context.counts)
    over = quota.over(context.counts)
    if not over:
        return
    removed = cheapest_saving(context, over, _every_quota(context))
    otherwise = "remove models of several kinds" if context.models > 1 else "field a cheaper model"
    advice = _advice(context, describe_removal(context, removed) if removed else "", otherwise)
    unpriced = [profile.name for _, entry, profile in _fielded(context) if entry.each is None]
    priced = f" without {join_and(dict.fromkeys(unpriced))}" if unpriced else ""
    message = f"{quota.used(context.counts)} points{priced}, {over} over the {limit} of this game: {advice}."
    fix = removal_fix(context, removed) or _larger_game_fix(context)
    yield _finding(context, "error", "R-01", "entries", message, fix)


def _model_count(context: RosterContext) -> Iterator[Finding]:
    """R-02: one model for each 25 points of the game at most, and one at least."""
    if context.models == 0:
        yield _finding(context, "error", "R-02", "entries", "No model is fielded: add one at least.")
        return
    share = context.catalogue_index.numbers["points_per_model"]
    quota = quotas.models_quota(context, context.counts)
    if quota.over(context.counts):
        removed = cheapest_removal(context, quota, _every_quota(context)) if quota.most > 0 else {}
        removal = describe_any_removal(context, removed) if removed else ""
        advice = _advice(context, removal, "play a larger game")
        message = f"{_pluralize(context.models, 'model')}, at most {quota.most} in this game: {advice}."
        fix = removal_fix(context, removed) or _larger_game_fix(context)
        yield _finding(context, "error", "R-02", "entries", message, fix)
    elif context.points is not None and context.models > context.points // share:
        message = (
            f"{_pluralize(context.models, 'model')} for {_pluralize(context.points, 'point')}: if the points "
            "spent "
            f"count and not the game, at most {context.points // share}."
        )
        yield _finding(context, "warning", "R-02", "entries", message)


def _unspent_points(context: RosterContext) -> Iterator[Finding]:
    """R-03: points left over are lost."""
    if context.points is not None and context.models and context.points < context.limit:
        rest = context.limit - context.points
        message = (
            "1 point stays unspent; it is lost."
            if rest == 1
            else f"{rest} points stay unspent; they are lost."
        )
        yield _finding(context, "note", "R-03", "entries", message)


def _leader(context: RosterContext) -> Iterator[Finding]:
    """R-04: one Command Die, or none."""
    quota = quotas.leader_quota(context, context.counts)
    if quota.over(context.counts):
        problem = f"{quota.used(context.counts)} models have a Command Die: a company has one leader; "
        yield _too_many(context, "R-04", quota, problem)
    elif context.models and not quota.used(context.counts):
        message = "No leader: the company rolls a d4 as its Command Die."
        yield _finding(context, "note", "R-04", "entries", message)


def _familiars(context: RosterContext) -> Iterator[Finding]:
    """R-07: one familiar for each sorcerer, and for each model that is named as master."""
    counts = context.counts
    total = quotas.familiar_quota(context, counts)
    if total.over(counts):
        owned, owners = (
            sum(count for key, count in counts.items() if counted(context.profile_contexts[key]))
            for counted in (quotas.is_familiar, quotas.is_sorcerer)
        )
        problem = f"{_pluralize(owned, 'familiar')} for {_pluralize(owners, 'sorcerer')}: "
        yield _too_many(context, "R-07", total, f"{problem}each sorcerer has one at most; ")
        return
    for master, quota in quotas.master_quotas(context, counts):
        fielded = counts.get(master, 0)
        if quota.over(counts) and bool(quota.only_with) == bool(fielded):
            named = f"{quota.used(counts) + fielded} familiars name {context.name(master)} as master"
            there = "none" if not fielded else str(fielded)
            problem = f"{named}, of whom {there} {'are' if fielded > 1 else 'is'} fielded: "
            yield _too_many(context, "R-07", quota, problem)


def _own_limits(context: RosterContext) -> Iterator[Finding]:
    """R-08: the list owner's own Max N."""
    broken = [q for q in quotas.own_limit_quotas(context, context.counts) if q.over(context.counts)]
    every = _every_quota(context) if broken else []
    for quota in broken:
        ((key, _),) = quota.weights.items()
        index = next(i for i, entry in context.fielded_entries if entry.profile == key)
        message = (
            f"{context.counts[key]} × {context.name(key)}, at most {quota.most} by this list's own Max: "
            f"remove {quota.over(context.counts)}."
        )
        fix = removal_fix(context, cheapest_removal(context, quota, every))
        yield _finding(context, "error", "R-08", _entry_place(index), message, fix)


class _Row(NamedTuple):
    """A profile that something is said of, and its row."""

    name: str
    place: int


class _Sentences:
    """Findings that say the same of several models, each said once with all their names."""

    def __init__(self, context: RosterContext, level: Level) -> None:
        self.context = context
        self.level = level
        self.rows: dict[tuple[str, str, str], dict[str, _Row]] = {}

    def add(self, rule: str, profile: ProfileContext, index: int, one: str, many: str = "") -> None:
        """Say ``one`` of a profile, or ``many`` of several; the names stand where the braces are."""
        rows = self.rows.setdefault((rule, one, many or one), {})
        rows.setdefault(profile.key, _Row(profile.name, index))

    def findings(self) -> Iterator[Finding]:
        """Each sentence, at its row where it is about one."""
        for (rule, one, many), found in self.rows.items():
            rows = list(found.values())
            where = _entry_place(rows[0].place) if len(rows) == 1 else "entries"
            sentence = one if len(rows) == 1 else many
            message = sentence.replace("{}", join_and(row.name for row in rows), 1)
            yield _finding(self.context, self.level, rule, where, message)


def _companions(context: RosterContext) -> Iterator[Finding]:
    """R-09: a companion's partner should be fielded too."""
    for index, _, profile in _fielded(context):
        for _, pick in profile.picks_of("properties", "companion"):
            for key in profile_keys(pick.parameters.get("profile")):
                if not context.counts.get(key):
                    known = key in context.profile_contexts
                    name = context.name(key) if known else key
                    advice = f"fielded: add 1 × {name}" if known else "in this list: name another partner"
                    message = f"{profile.name} is the companion of {name}, who is not {advice}."
                    fix = addition_fix(context, key, _every_quota_with(context, key)) if known else None
                    yield _finding(context, "warning", "R-09", _entry_place(index), message, fix)


def _every_quota_with(context: RosterContext, key: str) -> list[Quota]:
    """What one more model of a profile that is not fielded yet may not break."""
    keys: Collection[str] = {**context.counts, key: 0}
    return [*quotas.all_quotas(context, keys), *error_quotas(context, keys)]


def _bound_to_leader(context: RosterContext) -> Iterator[Finding]:
    """R-10, R-11: what falls with the leader, or needs one. The leader herself needs no such advice."""
    leading = quotas.leader_quota(context, context.counts).weights
    led = any(context.counts[key] for key in leading)
    notes, warnings = _Sentences(context, "note"), _Sentences(context, "warning")
    for index, entry, profile in _fielded(context):
        if not {"undead", "construct"}.isdisjoint(profile.taken) and entry.profile not in leading:
            if led:
                end = "destroyed when the leader dies."
                notes.add("R-10", profile, index, f"{{}} is {end}", f"{{}} are {end}")
            else:
                notes.add("R-10", profile, index, "{} would die with a leader; there is none.")
        if not {"ensign", "musician"}.isdisjoint(profile.taken) and not led:
            end = "no leader to stay near: field one, or leave"
            warnings.add("R-11", profile, index, f"{{}} has {end} it out.", f"{{}} have {end} them out.")
    yield from notes.findings()
    yield from warnings.findings()


def _other_forms(context: RosterContext) -> Iterator[Finding]:
    """R-12, R-14: profiles that come into play without being bought must be in the list and have models."""
    notes = _Sentences(context, "note")
    for index, _, profile in _fielded(context):
        for slot, code, rule in _FORMS:
            for pick in profile.picks(slot):
                keys = profile_keys(pick.parameters.get("forms", pick.parameters.get("profile")))
                if pick.code != code:
                    continue
                known = [profile.priced_list.name_of(key) for key in keys if key in profile.priced_list.names]
                if len(known) < max(len(keys), 1):
                    group = context.catalogue_index.pick_slots[slot].group
                    name = context.catalogue_index.entries[group][code].name
                    message = (
                        f"{profile.name}: the profile that {name} needs is not in this list; "
                        f"name one that is, or remove {profile.name}."
                    )
                    yield _finding(context, "error", rule, _entry_place(index), message)
                else:
                    message = f"bring a model of {', '.join(known)}; it is not bought here."
                    notes.add(rule, profile, index, f"{{}}: {message}")
    yield from notes.findings()


_FORMS = (
    ("spells", "summon", "R-12"),
    ("properties", "dismount", "R-14"),
    ("properties", "were-creature", "R-14"),
    ("spells", "transmutation", "R-14"),
)


def _expensive_models(context: RosterContext) -> Iterator[Finding]:
    """R-13: losing a model of 200 points or more shakes its friends."""
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


_REMINDERS: tuple[tuple[str, str, str, str], ...] = (
    ("wind-dependent", "R-15", "roll the direction of the wind", ""),
    ("waterborne", "R-15", "have water on the table", ""),
    ("aquatic", "R-15", "have water on the table", ""),
    ("airborne", "R-16", "starts in reserve", "start in reserve"),
    (
        "sniper",
        "R-16",
        "starts in reserve, and is never in a group",
        "start in reserve, and are never in a group",
    ),
    ("stalker", "R-16", "may arrive in its own way", "may arrive in their own way"),
    ("burrower", "R-16", "may arrive in its own way", "may arrive in their own way"),
)


def _reminders(context: RosterContext) -> Iterator[Finding]:
    """R-15, R-16: what to remember as the table is set up."""
    notes = _Sentences(context, "note")
    for index, _, profile in _fielded(context):
        for code, rule, one, many in _REMINDERS:
            if code in profile.taken:
                notes.add(rule, profile, index, f"{{}}: {one}.", f"{{}}: {many or one}.")
    yield from notes.findings()


def _drilled(context: RosterContext) -> Iterator[Finding]:
    """R-17: one drilled model has no drilled formation."""
    drilled = [
        (index, entry.count) for index, entry, profile in _fielded(context) if "drilled" in profile.taken
    ]
    if [count for _, count in drilled] == [1]:
        ((index, _),) = drilled
        message = "One Drilled model alone: it helps only where the whole formation has it."
        yield _finding(context, "note", "R-17", _entry_place(index), message)


def _unknown_profiles(context: RosterContext) -> Iterator[Finding]:
    """R-20: a roster is drawn from its company list."""
    for index, entry in enumerate(context.entries):
        if entry.count and entry.profile not in context.profile_contexts:
            message = (
                f"{entry.profile} is not in this company list: remove the row, or bring the profile back."
            )
            path = f"/entries/{index}"
            fix = Fix(f"Remove {entry.profile}", (PatchOperation("remove", path),))
            yield _finding(context, "error", "R-20", _entry_place(index), message, fix)


def _single_model(context: RosterContext) -> Iterator[Finding]:
    """R-21: one model may be the whole company."""
    if context.models == 1 and len(_fielded(context)) == 1:
        yield _finding(context, "note", "R-21", "entries", "The whole company is one model. That is allowed.")


CHECKS: tuple[RosterCheck, ...] = (
    _unknown_profiles,
    _over_limit,
    _model_count,
    _unspent_points,
    _leader,
    _familiars,
    _own_limits,
    _companions,
    _bound_to_leader,
    _other_forms,
    _expensive_models,
    _reminders,
    _drilled,
    _single_model,
)


def check_roster(context: RosterContext) -> Iterator[Finding]:
    """Every finding on one roster, each once: two properties may say the same of one row."""
    return iter({finding[:-1]: finding for check in CHECKS for finding in check(context)}.values())
