"""Appraisals as they are answered: the same JSON value as ``manage.py appraise`` prints."""

from collections.abc import Iterable
from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.calculations.sheets import ProfileSheetSerializer, RosterSheetSerializer
from api.shared.fields import (
    MODELS_HELP,
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
from api.shared.schema import PROFILE, Json
from builder.points.advice.capacity import Fit
from builder.points.advice.what_if import PriceChange, ValueChange
from builder.points.appraisal.changes import ChangeKind
from builder.points.document.document import Member, Profile, dump_profile
from builder.points.rules.results import LEVELS

_UNPRICED = "null where something has no price."
_SHEET = "Only where it is asked for, by include=sheet."


class LineSerializer(serializers.Serializer[Any]):
    """One row of one table: ``points`` is ``base`` times ``factor``, rounded to a whole number."""

    code = serializers.CharField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment] # DRF's fields have a label
    base = serializers.IntegerField(allow_null=True, help_text="null where the value has no price.")
    factor = serializers.RegexField(r"^-?[0-9]+(/[1-9][0-9]*)?$", help_text='A fraction, such as "3/2".')
    points = serializers.IntegerField(allow_null=True, help_text="null where the value has no price.")
    page = serializers.IntegerField()
    table = serializers.CharField(allow_blank=True)
    group = serializers.CharField(help_text="Its part of the receipt.")
    where = serializers.CharField(allow_blank=True, help_text="Its place in the design.")
    place = serializers.CharField(
        required=False, help_text="Where its table stands in a book without pages; left out elsewhere."
    )


class ValueAppraisalSerializer(serializers.Serializer[Any]):
    """A number that is worked out: a second price, something that is spent, a number to look up."""

    code = serializers.CharField(help_text="Of the value in the catalogue.")
    number = serializers.IntegerField(allow_null=True, help_text="null where there is none.")
    text = serializers.CharField(help_text="As it is written: 4+, 2 of 6.")
    lines = LineSerializer(many=True, help_text="What it is the sum of.")
    most = serializers.IntegerField(allow_null=True, help_text="Its limit, where it has one.")


class ItemNumberSerializer(serializers.Serializer[Any]):
    """A number of something that a profile has, as it is for this profile."""

    where = serializers.CharField(help_text="The place of what was picked.")
    entry = serializers.CharField(help_text="The code of what stands there, or comes with it.")
    column = serializers.CharField(help_text="Of the group of the entry.")
    number = serializers.IntegerField()
    lines = LineSerializer(many=True, help_text="What it is the sum of.")


class FixSerializer(serializers.Serializer[Any]):
    """The smallest change that ends a finding and adds no error."""

    label = serializers.CharField()  # type: ignore[assignment] # DRF's fields have a label
    patch = PatchOperationSerializer(many=True, help_text="Of the document as Musterbook writes it.")


class FindingSerializer(SparseSerializer):
    """One legality remark."""

    level = serializers.ChoiceField(choices=LEVELS)
    code = serializers.CharField(help_text="The id of the rule.")
    where = serializers.CharField(allow_blank=True, help_text="Its place in the design or the roster.")
    message = serializers.CharField()
    page = serializers.IntegerField()
    fix = FixSerializer(required=False, help_text="Left out where none is known that does no harm.")


class ProfileAppraisalSerializer(serializers.Serializer[Any]):
    """What a profile comes to, and why."""

    key = serializers.CharField()
    points = serializers.IntegerField(allow_null=True, help_text=_UNPRICED)
    priced_points = serializers.IntegerField(help_text="The sum of the lines that have a price.")
    unpriced = serializers.ListField(
        child=serializers.CharField(), help_text="The places in the design of the lines that have none."
    )
    lines = LineSerializer(many=True)
    values = ValueAppraisalSerializer(
        many=True, required=False, help_text="Left out where the game has none that are worked out."
    )
    items = ItemNumberSerializer(
        many=True, required=False, help_text="Left out where nothing has numbers that are worked out."
    )
    findings = FindingSerializer(many=True)
    sheet = ProfileSheetSerializer(required=False, help_text=_SHEET)


