"""Unbridled Fury: the legality of a roster (R-01 to R-21). Pages are the book's.

Entries with a count of 0 field nothing and are passed over. A profile that is not in the list is
R-20's alone: nothing else can be said of it.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from builder.points.catalogue import GameSize, Level
from builder.points.facts import Facts
from builder.points.pricing import keys_of
from builder.points.results import EntryAppraisal, Finding
from builder.points.systems.system import RosterFacts

Check = Callable[[RosterFacts], Iterator[Finding]]


def _found(roster: RosterFacts, level: Level, rule: str, where: str, message: str) -> Finding:
    """A finding on a roster; its page is the rule's."""
    return Finding(level, rule, where, message, roster.book.page_of(rule))


def _fielded(roster: RosterFacts) -> list[tuple[int, EntryAppraisal, Facts]]:
    """The entries that field models of the list's profiles, with their places and facts."""
    found = enumerate(roster.entries)
    return [(i, e, roster.facts[e.profile]) for i, e in found if e.count and e.profile in roster.facts]


def _at(index: int) -> str:
    return f"entries[{index}]"


def _name(facts: Facts) -> str:
    return facts.context.names[facts.key] or facts.key


def _counts(roster: RosterFacts) -> Counter[str]:
    """How many models of each profile are fielded."""
    counts: Counter[str] = Counter()
    for _, entry, _facts in _fielded(roster):
        counts[entry.profile] += entry.count
    return counts


def _leaders(roster: RosterFacts) -> int:
    return sum(entry.count for _, entry, facts in _fielded(roster) if facts.values.get("command_die"))


def _sizes(roster: RosterFacts) -> tuple[GameSize, ...]:
    return roster.book.catalogue.game_sizes


def _over(roster: RosterFacts) -> Iterator[Finding]:
    """R-01: the sum may not pass the game, and the game is of a standard size."""
    sizes = _sizes(roster)
    limit = roster.roster.limit
    if sizes and limit not in [size.points for size in sizes]:
        names = ", ".join(str(size.points) for size in sizes)
        message = f"{limit} points is no standard game: the book plays {names}."
        yield _found(roster, "error", "R-01", "limit", message)
    if roster.points is None or roster.points <= limit:
        return
    over = roster.points - limit
    message = f"{roster.points} points, {over} over the {limit} of this game: {_mend(roster, over)}."
    yield _found(roster, "error", "R-01", "entries", message)


def _mend(roster: RosterFacts, over: int) -> str:
    """The smallest mend: the one kind of model whose removal costs least, or the next game that fits."""
    counts = _counts(roster)
    each = {entry.profile: entry.each for entry in roster.entries}
    mends = []
    for key, count in counts.items():
        if price := each[key]:
            number = -(-over // price)
            if number <= count:
                mends.append((number * price, number, _name(roster.facts[key])))
    parts = []
    if mends:
        _, number, name = min(mends)
        parts.append(f"remove {number} × {name}")
    if larger := [
        s.points for s in _sizes(roster) if roster.points is not None and s.points >= roster.points
    ]:
        parts.append(f"play {min(larger)}")
    return ", or ".join(parts) or "remove models of several kinds"


def _models(roster: RosterFacts) -> Iterator[Finding]:
    """R-02: one model for each 25 points of the game at most, and one at least."""
    if roster.models == 0:
        yield _found(roster, "error", "R-02", "entries", "No model is fielded: a roster has one at least.")
        return
    share = roster.book.numbers["points_per_model"]
    table = {size.points: size.models for size in _sizes(roster)}
    most = table.get(roster.roster.limit, roster.roster.limit // share)
    if roster.models > most:
        message = f"{roster.models} models, at most {most} in this game: remove {roster.models - most}."
        yield _found(roster, "error", "R-02", "entries", message)
    elif roster.points is not None and roster.models > roster.points // share:
        message = (
            f"{roster.models} models for {roster.points} points: if the points spent count and not the game, "
            f"at most {roster.points // share}."
        )
        yield _found(roster, "warning", "R-02", "entries", message)


def _rest(roster: RosterFacts) -> Iterator[Finding]:
    """R-03: points left over are lost."""
    if roster.points is not None and roster.models and roster.points < roster.roster.limit:
        message = f"{roster.roster.limit - roster.points} points stay unspent; they are lost."
        yield _found(roster, "note", "R-03", "entries", message)


def _leader(roster: RosterFacts) -> Iterator[Finding]:
    """R-04: one Command Die, or none."""
    leaders = _leaders(roster)
    if leaders > 1:
        message = f"{leaders} models have a Command Die: a company has one leader; remove {leaders - 1}."
        yield _found(roster, "error", "R-04", "entries", message)
    elif leaders == 0 and roster.models:
        yield _found(
            roster, "note", "R-04", "entries", "No leader: the company rolls a d4 as its Command Die."
        )


def _familiars(roster: RosterFacts) -> Iterator[Finding]:
    """R-07: one familiar for each sorcerer."""
    familiars = roster.models_with("familiar")
    sorcerers = sum(entry.count for _, entry, facts in _fielded(roster) if facts.number("mgc") > 0)
    if familiars > sorcerers:
        message = (
            f"{familiars} familiars for {sorcerers} sorcerers: each sorcerer has one at most; "
            f"remove {familiars - sorcerers}."
        )
        yield _found(roster, "error", "R-07", "entries", message)
        return
    named: Counter[str] = Counter()
    for _, entry, facts in _fielded(roster):
        for _, pick in facts.picked("properties", "familiar"):
            named.update(dict.fromkeys(keys_of(pick.parameters.get("profile")), entry.count))
    counts = _counts(roster)
    for key, number in named.items():
        if counts[key] and number > counts[key]:
            name = roster.facts[key].context.names[key] or key
            message = f"{number} familiars name {name} as master, who is fielded {counts[key]} times."
            yield _found(roster, "error", "R-07", "entries", message)


def _own_limits(roster: RosterFacts) -> Iterator[Finding]:
    """R-08: the list owner's own Max N."""
    for key, number in _counts(roster).items():
        most = roster.limits[key]
        if most is not None and number > most:
            index = next(i for i, e, _ in _fielded(roster) if e.profile == key)
            name = _name(roster.facts[key])
            message = f"{number} × {name}, at most {most} by this list's own Max: remove {number - most}."
            yield _found(roster, "error", "R-08", _at(index), message)


def _companions(roster: RosterFacts) -> Iterator[Finding]:
    """R-09: a companion's partner should be fielded too."""
    counts = _counts(roster)
    for index, _, facts in _fielded(roster):
        for _, pick in facts.picked("properties", "companion"):
            for key in keys_of(pick.parameters.get("profile")):
                if not counts[key] and key in facts.context.names:
                    name = facts.context.names[key] or key
                    message = f"{_name(facts)} is the companion of {name}, who is not fielded."
                    yield _found(roster, "warning", "R-09", _at(index), message)


def _bound_to_leader(roster: RosterFacts) -> Iterator[Finding]:
    """R-10, R-11: what falls with the leader, or needs one."""
    led = _leaders(roster) > 0
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
                    message = f"{_name(facts)}: the profile that {pick.code} needs is not in this list."
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
    if roster.models_with("drilled") == 1:
        index = next(i for i, _, facts in _fielded(roster) if "drilled" in facts.taken)
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
