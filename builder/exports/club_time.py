"""Conversions between moments and the dates and times in a club's time zone."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone

from builder.exports.pdf.text import long_date
from builder.models import Club


class NoSuchTimeError(ValueError):
    """A time that clocks skip when summer time begins. The error's text suggests another time."""


def time_zone_of(club: Club) -> ZoneInfo:
    """Return the club's time zone. If the stored name is unknown, return UTC."""
    try:
        return ZoneInfo(club.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def today_of(club: Club) -> date:
    """Return today's date in the club's time zone."""
    return timezone.now().astimezone(time_zone_of(club)).date()


def moment_text(moment: datetime, zone: ZoneInfo) -> str:
    """Return a moment as clocks show it in a zone: 7 May 2026, 20:00 BST."""
    local = moment.astimezone(zone)
    return f"{long_date(local.date())}, {local:%H:%M} {_zone_abbreviation(local)}"


def zone_text(moment: datetime, zone: ZoneInfo) -> str:
    """Return the name of a zone, such as "Europe/London", or "" if it is also the abbreviation: "UTC"."""
    return "" if _zone_abbreviation(moment.astimezone(zone)) == zone.key else zone.key


def _zone_abbreviation(local: datetime) -> str:
    """Return the abbreviation of the zone, such as BST, or else its offset: UTC+03."""
    abbreviation = local.strftime("%Z")
    return f"UTC{abbreviation}" if abbreviation[:1] in "+-" else abbreviation


def moment_at(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Return the moment, the later of two, at which clocks in the zone show this time.

    Raise NoSuchTimeError if clocks skip the time.
    """
    moment = datetime.combine(day, clock, zone)
    # The conversion to UTC and back moves a skipped time to the time that clocks show instead.
    shown = moment.astimezone(UTC).astimezone(zone)
    if shown.replace(tzinfo=None) != moment.replace(tzinfo=None):
        raise NoSuchTimeError(
            f"the clocks of {zone.key} leave out {clock:%H:%M} that day: choose {shown:%H:%M} or another."
        )
    return moment.replace(fold=1)