class MemberAppraisalSerializer(serializers.Serializer[Any]):
    """So many of one profile; totals below zero count as 0."""

    profile = serializers.CharField(help_text="The key of a profile.")
    count = serializers.IntegerField()
    each = serializers.IntegerField(allow_null=True, help_text=_UNPRICED)
    points = serializers.IntegerField(allow_null=True, help_text=_UNPRICED)


class PriceTotalSerializer(serializers.Serializer[Any]):
    """What a row or a roster costs by a reckoning beside the first."""

    code = serializers.CharField(help_text="Of the value in the catalogue.")
    number = serializers.IntegerField(allow_null=True, help_text=_UNPRICED)
    text = serializers.CharField(help_text="As it is written: 91, 91 + ?.")


class EntryAppraisalSerializer(MemberAppraisalSerializer):
    """One row of a roster; in games that have units the main profile of one, with the others that it has."""

    others = MemberAppraisalSerializer(
        many=True, required=False, help_text="The other profiles of a unit; left out where there are none."
    )
    attached = MemberAppraisalSerializer(
        many=True, required=False, help_text="Those that stand with a unit; left out where there are none."
    )
    total = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="The points of all of them together; left out where the row has one profile.",
    )
    prices = PriceTotalSerializer(
        many=True,
        required=False,
        help_text="Further prices of all of them; left out where the game has none.",
    )
    values = ValueAppraisalSerializer(
        many=True, required=False, help_text="Numbers of the whole row; left out where it has none."
    )


class BringerSerializer(serializers.Serializer[Any]):
    """A profile that brings another, and the property or spell that does it."""

    profile = serializers.CharField(help_text="The key of a profile.")
    group = serializers.CharField(help_text="The group of the property in the catalogue.")
    code = serializers.CharField(help_text="Its code there.")
    name = serializers.CharField(help_text="Its name there.")


class BroughtProfileSerializer(serializers.Serializer[Any]):
    """A profile that comes along without being bought: it counts neither in points nor in number."""

    profile = serializers.CharField(help_text="The key of a profile.")
    name = serializers.CharField(allow_blank=True)
    by = BringerSerializer(many=True, help_text="All that bring it.")


class CountTotalSerializer(serializers.Serializer[Any]):
    """What a game counts, over all models of a roster."""

    code = serializers.CharField(help_text="Of the value in the catalogue.")
    number = serializers.IntegerField(allow_null=True, help_text="null where a profile has none yet.")
    unit = serializers.CharField()
    known = serializers.IntegerField(
        required=False, help_text="What the other profiles come to; only where the number is null."
    )
    waits_for = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="The names of the profiles that have none yet; only where the number is null.",
    )


class RosterAppraisalSerializer(serializers.Serializer[Any]):
    """A roster's sum against its limit; its findings are its own, without those of its profiles."""

    name = serializers.CharField(allow_blank=True)
    limit = serializers.IntegerField(
        allow_null=True, help_text="The size of the game in points; null where none is agreed on."
    )
    points = serializers.IntegerField(allow_null=True, help_text=_UNPRICED)
    priced_points = serializers.IntegerField(help_text="The sum of all that has a price.")
    unpriced = serializers.ListField(
        child=serializers.CharField(), help_text="The keys of the profiles in it that have none."
    )
    models = serializers.IntegerField(help_text=MODELS_HELP)
    counted = CountTotalSerializer(
        many=True, required=False, help_text="Left out where the game counts nothing besides its models."
    )
    prices = PriceTotalSerializer(
        many=True, required=False, help_text="Further prices of all of it; left out where the game has none."
    )
    values = ValueAppraisalSerializer(
        many=True, required=False, help_text="Numbers of all of it; left out where the game has none."
    )
    entries = EntryAppraisalSerializer(many=True)
    findings = FindingSerializer(many=True)
    also_bring = BroughtProfileSerializer(
        many=True, help_text="What the roster brings without buying it: creatures to summon, other forms."
    )
    sheet = RosterSheetSerializer(required=False, help_text=_SHEET)


class AppraisalSerializer(serializers.Serializer[Any]):
    """Everything that is computed about a company list."""

    name = serializers.CharField(allow_blank=True)
    system = serializers.CharField()
    edition = serializers.CharField()
    profiles = ProfileAppraisalSerializer(many=True)
    rosters = RosterAppraisalSerializer(many=True)


