"""Serializers of club events and of hand-ins.

A hand-in is a copy of a roster that a participant has handed in for an event.
"""

import re
from datetime import date, datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.calculations.serializers import AppraisalSerializer
from api.papers.serializers import PaperQuerySerializer
from api.shared.addresses import RowUrlField
from api.shared.descriptions import LIST_FIELDS, MARKDOWN, MODELS_HELP, POINTS_HELP, VERSION_HELP
from api.shared.fields import (
    EditionNameField,
    FingerprintPairSerializer,
    MineField,
    MomentField,
    NumberInputField,
    StrictCharField,
    StrictIntegerField,
    SystemCodeField,
    TextInputField,
    UpdateSerializer,
)
from api.shared.pagination import NEXT_HELP, PREVIOUS_HELP, GameQuerySerializer, page_url_field
from builder.catalogue.store import all_catalogues
from builder.exports.club_time import time_zone_of
from builder.exports.json import appraisal_value
from builder.exports.pdf.events import EVENT_PAPERS
from builder.exports.pdf.options import SIZE_CODES
from builder.frozen import UnpackedRoster
from builder.models import Event, HandIn
from builder.points.document.document import find_catalogue
from builder.points.document.json_reader import MAX_NUMBER
from builder.queries.events import (
    HandInTableRow,
    has_other_limit,
    is_event_open,
    is_outdated,
)
from builder.services.editing.contents import get_edition
from builder.services.events import EVENT_LIMIT, EVENT_NAME, EVENT_NOTES, EVENT_YEAR, EventDetails

Json = dict[str, object]

_YEAR_MESSAGE = f"is not in a possible year: choose one {EVENT_YEAR.range_text}"
_DAY_PATTERN = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


# ------------------------------------------------------------------ events in requests


@extend_schema_field(
    {
        "type": "string",
        "format": "date",
        "description": f"Day of the event, such as 2030-05-09; its year is {EVENT_YEAR.range_text}.",
    }
)
class EventDayField(serializers.DateField):
    """A day such as 2030-05-09."""

    def to_internal_value(self, value: object) -> date:
        """Return the day. Raises ValidationError for another format or a year outside EVENT_YEAR."""
        if not (isinstance(value, str) and _DAY_PATTERN.fullmatch(value)):
            self.fail("invalid")
        day = super().to_internal_value(value)
        if day.year not in EVENT_YEAR:
            raise serializers.ValidationError(_YEAR_MESSAGE)
        return day


@extend_schema_field(
    {
        "type": "string",
        "format": "date-time",
        "description": "Latest time to hand in a roster, with a time zone, such as "
        f"2030-05-07T20:00:00+01:00; its year is {EVENT_YEAR.range_text}. In responses, it is in UTC.",
    }
)
class EventMomentField(MomentField):
    """A time in one of the years that events can have."""

    def to_internal_value(self, value: object) -> datetime:
        """Return the time. Raises ValidationError for another format or a year outside EVENT_YEAR."""
        moment = super().to_internal_value(value)
        if moment.year not in EVENT_YEAR:
            raise serializers.ValidationError(_YEAR_MESSAGE)
        return moment


class EventCreateSerializer(serializers.Serializer[Any]):
    """A new event."""

    name = TextInputField(EVENT_NAME, trim_whitespace=True, help_text="Name of the event.")
    date = EventDayField()
    system = SystemCodeField(help_text=LIST_FIELDS["system"])
    edition = EditionNameField(
        help_text=f"{LIST_FIELDS['edition']} It can't change after the first roster is handed in."
    )
    limit = NumberInputField(
        EVENT_LIMIT,
        allow_null=True,
        help_text="Limit of rosters in points; null for no limit, in games that allow it.",
    )
    deadline = EventMomentField()
    notes = TextInputField(EVENT_NOTES, help_text=f"Notes for participants, {MARKDOWN}")


class EventUpdateSerializer(UpdateSerializer, EventCreateSerializer):
    """Changes of an event. Fields that are left out don't change."""


def event_details(body: dict[str, Any], event: Event | None = None) -> EventDetails:
    """Return the details to save. Raises DocumentError for an unknown edition.

    ``event`` is the event to change, or None for a new event. Fields that weren't sent come from ``event``.
    """
    fields = {**_current_fields(event), **body} if event is not None else body
    catalogue = find_catalogue(fields, all_catalogues())
    edition = get_edition(catalogue.system, catalogue.edition)
    plain: dict[str, Any] = {name: fields[name] for name in _PLAIN_FIELDS if name in fields}
    return EventDetails(**plain, edition=edition)


_PLAIN_FIELDS = ("name", "date", "limit", "deadline", "notes")


