"""The remedies of a rule: what a program may do to the design if it breaks the rule.

A finding is a message about a broken rule. A remedy is a text with one or more steps. The steps are joined by
" + " and are applied together:

========================= =====================================================================
``ask``                   change nothing: only the player can decide
``set [part] value``      give a number, or choose an option
``nearest [part]``        set the nearest number that has a price and is within the rule's bounds
``clear [part]``          make a value blank, or a slot empty
``remove``                remove the entry that breaks the rule
``remove code``           remove the entry with this code
``remove other``          remove the conflicting entries: those in the constraint's field ``any``
``swap code``             replace the entry that breaks the rule with the entry with this code
``add``                   add the only entry in the constraint's field ``any``
``add code``              add the entry with this code
``trim``                  remove the last items, as many as the finding's ``amount``
========================= =====================================================================

A ``part`` is the code of an attribute or slot, or a place in the design. If a step has no part, it applies at
the place of the finding. A rule lists its remedies in the order to try. If a rule has no remedies, the
``DEFAULT_REMEDIES`` of its kind are used.
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
    "roster_max": ("ask",),  # a change of the design can't help: the fixes change the roster
    # The other keys are kinds of findings that don't come from constraints.
    "no price": ("nearest",),
    "not given": ("ask",),
    "too few": ("ask",),
    "too many": ("trim",),
    "repeated": ("remove",),
    "repeated, needed": ("ask",),  # without the repeated pick, the slot would have too few picks
    "other kind": ("ask",),  # an entry is picked twice, with different parameters
}


# The maximum and minimum number of words in a step, including its verb. For verbs that are not in
# ``_MIN_WORDS``, the minimum is 1.
_MAX_WORDS = {"ask": 1, "set": 3, "nearest": 2, "clear": 2, "remove": 2, "swap": 2, "add": 2, "trim": 1}
_MIN_WORDS = {"set": 2, "swap": 2}


class RemedyStep(NamedTuple):
    """One step of a remedy. ``target`` is the part or code after the verb, ``value`` is what "set" sets."""

    verb: str
    target: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Remedies:
    """The remedies of a finding, and the places that they change.

    ``texts`` are the remedies in the order to try. ``place`` is the place of the attribute or pick that has
    the rule, or empty for the place of the finding. ``subject_code`` is the code of the weapon's property
    that has the rule, or of the value that is above its limit. ``profile`` is the key of the profile that the
    remedies change, for findings on a roster.

    ``control`` is the place where the player decides, if that is not the place of the finding. In a finding
    on a profile, it is a place in the design. In a finding on a roster, it is one of these:

    - ``rows/KEY``: the count of the profile with this key
    - ``profiles/KEY#PLACE``: a place in the design of the profile
    - ``list``: the company list, because a profile is missing

    Comparisons ignore all fields, so that findings which differ only in their remedies are equal.
    """

    texts: tuple[str, ...] = field(default=(), compare=False)
    place: str = field(default="", compare=False)
    subject_code: str = field(default="", compare=False)
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