_CHANGE = "By how many points the profile's total would change; null where it would have no price."
_BY_CODE = "By the code of an attribute; the catalogue tells its place in the design (at)."


@extend_schema_field(PROFILE)
class ProfileField(serializers.Field[Profile, Any, Json, Any]):
    """A profile as documents of the context's ``catalogue`` have it."""

    def to_representation(self, value: Profile) -> Json:
        """The value that a document has of it."""
        return dump_profile(value, self.context["catalogue"])


# ------------------------------------------------------------------ steps


class StepsInputSerializer(serializers.Serializer[Any]):
    """A profile of a document."""

    document = DocumentField()
    profile = ProfileKeyField(help_text="The key of a profile of the document.")
    place = StrictCharField(
        required=False,
        help_text="One place where something can be picked, such as properties or shooting_weapons[0]; all "
        "of them where it is left out. A profile with more than 200 properties and spells needs it.",
    )


_SPENT = "By the code of a value: by how much it would be spent more; left out where nothing is."


class _SpentField(serializers.DictField):
    """By how much each value would be spent more."""

    child = serializers.IntegerField()

    def to_representation(self, value: Iterable[ValueChange]) -> dict[str, int]:
        """The changes by the codes of their values."""
        return {spent.code: change for spent, change in value}


class _PriceChangeField(serializers.IntegerField):
    """What a choice would do to the total."""

    def to_representation(self, value: PriceChange) -> int | None:  # type: ignore[override] # it may have no price
        """The points alone."""
        return value.points


class StepSerializer(SparseSerializer):
    """One value further."""

    value = serializers.IntegerField(allow_null=True, help_text="null is blank.")
    change = serializers.IntegerField(allow_null=True, help_text=_CHANGE)
    spent = _SpentField(required=False, help_text=_SPENT)


class StepPairSerializer(serializers.Serializer[Any]):
    """The steps from one number."""

    down = StepSerializer(allow_null=True, help_text="null at the end of its table.")
    up = StepSerializer(allow_null=True, help_text="null at the end of its table.")


class CandidateSerializer(SparseSerializer):
    """A property or spell that could be picked."""

    code = serializers.CharField(source="entry.code")
    name = serializers.CharField(source="entry.name")
    change = serializers.IntegerField(
        allow_null=True, help_text="As of a step; null too while a parameter that is not chosen decides it."
    )
    spent = _SpentField(required=False, help_text=_SPENT)
    breaks = FindingSerializer(source="new_errors", many=True, help_text="The errors that it would bring.")


class StepsSerializer(serializers.Serializer[Any]):
    """Everything that could be changed of a profile, with its price."""

    profile = serializers.CharField()
    values = serializers.DictField(
        source="steps.values", child=StepPairSerializer(), help_text=f"{_BY_CODE} Numbers."
    )
    options = serializers.DictField(
        source="steps.options",
        child=serializers.DictField(child=_PriceChangeField(allow_null=True, help_text=_CHANGE)),
        help_text=f'{_BY_CODE} Choices: the change by the code of the option, "" for none.',
    )
    weapon_values = serializers.DictField(
        source="steps.fields",
        child=StepPairSerializer(),
        help_text="By its place in the design, such as shooting_weapons[0].range.",
    )
    candidates = serializers.DictField(
        child=CandidateSerializer(many=True), help_text="By place: what could be picked there."
    )


# ------------------------------------------------------------------ fits


class FitsInputSerializer(serializers.Serializer[Any]):
    """A roster of a document."""

    document = DocumentField()
    roster = StrictIntegerField(min_value=0, help_text="The place of a roster of the document, from 0.")


class _NewUnitField(serializers.Field[Any, Any, Any, Any]):
    """What the context's ``units`` say of the unit that a profile makes; nothing where it makes none."""

    def get_attribute(self, instance: Fit | Member) -> object:
        """The part of the unit that the source names."""
        unit = self.context["units"].get(instance.profile)
        return None if unit is None else getattr(unit, str(self.source))


class _UnitSizeField(_NewUnitField, serializers.IntegerField):
    """How many models a new unit has."""


class _UnitKindField(_NewUnitField, serializers.CharField):
    """The kind of a new unit."""