def _current_fields(event: Event) -> Json:
    plain = {name: getattr(event, name) for name in _PLAIN_FIELDS}
    return {**plain, "system": event.edition.system.code, "edition": event.edition.version}


# ------------------------------------------------------------------ events in responses


class EventItemSerializer(serializers.Serializer[Any]):
    """An event of a club."""

    id = serializers.CharField(source="public_id", help_text="Id of the event.")
    url = RowUrlField("api_event", "public_id", path_parameters=("club",))
    name = serializers.CharField(help_text="Name of the event.")
    date = serializers.DateField(help_text="Day of the event, in the time zone of the club.")
    system = serializers.CharField(source="edition.system.code", help_text=LIST_FIELDS["system"])
    edition = serializers.CharField(source="edition.version", help_text=LIST_FIELDS["edition"])
    limit = serializers.IntegerField(
        allow_null=True, help_text="Limit of rosters in points; null for no limit."
    )
    deadline = serializers.DateTimeField(help_text="Latest time to hand in a roster, in UTC.")
    open = serializers.SerializerMethodField(help_text="Whether rosters can still be handed in.")
    handed_in = serializers.IntegerField(
        source="hand_in_count", help_text="Number of participants who handed in a roster."
    )
    mine = serializers.BooleanField(source="has_own_hand_in", help_text="Whether you handed in a roster.")

    def get_open(self, event: Event) -> bool:
        """Return whether rosters can be handed in at the context's ``now``."""
        return is_event_open(event, self.context["now"])


class EventSerializer(EventItemSerializer):
    """An event, without the rosters that are handed in."""

    version = serializers.IntegerField(help_text=VERSION_HELP)
    created = serializers.DateTimeField(help_text="When the event was created.")
    time_zone = serializers.SerializerMethodField(
        help_text="Time zone of the club, as an IANA name such as Europe/London."
    )
    notes = serializers.CharField(allow_blank=True, help_text=f"Notes for participants, {MARKDOWN}")

    def get_time_zone(self, event: Event) -> str:
        """Return the time zone of the club."""
        return time_zone_of(event.club).key


class SavedEventSerializer(EventSerializer):
    """An event after a change."""

    messages = serializers.SerializerMethodField(
        help_text="What the change means for participants, in sentences."
    )

    def get_messages(self, event: Event) -> list[str]:
        """Return what the change means for participants."""
        return list(self.context["consequences"])


class DeletedEventSerializer(serializers.Serializer[Any]):
    """What was deleted with an event."""

    hand_ins = serializers.IntegerField(help_text="Number of rosters that were handed in.")


class EventsQuerySerializer(GameQuerySerializer):
    """Which events of a club to return."""

    when = serializers.ChoiceField(
        choices=("coming", "past"),
        default="coming",
        help_text='"coming": events from today, the next first. "past": earlier events, the latest first.',
    )


# ------------------------------------------------------------------ hand-ins


class HandInSerializer(serializers.Serializer[Any]):
    """A roster as it was handed in. Later changes of the list don't change it."""

    id = serializers.CharField(source="public_id", help_text="Id of the hand-in.")
    url = RowUrlField("api_one_hand_in", "public_id", path_parameters=("club", "event"))
    created = serializers.DateTimeField(source="made", help_text="When the roster was handed in.")
    version = serializers.IntegerField(
        help_text="1 for the first roster that the participant handed in, and 1 more for each replacement."
    )
    roster_name = serializers.CharField(
        source="summary.roster", allow_blank=True, help_text="Name of the roster; may be empty."
    )
    list_name = serializers.CharField(
        source="summary.list", allow_blank=True, help_text="Name of the list of the roster; may be empty."
    )
    points = serializers.IntegerField(source="summary.points", allow_null=True, help_text=POINTS_HELP)
    limit = serializers.IntegerField(
        source="summary.limit",
        allow_null=True,
        help_text="Limit of the roster in points; null if none was agreed on.",
    )
    other_size = serializers.SerializerMethodField(
        help_text="Whether the limit of the roster differs from the limit of the event."
    )
    models = serializers.IntegerField(source="summary.models", help_text=MODELS_HELP)
    errors = serializers.IntegerField(  # type: ignore[assignment] # a name in the API; DRF has it too
        source="summary.errors",
        help_text="Number of errors of the roster and its profiles; 0 if it is legal.",
    )
    fingerprints = serializers.SerializerMethodField(
        help_text="Fingerprints that the paper of the hand-in shows; null if it shows an older_fingerprint."
    )
    older_fingerprint = serializers.CharField(
        allow_blank=True,
        help_text='Fingerprint that the paper of an old hand-in shows; "" for newer hand-ins.',
    )

    def get_other_size(self, row: HandIn) -> bool:
        """Return whether the limit differs from the limit of the context's ``event``."""
        return has_other_limit(row, self.context["event"])

    @extend_schema_field(FingerprintPairSerializer(allow_null=True))
    def get_fingerprints(self, row: HandIn) -> Json | None:
        """Return the two fingerprints, or None if the paper has a single older fingerprint."""
        return None if row.older_fingerprint else FingerprintPairSerializer(row).data


