"""Serializers of appraisals, steps, fits, plans, fingerprints, changes and shorthand.

Steps are the single changes of a profile. Fits are the profiles that can be added to a roster. Plans make a
roster legal. Shorthand are stat lines as players write them. ``manage.py appraise`` prints the JSON of an
appraisal.
"""

from collections.abc import Iterable
from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.calculations.sheets import ProfileSheetSerializer, RosterSheetSerializer
from api.shared.descriptions import (
    DOCUMENT_HELP,
    FINDINGS_HELP,
    LEVEL_HELP,
    LIST_FIELDS,
    MEMBER_FIELDS,
    MODELS_HELP,
    PAGE_HELP,
    PLACE_HELP,
    POINTS_HELP,
    PROFILE_FIELDS,
    ROSTER_FIELDS,
)
from api.shared.fields import (
    DocumentField,
    EditionNameField,
    FingerprintPairSerializer,
    ProfileKeyField,
    SparseSerializer,
    StrictCharField,
    StrictIntegerField,
    SystemCodeField,
)
from api.shared.patches import PatchOperationSerializer
from api.shared.schema import PROFILE, ROSTER, Json
from builder.points.advice.capacity import Fit
from builder.points.advice.what_if import PriceChange, ValueChange
from builder.points.appraisal.changes import ChangeKind
from builder.points.document.document import Member, Profile, Roster, dump_profile, dump_roster
from builder.points.rules.results import LEVELS

_LINE = "Line of the text, from 1."
_START = "Start of the part: the number of characters before it. A line end is one character."
_END = "End of the part: the number of characters up to its end. A line end is one character."
_SHEET = "Data of the printed sheet; only with include=sheet."


class LineSerializer(serializers.Serializer[Any]):
    """One line of a price. ``points`` is ``base`` times ``factor``, rounded to an integer."""

    code = serializers.CharField(help_text="Code of the attribute, property or spell that costs the points.")
    label = serializers.CharField(  # type: ignore[assignment] # DRF's fields have a label
        allow_blank=True, help_text="Name of what costs the points, with its value."
    )
    base = serializers.IntegerField(
        allow_null=True, help_text="Points in the table; null if the value has no price."
    )
    factor = serializers.RegexField(
        r"^-?[0-9]+(/[1-9][0-9]*)?$", help_text='Factor of the points; a fraction, such as "3/2".'
    )
    points = serializers.IntegerField(
        allow_null=True, help_text="Points of the line; null if the value has no price."
    )
    page = serializers.IntegerField(help_text=PAGE_HELP)
    table = serializers.CharField(allow_blank=True, help_text="Name of the table of the price; may be empty.")
    group = serializers.CharField(help_text="Code of the receipt section in which the line appears.")
    where = serializers.CharField(
        allow_blank=True, help_text='Place in the design, such as "attributes.mov"; may be empty.'
    )
    place = serializers.CharField(required=False, help_text=f"{PLACE_HELP} Left out if it is empty.")


class ValueAppraisalSerializer(serializers.Serializer[Any]):
    """A calculated number, such as a further price, slots used, or a save."""

    code = serializers.CharField(help_text="Code of the value in the catalogue.")
    number = serializers.IntegerField(
        allow_null=True, help_text="The number; null if there is none, or if a part of it has no price."
    )
    text = serializers.CharField(help_text='The number as it is written, such as "4+" or "2 of 6".')
    lines = LineSerializer(many=True, help_text="Lines whose sum is the number.")
    most = serializers.IntegerField(allow_null=True, help_text="Limit of the number; null if it has none.")


class ItemNumberSerializer(serializers.Serializer[Any]):
    """A calculated number of an item of the profile, such as a chance to hit."""

    where = serializers.CharField(help_text='Place of the pick in the design, such as "weapons[0]".')
    entry = serializers.CharField(help_text="Code of the entry that is picked, or that comes with the pick.")
    column = serializers.CharField(help_text="Code of the column of the entry's group.")
    number = serializers.IntegerField(help_text="The number for this profile.")
    lines = LineSerializer(many=True, help_text="Lines whose sum is the number.")