class FitSerializer(SparseSerializer):
    """A profile of which some can be added: any number from 1 to ``most``, without a new error.

    In games of units it is a whole unit, an entry of its own.
    """

    profile = serializers.CharField()
    each = serializers.IntegerField(help_text="Points of one.")
    most = serializers.IntegerField()
    has_errors = serializers.BooleanField(
        help_text="Whether it has errors of its own; such stand at the end, and in no fill."
    )
    size = _UnitSizeField(
        required=False, help_text="How many models such a unit has; left out in games without units."
    )


class CountedProfileSerializer(SparseSerializer):
    """So many of a profile."""

    profile = serializers.CharField()
    count = serializers.IntegerField()


class FillEntrySerializer(CountedProfileSerializer):
    """So many more of a profile."""

    unit = _UnitKindField(
        source="kind", required=False, help_text="The kind of a new unit, where there are several."
    )


class FillSerializer(serializers.Serializer[Any]):
    """What would fill the roster: its points, how many it is, and the points that are left then."""

    entries = FillEntrySerializer(
        source="members", many=True, help_text="In games of units one for each unit."
    )
    points = serializers.IntegerField()
    models = serializers.IntegerField(help_text=MODELS_HELP)
    rest = serializers.IntegerField(source="points_left")
    warnings = serializers.ListField(
        child=serializers.CharField(),
        help_text="The messages of the warnings that it brings: empty unless every fill brings some.",
    )


class StopSerializer(serializers.Serializer[Any]):
    """A profile that does not fit."""

    profile = serializers.CharField()
    rule = serializers.CharField(allow_blank=True, help_text='The rule that stops it; "" are the points.')


class FitsResultSerializer(serializers.Serializer[Any]):
    """What could be added to a roster. Profiles without a price are neither in ``fits`` nor in ``stops``."""

    fits = FitSerializer(many=True)
    fills = FillSerializer(many=True, help_text="Three at most, the closest to the size of the game first.")
    exact = serializers.BooleanField(help_text="Whether no better fills can exist.")
    stops = StopSerializer(many=True)


# ------------------------------------------------------------------ plans


class PlanSerializer(serializers.Serializer[Any]):
    """A way to make a roster legal. A swap removes models of one profile and adds as many of another."""

    removed = CountedProfileSerializer(
        source="removed_members", many=True, help_text="So many of each profile."
    )
    added = CountedProfileSerializer(source="added_members", many=True, help_text="So many of each profile.")
    limit = serializers.IntegerField(
        allow_null=True,
        help_text="The size of the game, another where it is of no agreed size; null for none.",
    )
    points = serializers.IntegerField(allow_null=True, help_text="What the roster comes to then.")
    models = serializers.IntegerField(help_text=f"{MODELS_HELP} Without what is removed.")
    exact = serializers.BooleanField(help_text="Whether no plan can remove fewer.")
    patch = PatchOperationSerializer(many=True, help_text="The plan as a change of the document.")


class PlanAnswerSerializer(serializers.Serializer[Any]):
    """The plan, where there is one, and the other ways to make the roster legal."""

    plan = PlanSerializer(
        allow_null=True,
        help_text="null where the roster is legal, fields nobody, or lacks an agreed price, and where no "
        "change that was tried makes it legal.",
    )
    ways = PlanSerializer(many=True, help_text="Three at most; the first is the plan.")


# ------------------------------------------------------------------ fingerprints


class RosterFingerprintSerializer(serializers.Serializer[Any]):
    """The fingerprints of the list cut to one roster."""

    name = serializers.CharField(source="roster.name", allow_blank=True)
    fingerprints = FingerprintPairSerializer()


class DocumentFingerprintsSerializer(serializers.Serializer[Any]):
    """What papers of this document carry: whoever changes a number or a letter of it gets others."""

    fingerprints = FingerprintPairSerializer(source="stamps.company_list", help_text="Of the whole list.")
    edition_digest = serializers.CharField(
        source="edition.digest", help_text="Names the numbers that it was made with."
    )
    rosters = RosterFingerprintSerializer(many=True, help_text="In the order of the document.")


# ------------------------------------------------------------------ changes


class ChangesInputSerializer(serializers.Serializer[Any]):
    """Two documents of one edition."""

    before = DocumentField()
    after = DocumentField()


