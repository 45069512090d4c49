"""Events of clubs, and the rosters that are handed in for them."""

import re
from datetime import UTC, date, datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.calculations.serializers import AppraisalSerializer
from api.papers.serializers import PaperQuerySerializer
from api.shared.addresses import RowUrlField
from api.shared.fields import (
    MODELS_HELP,
    EditionNameField,
    FingerprintPairSerializer,
    MineField,
    NumberAnswerField,
    StrictCharField,
    StrictIntegerField,
    SystemCodeField,
    TextAnswerField,
)
from api.shared.pagination import GameQuerySerializer, page_url_field
from builder.catalogue.store import all_catalogues
from builder.exports.club_time import time_zone_of
from builder.exports.json import appraisal_value
from builder.exports.pdf.events import EVENT_PAPERS
from builder.exports.pdf.options import SIZE_CODES
from builder.models import Event, HandIn
from builder.points.document.document import find_catalogue
from builder.points.document.json_reader import MAX_NUMBER
from builder.queries.events import (
    HandInTableRow,
    ListedEvent,
    UnpackedHandIn,
    is_event_open,
    is_other_size,
    is_outdated,
)
from builder.services.editing.contents import get_edition
from builder.services.events import EVENT_LIMIT, EVENT_NAME, EVENT_NOTES, EVENT_YEAR, EventDetails

Json = dict[str, object]

_YEARS = f"is in no year of events: choose one {EVENT_YEAR.range_text}"
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d{1,6})?)?([Zz]|[+-]\d\d:\d\d)?", re.ASCII)


# ------------------------------------------------------------------ events, as they are sent


@extend_schema_field({"type": "string", "format": "date", "description": f"A year {EVENT_YEAR.range_text}."})
class EventDayField(serializers.DateField):
    """A day as 2030-05-09."""

    def to_internal_value(self, value: object) -> date:
        """Written in one way only, in a year that events are in."""
        if not (isinstance(value, str) and _DAY.fullmatch(value)):
            raise serializers.ValidationError("is no day: write it as 2030-05-09")
        day = super().to_internal_value(value)
        if day.year not in EVENT_YEAR:
            raise serializers.ValidationError(_YEARS)
        return day


@extend_schema_field(
    {
        "type": "string",
        "format": "date-time",
        "description": f"With the offset of its zone; a year {EVENT_YEAR.range_text}. Answered in UTC.",
    }
)
class EventMomentField(serializers.DateTimeField):
    """A moment as 2030-05-07T20:00:00+01:00: no clock is guessed for one without its zone."""

    def to_internal_value(self, value: object) -> datetime:
        """Written in one way only, in a year that events are in."""
        if not (isinstance(value, str) and _MOMENT.fullmatch(value)):
            raise serializers.ValidationError("is no moment: write it as 2030-05-07T20:00:00+01:00")
        moment = super().to_internal_value(value.upper())
        if moment.year not in EVENT_YEAR:
            raise serializers.ValidationError(_YEARS)
        return moment

    def enforce_timezone(self, value: datetime) -> datetime:
        """The moment in UTC; ValidationError where it has no zone or is none."""
        if timezone.is_naive(value):
            raise serializers.ValidationError("has no zone: write Z or an offset behind it, such as +01:00")
        try:
            return value.astimezone(UTC)
        except OverflowError:
            raise serializers.ValidationError(_YEARS) from None


class EventCreateSerializer(serializers.Serializer[Any]):
    """What an organiser says of an event."""

    name = TextAnswerField(EVENT_NAME, trim_whitespace=True)
    date = EventDayField()
    system = SystemCodeField()
    edition = EditionNameField(help_text="Fixed once somebody has handed in.")
    limit = NumberAnswerField(
        EVENT_LIMIT, allow_null=True, help_text="The game size in points; null in games that need none."
    )
    deadline = EventMomentField()
    notes = TextAnswerField(EVENT_NOTES)


class EventUpdateSerializer(EventCreateSerializer):
    """What is said of an event; what is left out stays."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The fields of an event, none of them required."""
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


def event_details(sent: dict[str, Any], event: Event | None = None) -> EventDetails:
    """The details to save, those left out as they are now; DocumentError where there is no such edition."""
    whole = {**_current_fields(event), **sent} if event is not None else sent
    catalogue = find_catalogue(whole, all_catalogues())
    edition = get_edition(catalogue.system, catalogue.edition)
    plain: dict[str, Any] = {name: whole[name] for name in _PLAIN_FIELDS if name in whole}
    return EventDetails(**plain, edition=edition)