class FixSerializer(serializers.Serializer[Any]):
    """The smallest change that resolves a finding and adds no error."""

    label = serializers.CharField(help_text='Name of the change, as on a button, such as "Set Arm to 12".')  # type: ignore[assignment] # DRF's fields have a label
    patch = PatchOperationSerializer(
        many=True,
        help_text="The change as a JSON Patch of the document that you sent, or of the stored document.",
    )


class FindingSerializer(SparseSerializer):
    """A finding: an error, a warning or a note about legality."""

    level = serializers.ChoiceField(choices=LEVELS, help_text=LEVEL_HELP)
    code = serializers.CharField(help_text='Code of the rule, such as "P-54".')
    where = serializers.CharField(
        allow_blank=True,
        help_text='Place in the design or the roster; "" for the profile or the roster itself.',
    )
    message = serializers.CharField(help_text="What is wrong, and what to do, in one sentence or two.")
    page = serializers.IntegerField(help_text=PAGE_HELP)
    fix = FixSerializer(
        required=False,
        help_text="Change that resolves the finding; left out if no change without new errors is known.",
    )


class ProfileAppraisalSerializer(serializers.Serializer[Any]):
    """The price of a profile, its numbers and its findings."""

    key = serializers.CharField(help_text=PROFILE_FIELDS["key"])
    points = serializers.IntegerField(allow_null=True, help_text=POINTS_HELP)
    priced_points = serializers.IntegerField(help_text="Sum of the lines that have a price, in points.")
    unpriced = serializers.ListField(
        child=serializers.CharField(), help_text="Places in the design whose lines have no price."
    )
    lines = LineSerializer(many=True, help_text="Lines of the price, in the order of the receipt.")
    values = ValueAppraisalSerializer(
        many=True, required=False, help_text="Calculated numbers; left out if the game has none."
    )
    items = ItemNumberSerializer(
        many=True, required=False, help_text="Calculated numbers of items; left out if no item has any."
    )
    findings = FindingSerializer(many=True, help_text=FINDINGS_HELP)
    sheet = ProfileSheetSerializer(required=False, help_text=_SHEET)


class MemberAppraisalSerializer(serializers.Serializer[Any]):
    """A number of models of one profile. Prices below 0 count as 0."""

    profile = serializers.CharField(help_text=MEMBER_FIELDS["profile"])
    count = serializers.IntegerField(help_text=MEMBER_FIELDS["count"])
    each = serializers.IntegerField(
        allow_null=True, help_text="Points of one model; null if a part has no price."
    )
    points = serializers.IntegerField(
        allow_null=True, help_text="Points of all models; null if a part has no price."
    )


class PriceTotalSerializer(serializers.Serializer[Any]):
    """A further price of a row or of a roster."""

    code = serializers.CharField(help_text="Code of the value in the catalogue.")
    number = serializers.IntegerField(allow_null=True, help_text="The price; null if a part has no price.")
    text = serializers.CharField(help_text='The price as it is written, such as "91" or "91+".')


class EntryAppraisalSerializer(MemberAppraisalSerializer):
    """A row of a roster: models of one profile, or a unit with that main profile."""

    profile = serializers.CharField(
        help_text=f"{MEMBER_FIELDS['profile']} If the row adds something to its profile, it is the key of "
        'one of the `variants`, such as "spears+champion".'
    )
    others = MemberAppraisalSerializer(
        many=True,
        required=False,
        help_text="Models of other profiles in the unit; left out if there are none.",
    )
    attached = MemberAppraisalSerializer(
        many=True,
        required=False,
        help_text="Models that are attached to the unit; left out if there are none.",
    )
    total = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="Points of all models of the row, null if a part has no price; left out if the row has "
        "one profile.",
    )
    prices = PriceTotalSerializer(
        many=True,
        required=False,
        help_text="Further prices of the row; left out if the game has none.",
    )
    values = ValueAppraisalSerializer(
        many=True, required=False, help_text="Calculated numbers of the row; left out if it has none."
    )


