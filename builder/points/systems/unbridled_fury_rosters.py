"""Unbridled Fury: the legality of a roster (R-01 to R-21). Pages are the book's.

Entries with a count of 0 field nothing and are passed over. A profile that is not in the list is
R-20's alone: nothing else can be said of it.
"""

from collections.abc import Callable, Iterator

from builder.points.catalogue import Level
from builder.points.facts import Facts
from builder.points.pricing import keys_of
from builder.points.results import EntryAppraisal, Finding
from builder.points.systems import unbridled_fury_quotas as quotas
from builder.points.systems.mends import least, least_points, remove, remove_any
from builder.points.systems.system import RosterFacts

Check = Callable[[RosterFacts], Iterator[Finding]]


def _found(roster: RosterFacts, level: Level, rule: str, where: str, message: str) -> Finding:
    """A finding on a roster; its page is the rule's."""
    return Finding(level, rule, where, message, roster.book.page_of(rule))


def _fielded(roster: RosterFacts) -> list[tuple[int, EntryAppraisal, Facts]]:
    """The entries that field models of the list's profiles, with their places and facts."""
    return [(index, entry, roster.facts[entry.profile]) for index, entry in roster.fielded]


def _at(index: int) -> str:
    return f"entries[{index}]"


def _name(facts: Facts) -> str:
    return facts.context.names[facts.key] or facts.key


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _larger(roster: RosterFacts) -> list[str]:
    """The mend that needs no other models: the next standard game that holds these."""
    fitting = [
        size.points
        for size in quotas.sizes(roster)
        if roster.points is not None and size.points >= roster.points and size.models >= roster.models
    ]
    return [f"play {min(fitting)}"] if fitting else []


def _over(roster: RosterFacts) -> Iterator[Finding]:
    """R-01: the sum may not pass the game, and the game is of a standard size."""
    standard = [size.points for size in quotas.sizes(roster)]
    limit = roster.roster.limit
    if standard and limit not in standard:
        *others, last = map(str, standard)
        names = f"{', '.join(others)} or {last}" if others else last
        yield _found(roster, "error", "R-01", "limit", f"{limit} points is no standard game: play {names}.")
    quota = quotas.points(roster, roster.counts)
    over = quota.over(roster.counts)
    if not over:
        return
    removed = least_points(roster, over, quotas.quotas(roster, roster.counts))
    mends = [remove(roster, removed)] if removed else []
    mend = ", or ".join([*mends, *_larger(roster)]) or _no_mend(roster)
    priced = "" if roster.points is not None else " without what has no price"
    message = f"{quota.used(roster.counts)} points{priced}, {over} over the {limit} of this game: {mend}."
    yield _found(roster, "error", "R-01", "entries", message)


def _no_mend(roster: RosterFacts) -> str:
    return "remove models of several kinds" if roster.models > 1 else "field a cheaper model"


def _models(roster: RosterFacts) -> Iterator[Finding]:
    """R-02: one model for each 25 points of the game at most, and one at least."""
    if roster.models == 0:
        yield _found(roster, "error", "R-02", "entries", "No model is fielded: add one at least.")
        return
    share = roster.book.numbers["points_per_model"]
    quota = quotas.models(roster, roster.counts)
    if quota.over(roster.counts):
        mends = [] if quota.most < 1 else [remove_any(roster, least(roster, quota))]
        mend = ", or ".join([*mends, *_larger(roster)]) or "play a larger game"
        message = f"{_count(roster.models, 'model')}, at most {quota.most} in this game: {mend}."
        yield _found(roster, "error", "R-02", "entries", message)
    elif roster.points is not None and roster.models > roster.points // share:
        message = (
            f"{_count(roster.models, 'model')} for {_count(roster.points, 'point')}: if the points spent "
            f"count and not the game, at most {roster.points // share}."
        )
        yield _found(roster, "warning", "R-02", "entries", message)


