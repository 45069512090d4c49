"""The rules on rosters that the catalogue says as data: one small function for each kind of the vocabulary.

A count that is an error when it is passed is a quota: advice adds up its weights before it tries a roster.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from builder.points.legality.roster_changes import or_larger_game
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import Quota, RosterContext
from builder.points.pricing.values import number_of
from builder.points.rules.catalogue import Catalogue, Level, RosterCheck
from builder.points.rules.results import Finding
from builder.points.rules.wording import join_and

POINTS = "points"
"""The value of a count that adds up points."""


class RuledCheck(NamedTuple):
    """A check with the code of its rule, and the codes of properties and other conditions of its ``of``."""

    rule: str
    check: RosterCheck
    codes: frozenset[str]
    choices: tuple[str, ...]


class _Checks(NamedTuple):
    """The checks of a catalogue by kind; counts by rule.

    Nobody holds the conditions of a reminder who has none of ``reminded_codes``, unless there are ``choices``
    among them, or what comes with picks.
    """

    counts: tuple[tuple[RuledCheck, ...], ...]
    needs: tuple[RuledCheck, ...]
    reminders: tuple[RuledCheck, ...]
    reminded_codes: frozenset[str]
    choices: bool


@lru_cache(maxsize=32)
def _checks(catalogue: Catalogue) -> _Checks:
    by_rule = [tuple(_ruled(rule.code, check) for check in rule.checks) for rule in catalogue.rules]
    every = [ruled for checks in by_rule for ruled in checks]
    reminders = tuple(ruled for ruled in every if ruled.check.kind == "remind")
    counts = (tuple(ruled for ruled in checks if ruled.check.kind == "count") for checks in by_rule)
    return _Checks(
        tuple(filter(None, counts)),
        tuple(ruled for ruled in every if ruled.check.kind == "needs"),
        reminders,
        frozenset(code for ruled in reminders for code in ruled.codes),
        any(ruled.choices or ruled.check.included for ruled in reminders),
    )


def _ruled(rule: str, check: RosterCheck) -> RuledCheck:
    choices = tuple(condition for condition in check.of if "=" in condition)
    return RuledCheck(rule, check, frozenset(check.of).difference(choices), choices)


def check_rules(context: RosterContext) -> Iterator[Finding]:
    """Every finding of the rules that are data."""
    checks = _checks(context.catalogue_index.catalogue)
    for counts in checks.counts:
        found = (finding for ruled in counts for finding in _count(context, ruled))
        yield from filter(None, [next(found, None)])
    for ruled in checks.needs:
        yield from _needs(context, ruled)
    if checks.reminders:
        yield from _reminders(context, checks)


def rule_quotas(context: RosterContext, keys: Collection[str]) -> Iterator[Quota]:
    """The counts that are errors when they are passed, with the weights of these profiles of the list."""
    for counts in _checks(context.catalogue_index.catalogue).counts:
        for ruled in counts:
            if ruled.check.level == "error" and (quota := _quota(context, ruled, keys)):
                yield quota


def most_models(context: RosterContext) -> int | None:
    """How many models the roster's game allows; None where no rule says."""
    catalogue, limit = context.catalogue_index.catalogue, context.roster.limit
    checks = (ruled.check for counts in _checks(catalogue).counts for ruled in counts)
    by_game = next((check for check in checks if check.most_by == "game"), None)
    size = catalogue.game_size(limit)
    if size or by_game is None:
        return size.models if size else None
    return None if limit is None else _rounded_up(limit, catalogue.numbers[by_game.per])


def _holds(profile: ProfileContext, ruled: RuledCheck) -> bool:
    if ruled.codes:
        taken: Collection[str] = profile.codes_beside() if ruled.check.included else profile.taken
        if not ruled.codes.isdisjoint(taken):
            return True
    return bool(ruled.choices) and any(map(profile.holds, ruled.choices))


# ------------------------------------------------------------------ counts


def _quota(context: RosterContext, ruled: RuledCheck, keys: Collection[str]) -> Quota | None:
    most = _most(context, ruled.check)
    if most is None:
        return None
    weights = _weights(context, ruled, keys)
    return Quota(rule=ruled.rule, weights=weights, most=most, value=ruled.check.value)