class BringerSerializer(serializers.Serializer[Any]):
    """A profile that brings another into play, and the property or spell that does it."""

    profile = serializers.CharField(help_text=MEMBER_FIELDS["profile"])
    group = serializers.CharField(help_text="Code of the group of the property in the catalogue.")
    code = serializers.CharField(help_text="Code of the property.")
    name = serializers.CharField(help_text="Name of the property.")


class SummonedProfileSerializer(serializers.Serializer[Any]):
    """A profile that comes into play by a rule. It adds no points or models to the roster."""

    profile = serializers.CharField(help_text=MEMBER_FIELDS["profile"])
    name = serializers.CharField(allow_blank=True, help_text=PROFILE_FIELDS["name"])
    by = BringerSerializer(many=True, help_text="Profiles that bring it, with the property or spell.")


class CountTotalSerializer(serializers.Serializer[Any]):
    """A number that the game counts, summed over the models of a roster."""

    code = serializers.CharField(help_text="Code of the value in the catalogue.")
    number = serializers.IntegerField(
        allow_null=True, help_text="The sum; null if a profile has no number yet."
    )
    unit = serializers.CharField(help_text='Unit of the number, such as "bases"; may be empty.')
    known = serializers.IntegerField(
        required=False, help_text="Sum over the profiles that have a number; left out if all have one."
    )
    waits_for = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Names of the profiles that have no number yet; left out if all have one.",
    )


class RosterAppraisalSerializer(serializers.Serializer[Any]):
    """The price of a roster, its numbers and its own findings."""

    name = serializers.CharField(allow_blank=True, help_text=ROSTER_FIELDS["name"])
    limit = serializers.IntegerField(allow_null=True, help_text=ROSTER_FIELDS["limit"])
    points = serializers.IntegerField(allow_null=True, help_text=POINTS_HELP)
    priced_points = serializers.IntegerField(help_text="Sum of the models that have a price, in points.")
    unpriced = serializers.ListField(
        child=serializers.CharField(), help_text="Keys of the profiles without a price."
    )
    models = serializers.IntegerField(help_text=MODELS_HELP)
    counted = CountTotalSerializer(
        many=True, required=False, help_text="Further numbers that the game counts; left out if it has none."
    )
    prices = PriceTotalSerializer(
        many=True, required=False, help_text="Further prices of the roster; left out if the game has none."
    )
    values = ValueAppraisalSerializer(
        many=True,
        required=False,
        help_text="Calculated numbers of the roster; left out if the game has none.",
    )
    entries = EntryAppraisalSerializer(many=True, help_text=ROSTER_FIELDS["entries"])
    findings = FindingSerializer(
        many=True,
        help_text="What the rules say about the roster, without the findings of its profiles; the most "
        "serious first.",
    )
    also_bring = SummonedProfileSerializer(
        many=True, help_text="Profiles that come into play by a rule, such as summoned creatures."
    )
    sheet = RosterSheetSerializer(required=False, help_text=_SHEET)


class AppraisalSerializer(serializers.Serializer[Any]):
    """The appraisal of a company list."""

    name = serializers.CharField(allow_blank=True, help_text=LIST_FIELDS["name"])
    system = serializers.CharField(help_text=LIST_FIELDS["system"])
    edition = serializers.CharField(help_text=LIST_FIELDS["edition"])
    profiles = ProfileAppraisalSerializer(
        many=True, help_text="Appraisals of the profiles, in the order of the document."
    )
    variants = ProfileAppraisalSerializer(
        many=True,
        required=False,
        help_text="Appraisals of profiles with what rows of rosters add to them; left out if no row does.",
    )
    rosters = RosterAppraisalSerializer(
        many=True, help_text="Appraisals of the rosters, in the order of the document."
    )


_CHANGE = "Change of the profile's points; null if the profile would have no price."
_BY_CODE = "by the code of the attribute. In the catalogue, `at` is the place of the attribute in the design."


@extend_schema_field(PROFILE)
class ProfileField(serializers.Field[Profile, Any, Json, Any]):
    """The JSON of a profile, as in a document. The context has the ``catalogue`` of the profile."""

    def to_representation(self, value: Profile) -> Json:
        """Return the JSON value of the profile."""
        return dump_profile(value, self.context["catalogue"])