def _rest(roster: RosterFacts) -> Iterator[Finding]:
    """R-03: points left over are lost."""
    if roster.points is not None and roster.models and roster.points < roster.roster.limit:
        rest = roster.roster.limit - roster.points
        message = (
            "1 point stays unspent; it is lost."
            if rest == 1
            else f"{rest} points stay unspent; they are lost."
        )
        yield _found(roster, "note", "R-03", "entries", message)


def _leader(roster: RosterFacts) -> Iterator[Finding]:
    """R-04: one Command Die, or none."""
    quota = quotas.leaders(roster, roster.counts)
    if quota.over(roster.counts):
        message = (
            f"{quota.used(roster.counts)} models have a Command Die: a company has one leader; "
            f"{remove_any(roster, least(roster, quota))}."
        )
        yield _found(roster, "error", "R-04", "entries", message)
    elif roster.models and not quota.used(roster.counts):
        message = "No leader: the company rolls a d4 as its Command Die."
        yield _found(roster, "note", "R-04", "entries", message)


def _familiars(roster: RosterFacts) -> Iterator[Finding]:
    """R-07: one familiar for each sorcerer, and for each model that is named as master."""
    counts = roster.counts
    total = quotas.familiars(roster, counts)
    if total.over(counts):
        owned, owners = (
            sum(count for key, count in counts.items() if counted(roster.facts[key]))
            for counted in (quotas.is_familiar, quotas.is_sorcerer)
        )
        message = (
            f"{_count(owned, 'familiar')} for {_count(owners, 'sorcerer')}: each sorcerer has one at most; "
            f"{remove_any(roster, least(roster, total))}."
        )
        yield _found(roster, "error", "R-07", "entries", message)
        return
    for master, quota in quotas.masters(roster, counts):
        fielded = counts.get(master, 0)
        if quota.over(counts) and bool(quota.only_with) == bool(fielded):
            named = f"{quota.used(counts) + fielded} familiars name {roster.name(master)} as master"
            there = "none" if not fielded else str(fielded)
            mend = remove_any(roster, least(roster, quota))
            message = f"{named}, of whom {there} {'are' if fielded > 1 else 'is'} fielded: {mend}."
            yield _found(roster, "error", "R-07", "entries", message)


def _own_limits(roster: RosterFacts) -> Iterator[Finding]:
    """R-08: the list owner's own Max N."""
    for quota in quotas.own_limits(roster, roster.counts):
        if over := quota.over(roster.counts):
            ((key, _),) = quota.weights.items()
            index = next(i for i, entry in roster.fielded if entry.profile == key)
            message = (
                f"{roster.counts[key]} × {roster.name(key)}, at most {quota.most} by this list's own Max: "
                f"remove {over}."
            )
            yield _found(roster, "error", "R-08", _at(index), message)


def _companions(roster: RosterFacts) -> Iterator[Finding]:
    """R-09: a companion's partner should be fielded too."""
    for index, _, facts in _fielded(roster):
        for _, pick in facts.picked("properties", "companion"):
            for key in keys_of(pick.parameters.get("profile")):
                if not roster.counts.get(key):
                    known = key in roster.facts
                    name = roster.name(key) if known else key
                    mend = f"fielded: add 1 × {name}" if known else "in this list: name another partner"
                    message = f"{_name(facts)} is the companion of {name}, who is not {mend}."
                    yield _found(roster, "warning", "R-09", _at(index), message)


def _bound_to_leader(roster: RosterFacts) -> Iterator[Finding]:
    """R-10, R-11: what falls with the leader, or needs one."""
    led = quotas.leaders(roster, roster.counts).used(roster.counts) > 0
    for index, _, facts in _fielded(roster):
        for code in ("undead", "construct"):
            if code in facts.taken:
                fate = (
                    "is destroyed when the leader dies" if led else "would die with a leader; there is none"
                )
                yield _found(roster, "note", "R-10", _at(index), f"{_name(facts)} {fate}.")
        for code in ("ensign", "musician"):
            if code in facts.taken and not led:
                message = f"{_name(facts)} has no leader to stay near: field one, or leave it out."
                yield _found(roster, "warning", "R-11", _at(index), message)


