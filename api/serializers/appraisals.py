"""Appraisals as they are answered: the same JSON value as ``manage.py appraise`` prints."""

from typing import Any

from rest_framework import serializers

from builder.points.results import LEVELS

_UNPRICED = "null where something has no price."


class LineSerializer(serializers.Serializer[Any]):
    """One row of one table: ``points`` is ``base`` times ``factor``, rounded up."""

    code = serializers.CharField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment] # DRF's fields have a label
    base = serializers.IntegerField(allow_null=True, help_text="null where the value has no price.")
    factor = serializers.RegexField(r"^-?[0-9]+(/[1-9][0-9]*)?$", help_text='A fraction, such as "3/2".')
    points = serializers.IntegerField(allow_null=True, help_text="null where the value has no price.")
    page = serializers.IntegerField()
    table = serializers.CharField(allow_blank=True)
    group = serializers.CharField(help_text="Its part of the receipt.")
    where = serializers.CharField(allow_blank=True, help_text="Its place in the design.")

    class Meta:
        ref_name = "Line"


class FindingSerializer(serializers.Serializer[Any]):
    """One legality remark."""

    level = serializers.ChoiceField(choices=LEVELS)
    code = serializers.CharField(help_text="The id of the rule.")
    where = serializers.CharField(allow_blank=True, help_text="Its place in the design or the roster.")
    message = serializers.CharField()
    page = serializers.IntegerField()

    class Meta:
        ref_name = "Finding"


class ProfileAppraisalSerializer(serializers.Serializer[Any]):
    """What a profile comes to, and why."""

    key = serializers.CharField()
    points = serializers.IntegerField(allow_null=True, help_text=_UNPRICED)
    lines = LineSerializer(many=True)
    findings = FindingSerializer(many=True)

    class Meta:
        ref_name = "ProfileAppraisal"


class EntryAppraisalSerializer(serializers.Serializer[Any]):
    """One row of a roster; totals below zero count as 0."""

    profile = serializers.CharField(help_text="The key of a profile.")
    count = serializers.IntegerField()
    each = serializers.IntegerField(allow_null=True, help_text=_UNPRICED)
    points = serializers.IntegerField(allow_null=True, help_text=_UNPRICED)

    class Meta:
        ref_name = "EntryAppraisal"


class RosterAppraisalSerializer(serializers.Serializer[Any]):
    """A roster's sum against its limit; its findings are its own, without those of its profiles."""

    name = serializers.CharField(allow_blank=True)
    limit = serializers.IntegerField(help_text="The size of the game in points.")
    points = serializers.IntegerField(allow_null=True, help_text=_UNPRICED)
    models = serializers.IntegerField()
    entries = EntryAppraisalSerializer(many=True)
    findings = FindingSerializer(many=True)

    class Meta:
        ref_name = "RosterAppraisal"


class AppraisalSerializer(serializers.Serializer[Any]):
    """Everything that is computed about a company list."""

    name = serializers.CharField(allow_blank=True)
    system = serializers.CharField()
    edition = serializers.CharField()
    profiles = ProfileAppraisalSerializer(many=True)
    rosters = RosterAppraisalSerializer(many=True)

    class Meta:
        ref_name = "Appraisal"