# ------------------------------------------------------------------ steps


class StepsInputSerializer(serializers.Serializer[Any]):
    """A document, and one of its profiles."""

    document = DocumentField(help_text=DOCUMENT_HELP)
    profile = ProfileKeyField(help_text="Key of a profile of the document.")
    place = StrictCharField(
        required=False,
        help_text="Place of one pick slot or weapon, such as properties or shooting_weapons[0]; all places "
        "if it is left out. Required for a profile with more than 200 properties and spells.",
    )


_SPENT = "How much more of a limited value is used, by the code of the value; left out if nothing changes."


class _SpentField(serializers.DictField):
    """The changes that a choice makes to the use of limited values."""

    child = serializers.IntegerField()

    def to_representation(self, value: Iterable[ValueChange]) -> dict[str, int]:
        """Return the changes by the codes of their values."""
        return {limited.code: change for limited, change in value}


class _PriceChangeField(serializers.IntegerField):
    """The change of a profile's points that a choice makes."""

    def to_representation(self, value: PriceChange) -> int | None:  # type: ignore[override] # it may have no price
        """Return the points, or None if there is no price."""
        return value.points


class StepSerializer(SparseSerializer):
    """The next number up or down."""

    value = serializers.IntegerField(allow_null=True, help_text="The number; null for a blank value.")
    change = serializers.IntegerField(source="change.points", allow_null=True, help_text=_CHANGE)
    spent = _SpentField(source="change.spent", required=False, help_text=_SPENT)


class StepPairSerializer(serializers.Serializer[Any]):
    """The next numbers down and up."""

    down = StepSerializer(allow_null=True, help_text="Next lower number; null if there is none.")
    up = StepSerializer(allow_null=True, help_text="Next higher number; null if there is none.")


class CandidateSerializer(SparseSerializer):
    """A property or spell that can be picked."""

    code = serializers.CharField(source="entry.code", help_text="Code of the property or spell.")
    name = serializers.CharField(source="entry.name", help_text="Name of the property or spell.")
    change = serializers.IntegerField(
        source="change.points",
        allow_null=True,
        help_text=f"{_CHANGE} Also null while the price depends on a parameter.",
    )
    spent = _SpentField(source="change.spent", required=False, help_text=_SPENT)
    breaks = FindingSerializer(source="new_errors", many=True, help_text="Errors that the pick would add.")


class StepsSerializer(serializers.Serializer[Any]):
    """All single changes of a profile, with their prices."""

    profile = serializers.CharField(help_text="Key of the profile.")
    values = serializers.DictField(
        source="steps.values", child=StepPairSerializer(), help_text=f"Steps of numbers, {_BY_CODE}"
    )
    options = serializers.DictField(
        source="steps.options",
        child=serializers.DictField(child=_PriceChangeField(allow_null=True, help_text=_CHANGE)),
        help_text=f"Choices, {_BY_CODE} Each choice has the changes of the price, by the code of the option. "
        '"" is the code for no option.',
    )
    weapon_values = serializers.DictField(
        source="steps.fields",
        child=StepPairSerializer(),
        help_text="Steps of numbers of weapons, by place in the design, such as shooting_weapons[0].range.",
    )
    candidates = serializers.DictField(
        child=CandidateSerializer(many=True), help_text="Properties and spells that can be picked, by place."
    )


# ------------------------------------------------------------------ fits


class FitsInputSerializer(serializers.Serializer[Any]):
    """A document, and one of its rosters."""

    document = DocumentField(help_text=DOCUMENT_HELP)
    roster = StrictIntegerField(min_value=0, help_text="Index of a roster of the document, from 0.")


class _NewUnitField(serializers.Field[Any, Any, Any, Any]):
    """A field of the new unit that a profile would form.

    The context's ``units`` has the new units, by the keys of their profiles. For other profiles, the field is
    empty.
    """

    def get_attribute(self, instance: Fit | Member) -> object:
        """Return the attribute of the unit that the source names."""
        unit = self.context["units"].get(instance.profile)
        return None if unit is None else getattr(unit, str(self.source))


