"""The form of an event's settings, and the print options of an event's PDFs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from typing import Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpRequest, QueryDict

from builder.catalogue.store import catalogue_of, editions, newest_editions
from builder.exports.club_time import NoSuchTimeError, moment_at
from builder.exports.pdf.events import EVENT_PAPERS
from builder.exports.pdf.options import PaperSize
from builder.models import Edition, Event, PrintSetup
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.wording import limit_word, with_capital
from builder.services.events import EVENT_LIMIT, EVENT_NAME, EVENT_NOTES, EVENT_YEAR, EventDetails
from builder.web.papers.forms import PAPER_SIZES, PrintChoice, default_paper_size, parse_print_choice
from builder.web.papers.setups import ANY_LIST, ANY_ROSTER, parse_setup
from builder.web.shared.options import FormOption
from builder.web.shared.query_options import QueryOptions
from builder.web.shared.spec_fields import NumberSpecField, TextSpecField, VersionedForm

_DEFAULT_TIME = time(20)


class EventForm(VersionedForm):
    """The settings of an event.

    ``limit`` is one of the game's usual sizes in points. ``other`` is a number that replaces it. In games
    whose rosters need no limit, both may be empty.
    """

    name = TextSpecField(EVENT_NAME)
    date = forms.DateField(
        error_messages={"required": "Choose a day.", "invalid": "Enter the day as 2026-05-31."}
    )
    edition = forms.ChoiceField(
        error_messages={"required": "choose one.", "invalid_choice": "Choose an option."}
    )
    limit = NumberSpecField(EVENT_LIMIT, required=False)
    other = NumberSpecField(EVENT_LIMIT, required=False)
    deadline_date = forms.DateField(
        error_messages={"required": "Choose a day.", "invalid": "Enter the day as 2026-05-31."}
    )
    deadline_time = forms.TimeField(
        input_formats=["%H:%M", "%H:%M:%S"],
        error_messages={"required": "Choose a time.", "invalid": "Enter the time as 20:00."},
    )
    notes = TextSpecField(EVENT_NOTES)

    def __init__(
        self,
        edition_choices: Sequence[Edition],
        zone: ZoneInfo,
        data: QueryDict | None = None,
        *,
        stored: Event | None = None,
        game: str = "",
        edition: str = "",
    ) -> None:
        """Create the form.

        ``edition_choices`` are the editions to choose from.
        ``stored`` is the event to change, or None for a new event.
        ``game`` is the code of the game that is selected for a new event.
        ``edition`` is the value of an edition that is selected instead, if it is given.
        """
        initial = _initial_of_stored(stored, zone) if stored else _initial_of_new(edition_choices, game)
        if edition and edition != initial.get("edition"):
            initial |= _initial_of_edition(edition_choices, edition)
        super().__init__(data, initial=initial)
        self._editions = {edition_value(edition): edition for edition in edition_choices}
        self._zone = zone
        self._stored = stored
        field = cast("forms.ChoiceField", self.fields["edition"])
        field.choices = [(value, value) for value in self._editions]

    def clean(self) -> dict[str, Any]:
        """Check the dates and the game size. Combine the two fields of the deadline."""
        cleaned: dict[str, Any] = super().clean() or {}
        for name in ("date", "deadline_date"):
            day: date | None = cleaned.get(name)
            if day and day.year not in EVENT_YEAR:
                self.add_error(name, f"Choose a year {EVENT_YEAR.range_text}.")
        event_day, last_day = cleaned.get("date"), cleaned.get("deadline_date")
        if event_day and last_day and last_day > event_day:
            self.add_error("deadline_date", "This is after the day of the event. Choose an earlier day.")
        if (
            cleaned.get("other") is None
            and cleaned.get("limit") is None
            and self._needs_size(cleaned.get("edition"))
            and not self.errors.keys() & _SIZE_FIELDS
        ):
            limit_name = with_capital(self._limit_name(cleaned.get("edition")))
            self.add_error("limit", f"{limit_name}: choose a size, or enter a number.")
        if not self.errors:
            try:
                cleaned["deadline"] = _deadline(
                    cleaned["deadline_date"], cleaned["deadline_time"], self._zone, self._stored
                )
            except NoSuchTimeError as error:
                self.add_error("deadline_time", str(error))
        return cleaned

    def _needs_size(self, value: object) -> bool:
        """Return whether a game of the selected edition always has a size, or True without an edition."""
        chosen = self._editions.get(str(value))
        return chosen is None or _always_has_size(chosen)

    def _limit_name(self, value: object) -> str:
        """Return the word of the selected game for the points limit of a roster."""
        chosen = self._editions.get(str(value))
        return limit_word([catalogue_of(chosen)] if chosen else ())

    def details(self) -> EventDetails:
        """Return the values of the valid form."""
        cleaned = self.cleaned_data
        return EventDetails(
            name=cleaned["name"],
            date=cleaned["date"],
            edition=self._editions[cleaned["edition"]],
            limit=cleaned["limit"] if cleaned["other"] is None else cleaned["other"],
            deadline=cleaned["deadline"],
            notes=cleaned["notes"],
        )


def _always_has_size(edition: Edition) -> bool:
    return catalogue_of(edition).roster.limit == "required"


_SIZE_FIELDS = {"limit", "other"}


def _deadline(day: date, clock: time, zone: ZoneInfo, stored: Event | None) -> datetime:
    # An unchanged deadline isn't replaced. The form doesn't contain its seconds. When the clocks go back, the
    # form also doesn't say which of two moments with the same local time is meant.
    if stored is not None and _local_deadline(stored, zone) == (day, clock.replace(second=0)):
        return stored.deadline
    return moment_at(day, clock, zone)


def _local_deadline(event: Event, zone: ZoneInfo) -> tuple[date, time]:
    local = event.deadline.astimezone(zone)
    return local.date(), local.time().replace(second=0, microsecond=0)


def _initial_of_stored(event: Event, zone: ZoneInfo) -> dict[str, object]:
    day, clock = _local_deadline(event, zone)
    return {
        **forms.model_to_dict(event, ("version", "name", "date", "limit", "notes")),
        "edition": edition_value(event.edition),
        "deadline_date": day,
        "deadline_time": clock,
    }


def _initial_of_new(edition_choices: Sequence[Edition], game: str) -> dict[str, object]:
    """Return initial values for a new event: the newest edition of ``game``, with its usual size.

    If the site has only one game, this game is selected. If there is no such game, nothing is selected.
    """
    newest = newest_editions(map(catalogue_of, edition_choices))
    chosen = newest if len(newest) == 1 else [edition for edition in newest if edition.system == game]
    if not chosen:
        return {}
    return _with_usual_size(chosen[0])


def _initial_of_edition(edition_choices: Sequence[Edition], value: str) -> dict[str, object]:
    """Return initial values that select an edition, or an empty dictionary if it isn't offered."""
    catalogues = (catalogue_of(edition) for edition in edition_choices if edition_value(edition) == value)
    catalogue = next(catalogues, None)
    return _with_usual_size(catalogue) if catalogue else {}


