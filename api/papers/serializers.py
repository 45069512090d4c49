"""Serializers of the query parameters for papers of a list.

A paper is a list or a part of it in printed form, as a PDF or a picture. The website's addresses of papers
have query parameters with the same names.
"""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from api.shared.errors import Problem
from builder.documents import LoadedList
from builder.exports.pdf.options import (
    ACCENT_CODES,
    CARD_CODES,
    CARDS_PER,
    MAX_BLANK,
    PAPER_NAMES,
    SIZE_CODES,
    PaperOptions,
    missing_choice,
    roster_index_for,
)

ROSTER_HELP = "Id of a roster of the list."
INCLUDED = "1"
_SWITCH_NAMES = ("points", "background", "glossary", "bleed", "crop", "backs")
"""The names of the options whose values are "0" and "1": each ``IncludePartField`` and ``SwitchField``."""

GLOSSARY_HELP = (
    'the explanations of codes. In the paper "quick", these are the rows about models that aren\'t listed.'
)
PER_HELP = 'Whether to print a card for each profile or for each model. "model" requires a roster.'
BLANK_HELP = 'Number of blank cards to add. For the paper "sheets", a number from 1 prints only blank sheets.'


class IncludePartField(serializers.ChoiceField):
    """A switch for a part of a paper or a text. The part is included unless the value is "0"."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=(INCLUDED, "0"), default=INCLUDED, **options)


class SwitchField(serializers.ChoiceField):
    """A switch for a part of a paper. The part is left out unless the value is "1"."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=("0", INCLUDED), default="0", **options)


class PaperQuerySerializer(serializers.Serializer[Any]):
    """The options of a paper of a list."""

    paper = serializers.ChoiceField(choices=tuple(PAPER_NAMES), default="list", help_text="Kind of paper.")
    size = serializers.ChoiceField(choices=SIZE_CODES, default="a4", help_text="Size of the paper.")
    roster = serializers.CharField(
        required=False,
        help_text=f'{ROSTER_HELP} If it is left out, the papers "roster" and "battle" use the first roster. '
        'The paper "list" never uses a roster. The paper "quick" names the models of the roster or the list.',
    )
    points = IncludePartField(help_text='"0" leaves out all prices.')
    background = IncludePartField(help_text='"0" leaves out background and notes.')
    glossary = IncludePartField(help_text=f'"0" leaves out {GLOSSARY_HELP}')
    per = serializers.ChoiceField(
        choices=CARDS_PER,
        default="profile",
        help_text=PER_HELP,
    )
    blank = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=MAX_BLANK,
        help_text=BLANK_HELP,
    )
    card = serializers.ChoiceField(choices=CARD_CODES, default="poker", help_text="Size of cards.")
    bleed = SwitchField(help_text='"1" adds 3 mm beyond each edge of a card.')
    crop = IncludePartField(help_text='"0" leaves out the crop marks.')
    backs = SwitchField(
        help_text='"1" adds a page of backs after every page of cards. For the paper "battle", "1" adds the '
        "quick reference."
    )
    accent = serializers.ChoiceField(
        choices=ACCENT_CODES, default="none", help_text="Colour of the band on cards."
    )


def paper_options(options: dict[str, Any], loaded: LoadedList) -> PaperOptions:
    """Return the options of a paper of a list. Raises Problem for an impossible choice."""
    roster = roster_index(options, loaded.roster_ids)
    return chosen_options(_with_booleans(options), roster, len(loaded.roster_ids))


def chosen_options(options: dict[str, Any], roster: int | None, roster_count: int) -> PaperOptions:
    """Return the options of a paper. Raises Problem for an impossible choice.

    ``roster`` is the index of the requested roster, or None. ``roster_count`` is the number of rosters.
    """
    paper, per = options["paper"], options["per"]
    roster = roster_index_for(paper, roster, roster_count)
    missing = missing_choice(paper, roster, per)
    if missing is not None:
        raise invalid_choice(missing.option, f"{missing.problem}: choose {missing.fix}")
    chosen = {name: options[name] for name in ("size", "blank", "card", "accent", *_SWITCH_NAMES)}
    return PaperOptions(paper=paper, roster=roster, per=per, **chosen)


def hand_in_options(options: dict[str, Any]) -> PaperOptions:
    """Return the options of a paper of a hand-in. Raises Problem for an impossible choice.

    A hand-in is a copy of one roster that was handed in for an event. So its document has only this roster.
    """
    return chosen_options({"blank": 0, **_with_booleans(options)}, 0, 1)


def _with_booleans(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a query. The values "1" and "0" of switches become True and False."""
    return options | {name: options[name] == INCLUDED for name in _SWITCH_NAMES}


def roster_index(options: dict[str, Any], roster_ids: Sequence[str]) -> int | None:
    """Return the index of the requested roster, or None. Raises Problem for an unknown id."""
    wanted = options.get("roster")
    if wanted is None:
        return None
    if wanted not in roster_ids:
        raise invalid_choice("roster", "is not a roster of this list: write the id of one")
    return roster_ids.index(wanted)


def invalid_choice(name: str, message: str) -> Problem:
    """Return the problem for an invalid value of the option ``name``."""
    return Problem("not-understood", f"{name}: {message}", [(name, message)])
