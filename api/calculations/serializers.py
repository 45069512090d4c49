"""Serializers of appraisals, steps, fits, plans, fingerprints, changes and shorthand.

Steps are the single changes of a profile. Fits are the profiles that can be added to a roster. Plans make a
roster legal. Shorthand are stat lines as players write them. ``manage.py appraise`` prints the JSON of an
appraisal.
"""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.calculations.records import serializer_of
from api.shared.descriptions import (
    DOCUMENT_HELP,
    FINDINGS_HELP,
    LIST_FIELDS,
    MEMBER_FIELDS,
    POINTS_HELP,
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
from api.shared.schema import PROFILE, ROSTER, Json
from builder.points.advice.capacity import BlockedProfile, Fit
from builder.points.advice.what_if import PriceChange, ValueChange
from builder.points.appraisal.changes import Change
from builder.points.document.document import Member, Profile, Roster, dump_profile, dump_roster
from builder.points.rules.results import Appraisal, Finding, PatchOperation
from builder.points.shorthand.results import Choice

_LINE_HELP = "Line of the text, from 1."
_START_HELP = "Start of the part: the number of characters before it. A line end is one character."
_END_HELP = "End of the part: the number of characters up to its end. A line end is one character."


class AppraisalQuerySerializer(serializers.Serializer[Any]):
    """The additional parts of an appraisal."""

    include = serializers.ChoiceField(
        choices=("sheet",),
        required=False,
        help_text='"sheet" adds the data of the printed sheet of each profile and roster.',
    )


AppraisalSerializer = serializer_of(Appraisal)
FindingSerializer = serializer_of(Finding)
PatchOperationSerializer = serializer_of(PatchOperation)

_CHANGE_HELP = "Change of the profile's points; null if the profile would have no price."
_BY_ATTRIBUTE_CODE = (
    "by the code of the attribute. In the catalogue, `at` is the place of the attribute in the design."
)


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


_SPENT_HELP = (
    "How much more of a limited value is used, by the code of the value; left out if nothing changes."
)


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
    change = serializers.IntegerField(source="change.points", allow_null=True, help_text=_CHANGE_HELP)
    spent = _SpentField(source="change.spent", required=False, help_text=_SPENT_HELP)


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
        help_text=f"{_CHANGE_HELP} Also null while the price depends on a parameter.",
    )
    spent = _SpentField(source="change.spent", required=False, help_text=_SPENT_HELP)
    breaks = FindingSerializer(source="new_errors", many=True, help_text="Errors that the pick would add.")


class StepsSerializer(serializers.Serializer[Any]):
    """All single changes of a profile, with their prices."""

    profile = serializers.CharField(help_text="Key of the profile.")
    values = serializers.DictField(
        source="steps.values", child=StepPairSerializer(), help_text=f"Steps of numbers, {_BY_ATTRIBUTE_CODE}"
    )
    options = serializers.DictField(
        source="steps.options",
        child=serializers.DictField(child=_PriceChangeField(allow_null=True, help_text=_CHANGE_HELP)),
        help_text=f"Choices, {_BY_ATTRIBUTE_CODE} Each choice has the changes of the price, by the code of "
        'the option. "" is the code for no option.',
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
    each = serializers.IntegerField(
        source="points_each", help_text="Points of one model, or of one new unit."
    )
    most = serializers.IntegerField(
        source="max_count", help_text="Maximum number of models, or of new units, that fits."
    )
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


class FitsResultSerializer(serializers.Serializer[Any]):
    """What can be added to a roster. Profiles without a price are left out."""

    fits = FitSerializer(many=True, help_text="Profiles that fit.")
    fills = FillSerializer(
        many=True, help_text="Ways to fill the roster, at most three, the closest to the limit first."
    )
    exact = serializers.BooleanField(
        help_text="Whether no better fill exists; false if the search was cut short."
    )
    stops = serializer_of(BlockedProfile, "Stop")(
        source="blocked_profiles", many=True, help_text="Profiles that don't fit."
    )


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


class ChangesSerializer(serializers.Serializer[Any]):
    """The differences between two documents."""

    results = serializer_of(Change)(
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

    line = serializers.IntegerField(help_text=_LINE_HELP)
    start = serializers.IntegerField(help_text=_START_HELP)
    end = serializers.IntegerField(help_text=_END_HELP)
    text = serializers.CharField(help_text="The part of the text.")


class PieceSerializer(TextPartSerializer):
    """A part of the text that was understood."""

    meaning = serializers.CharField(help_text="Meaning of the part, as it was understood.")


class UnparsedSerializer(TextPartSerializer):
    """A part of the text that was not understood."""

    near = serializers.ListField(
        source="similar_words", child=serializers.CharField(), help_text="Known words that may be meant."
    )
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
    same = serializers.BooleanField(source="is_right", help_text="Whether the two numbers are equal.")

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


class QuestionSerializer(TextPartSerializer):
    """A part of the text with two possible meanings. The part is not used until its meaning is clear."""

    prompt = serializers.CharField(help_text="Question to the player.")
    choices = serializer_of(Choice)(many=True, help_text="The two answers.")


class StatedTotalSerializer(StatedPointsSerializer):
    """The total that a text states for all profiles, and the calculated total."""

    limit = serializers.IntegerField(
        allow_null=True, help_text="Limit of points in the text; null if it states none."
    )
    line = serializers.IntegerField(help_text=_LINE_HELP)
    start = serializers.IntegerField(help_text=_START_HELP)
    end = serializers.IntegerField(help_text=_END_HELP)
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