class _UnitSizeField(_NewUnitField, serializers.IntegerField):
    """The number of models of a new unit."""


class _UnitKindField(_NewUnitField, serializers.CharField):
    """The kind of a new unit."""


class FitSerializer(SparseSerializer):
    """A profile that fits into the roster. From 1 to ``most`` models can be added without a new error.

    In games with units, ``most`` is a number of new units.
    """

    profile = serializers.CharField(help_text=MEMBER_FIELDS["profile"])
    each = serializers.IntegerField(help_text="Points of one model, or of one new unit.")
    most = serializers.IntegerField(help_text="Maximum number of models, or of new units, that fits.")
    has_errors = serializers.BooleanField(
        help_text="Whether the profile has errors. Profiles with errors come last, and fills don't use them."
    )
    size = _UnitSizeField(
        required=False, help_text="Number of models of a new unit; left out in games without units."
    )


class CountedProfileSerializer(SparseSerializer):
    """A number of models of a profile."""

    profile = serializers.CharField(help_text=MEMBER_FIELDS["profile"])
    count = serializers.IntegerField(help_text=MEMBER_FIELDS["count"])


class FillEntrySerializer(CountedProfileSerializer):
    """Models of a profile to add."""

    unit = _UnitKindField(
        source="kind",
        required=False,
        help_text="Code of the kind of a new unit; left out if there is only one kind.",
    )


class FillSerializer(serializers.Serializer[Any]):
    """Models that fill the roster."""

    entries = FillEntrySerializer(
        source="members", many=True, help_text="Models to add; in games with units, an entry for each unit."
    )
    points = serializers.IntegerField(help_text="Points of these models.")
    models = serializers.IntegerField(help_text="Number of these models.")
    rest = serializers.IntegerField(
        source="points_left", help_text="Points that are then left before the limit."
    )
    warnings = serializers.ListField(
        child=serializers.CharField(),
        help_text="Messages of the warnings that the fill adds. Fills with warnings are returned only if "
        "there are no others.",
    )


class StopSerializer(serializers.Serializer[Any]):
    """A profile that doesn't fit."""

    profile = serializers.CharField(help_text=MEMBER_FIELDS["profile"])
    rule = serializers.CharField(
        allow_blank=True,
        help_text='Code of the rule that the profile would break; "" if the points would exceed the limit.',
    )


class FitsResultSerializer(serializers.Serializer[Any]):
    """What can be added to a roster. Profiles without a price are left out."""

    fits = FitSerializer(many=True, help_text="Profiles that fit.")
    fills = FillSerializer(
        many=True, help_text="Ways to fill the roster, at most three, the closest to the limit first."
    )
    exact = serializers.BooleanField(
        help_text="Whether no better fill exists; false if the search was cut short."
    )
    stops = StopSerializer(many=True, help_text="Profiles that don't fit.")


# ------------------------------------------------------------------ plans


class ProfileChangeSerializer(serializers.Serializer[Any]):
    """A cheaper option in one profile."""

    profile = serializers.CharField(help_text="Key of the profile.")
    change = serializers.CharField(source="label", help_text="What changes in the profile, in words.")


class PlanSerializer(serializers.Serializer[Any]):
    """A way to make a roster legal and within its limit.

    A plan removes and adds models of profiles, changes the limit, or changes one profile.
    """

    removed = CountedProfileSerializer(source="removed_members", many=True, help_text="Models to remove.")
    added = CountedProfileSerializer(source="added_members", many=True, help_text="Models to add.")
    limit = serializers.IntegerField(
        allow_null=True,
        help_text="Limit of the roster in points; null for none. A plan changes a limit that is not an "
        "agreed size of game.",
    )
    points = serializers.IntegerField(
        allow_null=True, help_text="Points of the roster after the change; null if a part has no price."
    )
    models = serializers.IntegerField(
        help_text="Number of models, figures or bases after the change, as the game counts them."
    )
    exact = serializers.BooleanField(
        help_text="Whether no plan with fewer removals exists; false if the search was cut short."
    )
    profile_change = ProfileChangeSerializer(
        source="option",
        allow_null=True,
        help_text="Change of a profile, if the plan consists of it; null if the plan changes the roster.",
    )
    patch = PatchOperationSerializer(many=True, help_text="The change as a JSON Patch of the document.")