_PLAIN_FIELDS = ("name", "date", "limit", "deadline", "notes")


def _current_fields(event: Event) -> Json:
    plain = {name: getattr(event, name) for name in _PLAIN_FIELDS}
    return {**plain, "system": event.edition.system.code, "edition": event.edition.version}


# ------------------------------------------------------------------ events, as they are answered


class EventItemSerializer(serializers.Serializer[Any]):
    """An event among others."""

    id = serializers.CharField(source="event.public_id")
    url = RowUrlField("api_event", "event.public_id", within=("club",))
    name = serializers.CharField(source="event.name")
    date = serializers.DateField(source="event.date", help_text="The day of the club's clock.")
    system = serializers.CharField(source="event.edition.system.code")
    edition = serializers.CharField(source="event.edition.version")
    limit = serializers.IntegerField(
        source="event.limit", allow_null=True, help_text="The game size in points; null for none."
    )
    deadline = serializers.DateTimeField(source="event.deadline", help_text="In UTC.")
    open = serializers.SerializerMethodField(help_text="Whether rosters are still handed in.")
    handed_in = serializers.IntegerField(
        source="hand_in_count", help_text="How many have handed in a roster."
    )
    mine = serializers.BooleanField(source="own_handed_in", help_text="Whether you have.")

    def get_open(self, listed: ListedEvent) -> bool:
        """Whether rosters are still handed in ``now``."""
        return is_event_open(listed.event, self.context["now"])


class EventSerializer(EventItemSerializer):
    """All of an event but the table of who handed in what."""

    version = serializers.IntegerField(source="event.version", help_text="Counts every change; its ETag.")
    created = serializers.DateTimeField(source="event.created")
    time_zone = serializers.SerializerMethodField(help_text="The zone of the club, such as Europe/London.")
    notes = serializers.CharField(source="event.notes", allow_blank=True, help_text="Markdown.")

    def get_time_zone(self, listed: ListedEvent) -> str:
        """The zone of the club."""
        return time_zone_of(listed.event.club).key


class SavedEventSerializer(EventSerializer):
    """An event that was changed."""

    messages = serializers.SerializerMethodField(
        help_text="What the change does to those who have handed in, or not."
    )

    def get_messages(self, listed: ListedEvent) -> list[str]:
        """What the change does."""
        return list(self.context["consequences"])


class DeletedEventSerializer(serializers.Serializer[Any]):
    """What went with an event."""

    hand_ins = serializers.IntegerField(help_text="How many rosters were handed in for it.")


class EventsQuerySerializer(GameQuerySerializer):
    """Which events of a club."""

    when = serializers.ChoiceField(
        choices=("coming", "past"),
        default="coming",
        help_text="coming: from today on, the next one first; past: the last one first.",
    )


# ------------------------------------------------------------------ hand-ins


