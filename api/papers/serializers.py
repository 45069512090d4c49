"""Which paper is asked for, by the same names as in the query of its page."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from api.shared.errors import Problem
from builder.documents import LoadedList
from builder.exports.pdf import PaperOptions
from builder.exports.pdf.options import (
    ACCENT_CODES,
    CARD_CODES,
    CARDS_PER,
    MOST_BLANK,
    PAPER_NAMES,
    SIZE_CODES,
    missing_choice,
    roster_index_for,
)

ROSTER_HELP = "The id of one of the list's rosters."
INCLUDED = "1"
_SWITCHES = ("points", "background", "glossary", "bleed", "crop", "backs")


class IncludePartField(serializers.ChoiceField):
    """A part of a paper that is included unless it is 0."""

    def __init__(self, **more: Any) -> None:
        super().__init__(choices=(INCLUDED, "0"), default=INCLUDED, **more)


class SwitchField(serializers.ChoiceField):
    """Something that is left out unless it is 1."""

    def __init__(self, **more: Any) -> None:
        super().__init__(choices=("0", INCLUDED), default="0", **more)


class PaperQuerySerializer(serializers.Serializer[Any]):
    """A paper."""

    paper = serializers.ChoiceField(choices=tuple(PAPER_NAMES), default="list")
    size = serializers.ChoiceField(choices=SIZE_CODES, default="a4")
    roster = serializers.CharField(
        required=False,
        help_text=f"{ROSTER_HELP} Papers roster and battle take the first where none is told; list, none.",
    )
    points = IncludePartField(help_text="0 leaves every price out.")
    background = IncludePartField(help_text="0 leaves background and notes out.")
    glossary = IncludePartField(help_text="0 leaves out what codes mean.")
    per = serializers.ChoiceField(
        choices=CARDS_PER, default="profile", help_text="A card for each of these; model needs a roster."
    )
    blank = serializers.IntegerField(
        default=0, min_value=0, max_value=MOST_BLANK, help_text="Blank cards besides; blank sheets instead."
    )
    card = serializers.ChoiceField(choices=CARD_CODES, default="poker", help_text="The size of cards.")
    bleed = SwitchField(help_text="1 adds 3 mm beyond each edge of a card.")
    crop = IncludePartField(help_text="0 leaves out the marks to cut cards by.")
    backs = SwitchField(help_text="1 adds a page of backs behind every page of cards.")
    accent = serializers.ChoiceField(
        choices=ACCENT_CODES, default="none", help_text="The colour of the band on cards."
    )


def paper_options(sent: dict[str, Any], loaded: LoadedList) -> PaperOptions:
    """The options of a paper of a list; Problem names the choice that cannot be made."""
    parts = {name: sent[name] == INCLUDED for name in _SWITCHES}
    return chosen_options({**sent, **parts}, roster_index(sent, loaded.roster_ids), len(loaded.roster_ids))


def chosen_options(sent: dict[str, Any], roster: int | None, rosters: int) -> PaperOptions:
    """The options of a paper of one of so many rosters; Problem names the choice that cannot be made."""
    paper, per = sent["paper"], sent["per"]
    roster = roster_index_for(paper, roster, rosters)
    missing = missing_choice(paper, roster, per)
    if missing is not None:
        raise invalid_choice(missing.choice, f"{missing.problem}: choose {missing.fix}")
    chosen = {name: sent[name] for name in ("size", "blank", "card", "accent", *_SWITCHES)}
    return PaperOptions(paper=paper, roster=roster, per=per, **chosen)


def hand_in_options(sent: dict[str, Any]) -> PaperOptions:
    """The options of a paper of the one roster of a hand-in; Problem names the choice that cannot be made."""
    fields = PaperQuerySerializer().fields
    parts = {name: sent[name] == INCLUDED for name in sent if _is_switch(fields.get(name))}
    return chosen_options({"blank": 0, **sent, **parts}, 0, 1)


def _is_switch(field: object) -> bool:
    """Whether an option is 1 or 0."""
    return isinstance(field, serializers.ChoiceField) and set(field.choices) == {INCLUDED, "0"}


def roster_index(sent: dict[str, Any], rosters: Sequence[str]) -> int | None:
    """The place of the roster that is asked for, or None; Problem where it is none of these."""
    wanted = sent.get("roster")
    if wanted is None:
        return None
    if wanted not in rosters:
        raise invalid_choice("roster", "is no roster of this list: write the id of one")
    return rosters.index(wanted)


def invalid_choice(name: str, message: str) -> Problem:
    """What is wrong with a choice."""
    return Problem("not-understood", f"{name}: {message}", [(name, message)])
