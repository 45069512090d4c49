"""The vocabulary of remedies: what a rule says to do about its finding.

A remedy is a text. Its steps are joined by " + " and are applied together:

========================= =====================================================================
``ask``                   change nothing: only the player can decide
``set [part] value``      give a number, or choose an option
``nearest [part]``        set the nearest number that has a price and is within the rule's bounds
``clear [part]``          leave a value blank, empty a slot
``remove [code]``         remove what breaks the rule, or the entry of this code; ``remove other``
                          removes what the rule names in ``any``
``swap code``             replace the entry that breaks the rule by the entry of this code
``add [code]``            add the entry of this code, or the only entry that the rule names in ``any``
``trim``                  remove the last items, as many as the finding's amount says
========================= =====================================================================

A part is the code of an attribute or slot, or a place in the design; without a part, the step applies at the
place of the finding. A rule lists its remedies in the order to try; a rule without remedies has the defaults
of its kind.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.points.rules.catalogue import Constraint

DEFAULT_REMEDIES: Mapping[str, tuple[str, ...]] = {
    "flag": ("remove",),
    "requires": ("add", "remove"),
    "excludes": ("remove other", "remove"),
    "value": ("nearest",),
    "needs_slot": ("remove",),
    "forbids_slot": ("clear",),
    "forbids_on": ("remove other",),
    "only_on": ("remove",),
    "band": ("ask",),  # only a measurement of the model can answer
    "compare": ("ask",),
    "other_kind": ("clear",),
    "roster_max": ("ask",),  # the roster's own fixes apply
    # Findings that are not from constraints:
    "no price": ("nearest",),
    "not given": ("ask",),
    "too few": ("ask",),
    "too many": ("trim",),
    "repeated": ("remove",),
    "repeated, needed": ("ask",),  # without the repeated pick, the slot would have too few picks
    "other kind": ("ask",),  # the same thing twice with different parameters
}


# The maximum and minimum number of words in a step, including its verb. The minimum for other verbs is 1.
_MAX_WORDS = {"ask": 1, "set": 3, "nearest": 2, "clear": 2, "remove": 2, "swap": 2, "add": 2, "trim": 1}
_MIN_WORDS = {"set": 2, "swap": 2}


class RemedyStep(NamedTuple):
    """One step of a remedy.

    ``verb`` is the action. ``target`` is the part or code that follows the verb, and ``value`` the value to
    set.
    """

    verb: str
    target: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Remedies:
    """The remedies of a finding, in the order to try. Findings that differ only in their remedies are equal.

    ``place`` is the place of the attribute or pick that has the rule; if it is empty, that is the place of
    the finding. ``code`` is the code of a property of the weapon at this place, or of the value that is too
    high. ``profile`` is the key of the profile that the remedies change, if the finding is about a roster.

    ``control`` is the place where the player decides, if that is not the place of the finding. It is a place
    in the design, or for a roster one of these: ``rows/KEY`` for the count of a profile,
    ``profiles/KEY#PLACE`` for a place in the design of a profile, ``list`` if the list lacks a profile.
    """

    texts: tuple[str, ...] = field(default=(), compare=False)
    place: str = field(default="", compare=False)
    code: str = field(default="", compare=False)
    constraint: Constraint | None = field(default=None, compare=False)
    profile: str = field(default="", compare=False)
    control: str = field(default="", compare=False)


def steps_of(remedy: str) -> Iterator[RemedyStep]:
    """Yield the steps of a remedy. Raises ValueError for a step that is not in the vocabulary."""
    for text in remedy.split(" + "):
        verb, *words = text.split() or [""]
        if not _MIN_WORDS.get(verb, 1) <= len(words) + 1 <= _MAX_WORDS.get(verb, 0):
            raise ValueError(text)
        if verb == "set" and len(words) == 1:
            words = ["", *words]
        yield RemedyStep(verb, *words)