class PlanAnswerSerializer(serializers.Serializer[Any]):
    """The best plan to make a roster legal, and the others."""

    plan = PlanSerializer(
        allow_null=True,
        help_text="The best plan; null if the roster is already legal and within its limit, has no models or "
        "an unknown price, or if no plan was found.",
    )
    ways = PlanSerializer(many=True, help_text="Up to four plans; the first is the best.")


# ------------------------------------------------------------------ fingerprints


class RosterFingerprintSerializer(serializers.Serializer[Any]):
    """The fingerprints of one roster, as if the list had no other roster."""

    name = serializers.CharField(allow_blank=True, help_text=ROSTER_FIELDS["name"])
    fingerprints = FingerprintPairSerializer(help_text="Fingerprints that papers of the roster show.")


class DocumentFingerprintsSerializer(serializers.Serializer[Any]):
    """The fingerprints of a document, as printed on its papers.

    A fingerprint shows whether a paper matches a document. Any change of the document changes a fingerprint.
    """

    fingerprints = FingerprintPairSerializer(help_text="Fingerprints that papers of the list show.")
    edition_digest = serializers.CharField(
        source="edition.digest", help_text="Digest of the edition, as in systems/{system}."
    )
    rosters = RosterFingerprintSerializer(
        many=True, help_text="Fingerprints of each roster, in the order of the document."
    )


# ------------------------------------------------------------------ changes


class ChangesInputSerializer(serializers.Serializer[Any]):
    """Two documents to compare."""

    before = DocumentField(help_text="Earlier version of the company list as a document.")
    after = DocumentField(help_text="Later version of the company list as a document, of the same edition.")


class ChangeSerializer(serializers.Serializer[Any]):
    """One change."""

    kind = serializers.ChoiceField(choices=get_args(ChangeKind), help_text="Kind of change.")
    words = serializers.CharField(help_text="The change in one sentence.")
    name = serializers.CharField(
        allow_blank=True, help_text='Name of the profile or roster; "" for the list.'
    )
    profile = serializers.CharField(
        allow_blank=True, help_text='Key of the profile; "" for a roster or the list.'
    )
    roster = serializers.IntegerField(
        allow_null=True,
        help_text="Index of the roster in the later document, or in the earlier document if it was removed; "
        "null for a profile or the list.",
    )
    parts = serializers.ListField(
        child=serializers.CharField(), help_text="What is different, one text for each part."
    )
    before = serializers.IntegerField(
        allow_null=True, help_text="Points before the change; null if there were none."
    )
    after = serializers.IntegerField(
        allow_null=True, help_text="Points after the change; null if there are none."
    )


class ChangesSerializer(serializers.Serializer[Any]):
    """The differences between two documents."""

    results = ChangeSerializer(
        many=True, help_text="Changes, in the order of the document; empty if the documents are the same."
    )
    lines = serializers.ListField(
        child=serializers.CharField(),
        help_text="Summary of the changes, in which one line can describe many changes of the same kind.",
    )


# ------------------------------------------------------------------ shorthand


class ShorthandInputSerializer(serializers.Serializer[Any]):
    """Stat lines as players write them."""

    system = SystemCodeField(help_text=LIST_FIELDS["system"])
    edition = EditionNameField(help_text=LIST_FIELDS["edition"])
    text = StrictCharField(help_text="Stat lines; at most a fifth of the bytes that a document may have.")


class TextPartSerializer(serializers.Serializer[Any]):
    """A part of the text."""

    line = serializers.IntegerField(help_text=_LINE)
    start = serializers.IntegerField(help_text=_START)
    end = serializers.IntegerField(help_text=_END)
    text = serializers.CharField(help_text="The part of the text.")


class PieceSerializer(TextPartSerializer):
    """A part of the text that was understood."""

    meaning = serializers.CharField(help_text="Meaning of the part, as it was understood.")