def _with_usual_size(catalogue: Catalogue) -> dict[str, object]:
    """Return initial values that select an edition and the middle one of its game sizes."""
    sizes = catalogue.game_sizes
    limit = sizes[len(sizes) // 2].points if sizes else ""
    return {"edition": f"{catalogue.system}/{catalogue.edition}", "limit": limit}


def edition_value(edition: Edition) -> str:
    """Return the value of an edition in the form: the code of the game, a slash, and the version."""
    return f"{edition.system.code}/{edition.version}"


def offered_editions() -> list[Edition]:
    """Return the editions to choose from, with their systems."""
    return list(editions())


def event_form_context(
    form: EventForm, edition_choices: Sequence[Edition], zone: ZoneInfo
) -> dict[str, object]:
    """Return the context of the form's template."""
    chosen = [edition for edition in edition_choices if edition_value(edition) == form["edition"].value()]
    sizes = _size_options(chosen or edition_choices)
    limit, other = form["limit"].value(), form["other"].value()
    if limit is not None and str(limit) not in [size.value for size in sizes]:
        limit, other = None, limit if other in (None, "") else other
    is_size_optional = not all(map(_always_has_size, chosen or edition_choices))
    return {
        "form": form,
        "zone": zone.key,
        "editions": [FormOption(edition_value(edition), str(edition)) for edition in edition_choices],
        "sizes": sizes,
        "limit_name": limit_word(map(catalogue_of, chosen)),
        "is_size_optional": is_size_optional,
        "is_no_size_chosen": (form.is_bound or bool(form.initial))
        and limit in (None, "")
        and other in (None, ""),
        "chosen_size": "" if limit is None or other not in (None, "") else str(limit),
        "other_size": "" if other is None else other,
        "usual_time": _DEFAULT_TIME,
        "max_name": EVENT_NAME.max_length,
        "max_text": EVENT_NOTES.max_length,
        "max_points": EVENT_LIMIT.max_value,
    }


def _size_options(edition_choices: Sequence[Edition]) -> list[FormOption]:
    """Return the game sizes of all editions as options, the smallest size first.

    An option contains all names that the editions have for its size and, if there are several games, the
    names of the games.
    """
    names_by_points: dict[int, dict[str, None]] = {}  # dicts as ordered sets
    has_several_games = len({edition.system.code for edition in edition_choices}) > 1
    for edition in edition_choices:
        for size in catalogue_of(edition).game_sizes:
            name = f"{edition.system.name}, {size.name}" if has_several_games else size.name
            names_by_points.setdefault(size.points, {})[name] = None
    separator = "; " if has_several_games else ", "
    return [
        FormOption(str(points), separator.join(names)) for points, names in sorted(names_by_points.items())
    ]


# ------------------------------------------------------------------ PDFs


_NOT_FOR_EVENTS = ("roster", "blank")
"""The print options that events don't have: events print all rosters and no blank forms."""
_NOT_FOR_ROSTERS = ("glossary",)
"""The options that an event's paper "roster" also lacks, because each roster would repeat the glossary."""


def event_paper_choice(
    query: Mapping[str, str], languages: str, catalogue: Catalogue, *, exact: bool
) -> PrintChoice:
    """Return the print options in an address.

    ``languages`` are the languages of the browser, which decide the default paper size. ``exact`` has the
    same meaning as in ``parse_print_choice``.
    """
    query_options = QueryOptions(query)
    paper = query_options.choice("paper", EVENT_PAPERS, "roster")
    values = {name: query[name] for name in query}  # the last value of each name in a QueryDict
    choice = parse_print_choice(
        {**values, "paper": paper, "roster": ANY_ROSTER}, ANY_LIST, (ANY_ROSTER,), languages,
        unit=catalogue.points_unit, exact=exact,
    )  # fmt: skip
    excluded = (*_NOT_FOR_EVENTS, *(_NOT_FOR_ROSTERS if paper == "roster" else ()))
    labels = {name: label for name, label in choice.option_labels.items() if name not in excluded}
    not_understood = (*query_options.not_understood, *choice.not_understood)
    return choice._replace(
        options=replace(choice.options, blank=0),
        option_labels=labels,
        not_understood=not_understood,
        has_no_models=False,
    )


def is_for_events(setup: PrintSetup) -> bool:
    """Return whether events have the paper of a stored print setup."""
    return parse_setup(setup.options).options.paper in EVENT_PAPERS


def paper_size(request: HttpRequest, options: QueryOptions) -> PaperSize:
    """Return the paper size in the address, by default the usual size for the browser's languages."""
    usual = default_paper_size(request.headers.get("Accept-Language", ""))
    return options.choice("size", tuple(PAPER_SIZES), usual)