class HandInSerializer(serializers.Serializer[Any]):
    """A roster that was handed in, in numbers: as it was then, whatever has become of it."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_one_hand_in", "public_id", within=("club", "event"))
    created = serializers.DateTimeField(source="made", help_text="When it was handed in.")
    version = serializers.IntegerField(help_text="1, or more where it took the place of others.")
    roster_name = serializers.CharField(source="summary.roster", allow_blank=True)
    list_name = serializers.CharField(
        source="summary.list", allow_blank=True, help_text="That of the list that it was in."
    )
    points = serializers.IntegerField(
        source="summary.points", allow_null=True, help_text="null where something has no price."
    )
    limit = serializers.IntegerField(
        source="summary.limit",
        allow_null=True,
        help_text="The size of the game that it is made for; null for none.",
    )
    other_size = serializers.SerializerMethodField(help_text="Whether the event is of another size.")
    models = serializers.IntegerField(source="summary.models", help_text=MODELS_HELP)
    errors = serializers.IntegerField(  # type: ignore[assignment] # a column of the table; DRF has its own errors
        source="summary.errors", help_text="The roster's and those of its profiles; 0 where it is legal."
    )
    fingerprints = serializers.SerializerMethodField(
        help_text="What its paper carries; null where that is of the older kind."
    )
    older_fingerprint = serializers.CharField(
        allow_blank=True, help_text="One of force and words together, as papers carried it once."
    )

    def get_other_size(self, row: HandIn) -> bool:
        """Whether the ``event`` is of another size."""
        return is_other_size(row, self.context["event"])

    @extend_schema_field(FingerprintPairSerializer(allow_null=True))
    def get_fingerprints(self, row: HandIn) -> Json | None:
        """What its paper carries, if that is not of the older kind."""
        return None if row.older_fingerprint else FingerprintPairSerializer(row).data


class OwnHandInSerializer(HandInSerializer):
    """What you have handed in."""

    outdated = serializers.SerializerMethodField(
        help_text="Whether your roster has changed since, or is gone, and another can still be handed in."
    )

    def get_outdated(self, row: HandIn) -> bool:
        """Whether it is, for who asks ``now``."""
        return is_outdated(row, self.context["event"], self.context["request"].user, self.context["now"])


class HandInDetailSerializer(OwnHandInSerializer):
    """A hand-in with what was computed of it then."""

    by = serializers.CharField(source="user.username")
    mine = MineField(source="user_id")
    agrees = serializers.SerializerMethodField(
        help_text="Whether it comes to the same when it is computed now."
    )
    appraisal = serializers.SerializerMethodField(help_text="As it was computed when it was handed in.")
    now = serializers.SerializerMethodField(help_text="What it comes to now; null where that is the same.")

    def get_agrees(self, row: HandIn) -> bool:
        """Whether it comes to the same now."""
        return self._frozen.agrees

    @extend_schema_field(AppraisalSerializer)
    def get_appraisal(self, row: HandIn) -> Json:
        """As it was computed then."""
        frozen = self._frozen
        return appraisal_value(frozen.document, frozen.catalogue, frozen.appraisal)

    @extend_schema_field(AppraisalSerializer(allow_null=True))
    def get_now(self, row: HandIn) -> Json | None:
        """What it comes to now, if that is different."""
        frozen = self._frozen
        if frozen.agrees:
            return None
        return appraisal_value(frozen.document, frozen.catalogue, frozen.recomputed)

    @property
    def _frozen(self) -> UnpackedHandIn:
        frozen: UnpackedHandIn = self.context["frozen"]
        return frozen

    class Meta:
        ref_name = "OneHandIn"  # the name in API v1, which generated clients use


class ParticipantSerializer(serializers.Serializer[Any]):
    """Somebody, and what they handed in."""

    by = serializers.CharField(source="user.username")
    mine = MineField(source="user.pk", help_text="Whether this is you.")
    member = serializers.SerializerMethodField(help_text="false: they have left the club since.")
    hand_in = HandInSerializer(allow_null=True, help_text="null: nothing.")

    def get_member(self, row: HandInTableRow) -> bool:
        """Whether they are still in the club."""
        return not row.has_left


class HandInsSerializer(serializers.Serializer[Any]):
    """Who handed in what: everybody where ``whole``, else yourself alone."""

    whole = serializers.BooleanField(help_text="For members false until the deadline.")
    members = serializers.IntegerField(help_text="How many the club has.")
    handed_in = serializers.IntegerField(help_text="How many have handed in a roster.")
    next = page_url_field()
    previous = page_url_field()
    results = ParticipantSerializer(many=True)


class HandInCreateSerializer(serializers.Serializer[Any]):
    """A roster of one's own, to be handed in."""

    list = StrictCharField(help_text="The id of the list.")
    roster = StrictCharField(help_text="The id of the roster in it.")
    seen = StrictIntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="The version of the list that you looked at: it is refused when the list has changed.",
    )


# ------------------------------------------------------------------ papers


class HandInPaperQuerySerializer(serializers.Serializer[Any]):
    """On what a paper is printed."""

    size = serializers.ChoiceField(choices=SIZE_CODES, default="a4")


class EventRostersQuerySerializer(PaperQuerySerializer):
    """One of the papers of an event, of each of its rosters."""

    paper = serializers.ChoiceField(choices=EVENT_PAPERS, default="roster")
    roster = None  # type: ignore[assignment] # so DRF leaves a field of the parent out
    blank = None  # type: ignore[assignment] # as well
    part = serializers.IntegerField(
        min_value=1, default=1, help_text="Of more than 200 rosters there are several papers."
    )