class OwnHandInSerializer(HandInSerializer):
    """Your hand-in."""

    outdated = serializers.SerializerMethodField(
        help_text="Whether you changed or deleted the roster after you handed it in, and can still hand in "
        "another."
    )

    def get_outdated(self, row: HandIn) -> bool:
        """Return whether the user can hand in a newer roster at the context's ``now``."""
        return is_outdated(row, self.context["event"], self.context["request"].user, self.context["now"])


class HandInDetailSerializer(OwnHandInSerializer):
    """A hand-in with its appraisal."""

    by = serializers.CharField(source="user.username", help_text="User name of the participant.")
    mine = MineField(source="user_id", help_text="Whether the hand-in is yours.")
    agrees = serializers.SerializerMethodField(help_text="Whether the current rulings give the same result.")
    appraisal = serializers.SerializerMethodField(help_text="Appraisal at the time of the hand-in.")
    now = serializers.SerializerMethodField(
        help_text="Appraisal by the current rulings; null if the result is the same."
    )

    def get_agrees(self, row: HandIn) -> bool:
        """Return whether the current result is the same."""
        return self._frozen.is_outcome_unchanged

    @extend_schema_field(AppraisalSerializer)
    def get_appraisal(self, row: HandIn) -> Json:
        """Return the appraisal at the time of the hand-in."""
        return appraisal_value(self._frozen.sheet())

    @extend_schema_field(AppraisalSerializer(allow_null=True))
    def get_now(self, row: HandIn) -> Json | None:
        """Return the appraisal by the current rulings, or None if its result is the same."""
        return None if self._frozen.is_outcome_unchanged else appraisal_value(self._frozen.recomputed_sheet())

    @property
    def _frozen(self) -> UnpackedRoster[HandIn]:
        frozen: UnpackedRoster[HandIn] = self.context["frozen"]
        return frozen

    class Meta:
        ref_name = "OneHandIn"  # the name in API v1, which generated clients use


class ParticipantSerializer(serializers.Serializer[Any]):
    """A participant, and what they handed in."""

    by = serializers.CharField(source="user.username", help_text="User name of the participant.")
    mine = MineField(source="user.pk", help_text="Whether this is you.")
    member = serializers.SerializerMethodField(
        help_text="Whether the participant is still a member of the club."
    )
    hand_in = HandInSerializer(allow_null=True, help_text="Roster that was handed in; null if there is none.")

    def get_member(self, row: HandInTableRow) -> bool:
        """Return whether the participant is still a member of the club."""
        return not row.has_left


class HandInsSerializer(serializers.Serializer[Any]):
    """The participants of an event. If ``whole`` is false, the only participant is you."""

    whole = serializers.BooleanField(
        help_text="Whether all participants are included. Members only see themselves before the deadline."
    )
    members = serializers.IntegerField(help_text="Number of members of the club.")
    handed_in = serializers.IntegerField(help_text="Number of participants who handed in a roster.")
    next = page_url_field(NEXT_HELP)
    previous = page_url_field(PREVIOUS_HELP)
    results = ParticipantSerializer(many=True, help_text="Participants on this page.")


class HandInCreateSerializer(serializers.Serializer[Any]):
    """A roster of yours to hand in."""

    list = StrictCharField(help_text="Id of your list.")
    roster = StrictCharField(help_text="Id of a roster of the list.")
    seen = StrictIntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="Version of the list that you read. If the list has changed since, the request is refused. "
        "null means any version.",
    )


# ------------------------------------------------------------------ papers


class HandInPaperQuerySerializer(serializers.Serializer[Any]):
    """The options of a paper of a hand-in."""

    size = serializers.ChoiceField(choices=SIZE_CODES, default="a4", help_text="Size of the paper.")


class EventRostersQuerySerializer(PaperQuerySerializer):
    """The options of a paper with all rosters of an event."""

    paper = serializers.ChoiceField(choices=EVENT_PAPERS, default="roster", help_text="Kind of paper.")
    roster = None  # type: ignore[assignment] # DRF leaves out inherited fields that are None
    blank = None  # type: ignore[assignment] # left out for the same reason
    part = serializers.IntegerField(
        min_value=1,
        default=1,
        help_text="Number of the part, from 1. Many rosters are printed in several parts.",
    )