class UnparsedSerializer(TextPartSerializer):
    """A part of the text that was not understood."""

    near = serializers.ListField(child=serializers.CharField(), help_text="Known words that may be meant.")
    mend = serializers.CharField(
        source="suggestion",
        allow_blank=True,
        help_text="What may be meant, or what is missing, in words; may be empty.",
    )

    class Meta:
        ref_name = "Unread"  # the name in API v1, which generated clients use


class StatedPointsSerializer(serializers.Serializer[Any]):
    """The points that a text states for a profile, and the calculated points."""

    says = serializers.IntegerField(source="stated", help_text="Points in the text.")
    comes = serializers.IntegerField(
        source="calculated", allow_null=True, help_text="Calculated points; null if a part has no price."
    )
    same = serializers.BooleanField(help_text="Whether the two numbers are equal.")

    class Meta:
        ref_name = "Said"  # the name in API v1, which generated clients use


class ParsedProfileSerializer(serializers.Serializer[Any]):
    """A profile of the text."""

    profile = ProfileField(help_text="The profile as in a document. What was not understood is in its notes.")
    line = serializers.IntegerField(
        source="parsed.line", help_text="Line on which the profile begins, from 1."
    )
    points = serializers.IntegerField(source="appraisal.points", allow_null=True, help_text=POINTS_HELP)
    findings = FindingSerializer(source="appraisal.findings", many=True, help_text=FINDINGS_HELP)
    said = StatedPointsSerializer(many=True, help_text="Points that the text states.")
    read = PieceSerializer(
        source="parsed.pieces_with_meaning", many=True, help_text="Parts of the text that were understood."
    )
    unread = UnparsedSerializer(
        source="parsed.unparsed", many=True, help_text="Parts of the text that were not understood."
    )

    class Meta:
        ref_name = "ReadProfile"  # the name in API v1, which generated clients use


class ChoiceSerializer(serializers.Serializer[Any]):
    """An answer to a question. To choose it, replace the text of the question and send all text again."""

    label = serializers.CharField(help_text="Answer, as on a button.")  # type: ignore[assignment] # DRF's fields have a label
    replacement = serializers.CharField(help_text="Text to write instead of the text of the question.")


class QuestionSerializer(TextPartSerializer):
    """A part of the text with two possible meanings. The part is not used until its meaning is clear."""

    prompt = serializers.CharField(help_text="Question to the player.")
    choices = ChoiceSerializer(many=True, help_text="The two answers.")


class StatedTotalSerializer(StatedPointsSerializer):
    """The total that a text states for all profiles, and the calculated total."""

    limit = serializers.IntegerField(
        allow_null=True, help_text="Limit of points in the text; null if it states none."
    )
    line = serializers.IntegerField(help_text=_LINE)
    start = serializers.IntegerField(help_text=_START)
    end = serializers.IntegerField(help_text=_END)
    text = serializers.CharField(help_text="The part of the text.")

    class Meta:
        ref_name = "StatedTotal"


@extend_schema_field(ROSTER)
class RosterField(serializers.Field[Roster, Any, Json, Any]):
    """The JSON of a roster, as in a document."""

    def to_representation(self, value: Roster) -> Json:
        """Return the JSON value of the roster."""
        return dump_roster(value)


class ShorthandSerializer(serializers.Serializer[Any]):
    """The profiles of a text. ``read`` and ``unread`` list the parts that belong to no profile."""

    profiles = ParsedProfileSerializer(many=True, help_text="Profiles of the text, in its order.")
    read = PieceSerializer(
        source="text.pieces_with_meaning",
        many=True,
        help_text="Parts that were understood and belong to no profile.",
    )
    unread = UnparsedSerializer(
        source="text.unparsed",
        many=True,
        help_text="Parts that were not understood and belong to no profile.",
    )
    questions = QuestionSerializer(
        source="text.questions",
        many=True,
        help_text="Parts with two possible meanings. Each is also in unread, unless it is a word of a name.",
    )
    totals = StatedTotalSerializer(
        source="text.totals", many=True, help_text="Totals of all profiles that the text states."
    )
    roster = RosterField(
        source="text.roster",
        allow_null=True,
        help_text="Roster with the counts in the text; null if the text has no counts.",
    )