class ChangeSerializer(serializers.Serializer[Any]):
    """One change."""

    kind = serializers.ChoiceField(choices=get_args(ChangeKind))
    words = serializers.CharField(help_text="The whole of it.")
    name = serializers.CharField(allow_blank=True, help_text='Of the profile or roster; "" of the list.')
    profile = serializers.CharField(allow_blank=True, help_text='The key of the profile, or "".')
    roster = serializers.IntegerField(
        allow_null=True, help_text="The place of the roster in the later document; in the earlier if it went."
    )
    parts = serializers.ListField(child=serializers.CharField(), help_text="Each thing that is different.")
    before = serializers.IntegerField(allow_null=True, help_text="Its points, where it was and had a price.")
    after = serializers.IntegerField(allow_null=True, help_text="Its points, where it is and has a price.")


class ChangesSerializer(serializers.Serializer[Any]):
    """Everything that is different; nothing where the documents are the same."""

    results = ChangeSerializer(many=True)
    lines = serializers.ListField(
        child=serializers.CharField(), help_text="The same in short: many changes of one kind are one line."
    )


# ------------------------------------------------------------------ shorthand


class ShorthandInputSerializer(serializers.Serializer[Any]):
    """Stat lines as players write them."""

    system = SystemCodeField()
    edition = EditionNameField()
    text = StrictCharField(help_text="At most a fifth of the bytes that a document may have.")


class PieceSerializer(serializers.Serializer[Any]):
    """Something that was read; ``start`` and ``end`` count characters, a line end being one."""

    line = serializers.IntegerField(help_text="From 1.")
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    text = serializers.CharField()
    meaning = serializers.CharField()


class UnparsedSerializer(serializers.Serializer[Any]):
    """Something that was not read."""

    line = serializers.IntegerField(help_text="From 1.")
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    text = serializers.CharField()
    near = serializers.ListField(child=serializers.CharField(), help_text="What may be meant.")
    mend = serializers.CharField(
        source="suggestion", allow_blank=True, help_text="The same in words, or what is missing."
    )

    class Meta:
        ref_name = "Unread"  # the name in API v1, which generated clients use


class StatedPointsSerializer(serializers.Serializer[Any]):
    """Points that the text says beside those that it comes to."""

    says = serializers.IntegerField()
    comes = serializers.IntegerField(allow_null=True, help_text="null where something has no price.")
    same = serializers.BooleanField()

    class Meta:
        ref_name = "Said"  # the name in API v1, which generated clients use


class ParsedProfileSerializer(serializers.Serializer[Any]):
    """A profile of the text."""

    profile = ProfileField(help_text="What was not read stands in its notes.")
    line = serializers.IntegerField(source="parsed.line", help_text="Where it begins, from 1.")
    points = serializers.IntegerField(
        source="appraisal.points", allow_null=True, help_text="null where something has no price."
    )
    findings = FindingSerializer(source="appraisal.findings", many=True)
    said = StatedPointsSerializer(many=True)
    read = PieceSerializer(source="parsed.pieces_with_meaning", many=True)
    unread = UnparsedSerializer(source="parsed.unparsed", many=True)

    class Meta:
        ref_name = "ReadProfile"  # the name in API v1, which generated clients use


class ChoiceSerializer(serializers.Serializer[Any]):
    """One of two answers to a question: write the replacement in the place of its text, and read again."""

    label = serializers.CharField()  # type: ignore[assignment] # DRF's fields have a label
    replacement = serializers.CharField()


class QuestionSerializer(serializers.Serializer[Any]):
    """Something that may mean one of two things; it is not read until the text says which."""

    line = serializers.IntegerField(help_text="From 1.")
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    text = serializers.CharField()
    prompt = serializers.CharField()
    choices = ChoiceSerializer(many=True, help_text="Two.")


class ShorthandSerializer(serializers.Serializer[Any]):
    """All of a text. What belongs to no profile stands apart."""

    profiles = ParsedProfileSerializer(many=True)
    read = PieceSerializer(source="text.pieces_with_meaning", many=True)
    unread = UnparsedSerializer(source="text.unparsed", many=True)
    questions = QuestionSerializer(
        source="text.questions", many=True, help_text="What they ask about is among what was not read."
    )