def _most(context: RosterContext, check: RosterCheck) -> int | None:
    """The upper bound of a count; None where it has none here."""
    if check.most_by == "game":
        return most_models(context)
    if check.most_by == "spent":
        each = context.catalogue_index.numbers[check.per]
        return None if context.points is None else _rounded_up(context.points, each)
    facts = context.roster.fields
    return next((most for fact, most in check.most_with.items() if facts.get(fact)), check.most)


def _rounded_up(points: int, each: int) -> int:
    """Return how many models so many points allow: a fraction of one counts as one."""
    return -(-points // each)


def _weights(context: RosterContext, ruled: RuledCheck, keys: Collection[str]) -> dict[str, int]:
    check, contexts = ruled.check, context.profile_contexts
    if check.value:
        return {key: weight for key in keys if (weight := number_of(contexts[key], check.value))}
    if not check.of:
        return dict.fromkeys(keys, 1)
    weights = {key: 1 for key in keys if _holds(contexts[key], ruled)}
    for key in keys if check.room else ():
        if contexts[key].holds_any(check.room):
            weights[key] = weights.get(key, 0) - 1
    return weights


def _count(context: RosterContext, ruled: RuledCheck) -> Iterator[Finding]:
    check = ruled.check
    if not context.models:
        return
    if check.least_by:
        yield from _unspent(context, ruled)
    elif check.exactly is not None:
        if _used(context, ruled) == check.exactly:
            counted = _weights(context, ruled, context.counts)
            where = _place(context, counted) if check.where == "row" else "entries"
            yield _finding(context, check, ruled.rule, where, check.message)
    elif (most := _most(context, check)) is not None and _used(context, ruled) > most:
        weights = _weights(context, ruled, context.counts)
        quota = Quota(rule=ruled.rule, weights=weights, most=most, value=check.value)
        yield _too_many(context, ruled, quota)


def _used(context: RosterContext, ruled: RuledCheck) -> int:
    """What the models fielded come to, as their weights do."""
    check, counts, contexts = ruled.check, context.counts, context.profile_contexts
    if not check.value and not check.of:
        return context.models
    if not check.value and not check.room:
        return sum([count for key, count in counts.items() if _holds(contexts[key], ruled)])
    return sum(counts[key] * weight for key, weight in _weights(context, ruled, counts).items())


def _unspent(context: RosterContext, ruled: RuledCheck) -> Iterator[Finding]:
    limit, check = context.roster.limit, ruled.check
    if context.points is not None and limit is not None and context.points < limit:
        rest = limit - context.points
        message = check.one if rest == 1 and check.one else check.message
        text = message.format_map({"over": rest, "count": context.points, "most": limit})
        yield _finding(context, check, ruled.rule, "entries", text)


def _too_many(context: RosterContext, ruled: RuledCheck, quota: Quota) -> Finding:
    check, counts = ruled.check, context.counts
    advice = f"remove {quota.over(counts)}"
    if check.most_by == "game":
        advice = or_larger_game(context, advice)
    room = [key for key in counts if check.room and context.profile_contexts[key].holds_any(check.room)]
    makers, words = sum(counts[key] for key in room), context.catalogue_index.catalogue.words
    message = check.message.format_map(
        {
            "count": quota.used(counts) + makers,
            "most": quota.most,
            "room": makers,
            "over": quota.over(counts),
            "models": _so_many(context.models, words.model, words.models),
            "points": _so_many(context.points or 0, "point", "points"),
            "advice": advice,
        }
    )
    return _finding(context, check, ruled.rule, "entries", message)


def _so_many(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _place(context: RosterContext, keys: Collection[str]) -> str:
    """The row that fields one of these profiles."""
    return next(
        f"entries[{index}]"
        for index, entry in enumerate(context.roster.entries)
        if any(member.count and member.profile in keys for member in entry.members())
    )


# ------------------------------------------------------------------ who is needed


def _needs(context: RosterContext, ruled: RuledCheck) -> Iterator[Finding]:
    check = ruled.check
    missing = [each for each in check.of if not _anybody(context, (each,), included=check.included)]
    if context.models and missing:
        names = [_name(context, condition) for condition in missing]
        message = check.message.replace("{missing}", join_and(names, "or"))
        yield _finding(context, check, ruled.rule, "entries", message)


def leading_conditions(catalogue: Catalogue) -> dict[str, str]:
    """What one model of a roster should have, such as a Command Die, by the rule that misses it."""
    needs = _checks(catalogue).needs
    return {ruled.rule: ruled.check.of[0] for ruled in needs if len(ruled.check.of) == 1}


def _anybody(context: RosterContext, conditions: Iterable[str], *, included: bool = False) -> bool:
    """Whether somebody who is fielded holds one of these conditions."""
    for key, count in context.counts.items():
        if count:
            profile = context.profile_contexts[key]
            codes = profile.used_codes() if included else None
            for condition in conditions:
                if profile.holds(condition, codes):
                    return True
    return False


def _name(context: RosterContext, condition: str) -> str:
    """What is missing, in a sentence."""
    code, chosen, _ = condition.partition("=")
    name = context.catalogue_index.attributes[code].name if chosen else context.catalogue_index.name_of(code)
    return name.lower()


# ------------------------------------------------------------------ reminders


class _Row(NamedTuple):
    """A profile that something is said of, and its row."""

    name: str
    place: int


class Sentences:
    """Findings that say the same of several models, each said once with all their names."""

    def __init__(self, context: RosterContext) -> None:
        self.context = context
        self.rows: dict[tuple[Level, str, int, str, str, bool], dict[str, _Row]] = {}

    def add(
        self,
        level: Level,
        rule: str,
        page: int,
        profile: ProfileContext,
        index: int,
        one: str,
        many: str = "",
    ) -> None:
        """Say ``one`` of a profile at its row, or ``many`` of several; their {names} are filled in."""
        rows = self.rows.setdefault((level, rule, page, one, many or one, True), {})
        rows.setdefault(profile.key, _Row(profile.name, index))

    def add_of_roster(
        self, level: Level, rule: str, page: int, profile: ProfileContext, message: str
    ) -> None:
        """Say something of the whole roster, with each of the {names} once."""
        rows = self.rows.setdefault((level, rule, page, message, message, False), {})
        rows.setdefault(profile.name, _Row(profile.name, 0))

    def findings(self) -> Iterator[Finding]:
        """Each sentence, at its row where it is about one."""
        for (level, rule, page, one, many, of_row), found in self.rows.items():
            rows = list(found.values())
            where = f"entries[{rows[0].place}]" if of_row and len(rows) == 1 else "entries"
            sentence = one if len(rows) == 1 else many
            message = sentence.replace("{names}", join_and(row.name for row in rows), 1)
            yield Finding(level, rule, where, message, self.context.catalogue_index.page_of(rule, page))


def _reminders(context: RosterContext, checks: _Checks) -> Iterator[Finding]:
    known: dict[tuple[str, ...], bool] = {}

    def anybody(conditions: tuple[str, ...]) -> bool:
        if conditions not in known:
            known[conditions] = _anybody(context, conditions)
        return known[conditions]

    sentences = Sentences(context)
    for index, entry in enumerate(context.roster.entries):
        for profile, _ in context.members_of(entry):
            if not checks.choices and checks.reminded_codes.isdisjoint(profile.taken):
                continue
            for ruled in checks.reminders:
                check = ruled.check
                if not _holds(profile, ruled) or profile.holds_any(check.unless):
                    continue
                if (check.beside and not anybody(check.beside)) or anybody(check.without):
                    continue
                if check.where == "row":
                    one = check.one or check.message
                    sentences.add(check.level, ruled.rule, check.page, profile, index, one, check.message)
                else:
                    sentences.add_of_roster(check.level, ruled.rule, check.page, profile, check.message)
    yield from sentences.findings()


def _finding(context: RosterContext, check: RosterCheck, rule: str, where: str, message: str) -> Finding:
    return Finding(check.level, rule, where, message, context.catalogue_index.page_of(rule, check.page))