def _other_forms(roster: RosterFacts) -> Iterator[Finding]:
    """R-12, R-14: profiles that come into play without being bought must be in the list and have models."""
    for index, _, facts in _fielded(roster):
        for slot, code, rule in _FORMS:
            for pick in facts.picks(slot):
                keys = keys_of(pick.parameters.get("forms", pick.parameters.get("profile")))
                if pick.code != code:
                    continue
                known = [facts.context.names[key] or key for key in keys if key in facts.context.names]
                if len(known) < max(len(keys), 1):
                    message = (
                        f"{_name(facts)}: the profile that {pick.code} needs is not in this list; "
                        f"name one that is, or remove {_name(facts)}."
                    )
                    yield _found(roster, "error", rule, _at(index), message)
                else:
                    message = f"{_name(facts)}: bring a model of {', '.join(known)}; it is not bought here."
                    yield _found(roster, "note", rule, _at(index), message)


_FORMS = (
    ("spells", "summon", "R-12"),
    ("properties", "dismount", "R-14"),
    ("properties", "were-creature", "R-14"),
    ("spells", "transmutation", "R-14"),
)


def _dear(roster: RosterFacts) -> Iterator[Finding]:
    """R-13: losing a model of 200 points or more shakes its friends."""
    for index, entry, facts in _fielded(roster):
        if entry.each is not None and entry.each >= facts.book.numbers["big_model"]:
            message = (
                f"Losing {_name(facts)} ({entry.each} points) forces Cow checks on friends who see the spot."
            )
            yield _found(roster, "note", "R-13", _at(index), message)


_REMINDERS: tuple[tuple[str, str, str], ...] = (
    ("wind-dependent", "R-15", "roll the direction of the wind"),
    ("waterborne", "R-15", "have water on the table"),
    ("aquatic", "R-15", "have water on the table"),
    ("airborne", "R-16", "starts in reserve"),
    ("sniper", "R-16", "starts in reserve, and is never in a group"),
    ("stalker", "R-16", "may arrive in its own way"),
    ("burrower", "R-16", "may arrive in its own way"),
)


def _reminders(roster: RosterFacts) -> Iterator[Finding]:
    """R-15, R-16: what to remember as the table is set up."""
    for index, _, facts in _fielded(roster):
        for code, rule, what in _REMINDERS:
            if code in facts.taken:
                yield _found(roster, "note", rule, _at(index), f"{_name(facts)}: {what}.")


def _drilled(roster: RosterFacts) -> Iterator[Finding]:
    """R-17: one drilled model has no drilled formation."""
    drilled = [(index, entry.count) for index, entry, facts in _fielded(roster) if "drilled" in facts.taken]
    if [count for _, count in drilled] == [1]:
        ((index, _),) = drilled
        message = "One Drilled model alone: it helps only where the whole formation has it."
        yield _found(roster, "note", "R-17", _at(index), message)


def _strangers(roster: RosterFacts) -> Iterator[Finding]:
    """R-20: a roster is drawn from its company list."""
    for index, entry in enumerate(roster.entries):
        if entry.count and entry.profile not in roster.facts:
            message = (
                f"{entry.profile} is not in this company list: remove the row, or bring the profile back."
            )
            yield _found(roster, "error", "R-20", _at(index), message)


def _alone(roster: RosterFacts) -> Iterator[Finding]:
    """R-21: one model may be the whole company."""
    if roster.models == 1 and len(_fielded(roster)) == 1:
        yield _found(roster, "note", "R-21", "entries", "The whole company is one model. That is allowed.")


CHECKS: tuple[Check, ...] = (
    _strangers, _over, _models, _rest, _leader, _familiars, _own_limits, _companions,
    _bound_to_leader, _other_forms, _dear, _reminders, _drilled, _alone,
)  # fmt: skip


def check_roster(roster: RosterFacts) -> Iterator[Finding]:
    """Every finding on one roster, each once: two properties may say the same of one row."""
    return iter(dict.fromkeys(finding for check in CHECKS for finding in check(roster)))
