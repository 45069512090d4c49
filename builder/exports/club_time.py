"""Conversions between moments and the dates and times in a club's time zone."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone

from builder.exports.pdf.text import long_date
from builder.models import Club


class NoSuchTimeError(ValueError):
    """A time doesn't exist on a day, because clocks skip it when summer time begins.

    The error's text suggests another time.
    """


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
    return f"{long_date(local.date())}, {local:%H:%M} {_zone_letters(local)}"


def zone_text(moment: datetime, zone: ZoneInfo) -> str:
    """Return the name of a zone, such as "Europe/London".

    Return an empty string if the abbreviation after the moment is already the name, such as "UTC".
    """
    return "" if _zone_letters(moment.astimezone(zone)) == zone.key else zone.key


def _zone_letters(local: datetime) -> str:
    """Return the abbreviation of the zone, such as BST. A zone without an abbreviation is written UTC+03."""
    letters = local.strftime("%Z")
    return f"UTC{letters}" if letters[:1] in "+-" else letters


def moment_at(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Return the moment at which clocks in the zone show this time.

    If clocks show the time twice, return the later moment. Raise NoSuchTimeError if clocks skip the time.
    """
    wanted = datetime.combine(day, clock, zone)
    # The conversion to UTC and back moves a skipped time to the time that clocks show instead.
    shown = wanted.astimezone(UTC).astimezone(zone)
    if shown.replace(tzinfo=None) != wanted.replace(tzinfo=None):
        raise NoSuchTimeError(
            f"the clocks of {zone.key} leave out {clock:%H:%M} that day: choose {shown:%H:%M} or another."
        )
    return wanted.replace(fold=1)
