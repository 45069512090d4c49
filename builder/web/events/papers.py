"""Which PDF of what was handed in for an event an address names."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from builder.exports.pdf import PaperOptions
from builder.exports.pdf.events import AS_ROSTERS, EVENT_PAPERS
from builder.exports.pdf.options import PaperSize
from builder.models import PrintSetup
from builder.points.rules.catalogue import Catalogue
from builder.web.papers.forms import SIZES, PrintChoice, default_paper_size, parse_print_choice
from builder.web.papers.setups import ANY_LIST, ANY_ROSTER, read_setup
from builder.web.shared.errors import problem_response
from builder.web.shared.query_options import QueryOptions

_NOT_OF_EVENTS = ("roster", "blank")
_NOT_OF_ROSTERS = ("glossary",)
"""What the rosters of an event never have, for it would be printed as often as there are rosters."""


class EventPaperChoice(NamedTuple):
    """What was chosen of an event's papers: as a form shows it, and the options of each roster's paper."""

    shown: PrintChoice
    options: PaperOptions


def event_paper_choice(
    query: Mapping[str, str], languages: str, catalogue: Catalogue, *, exact: bool
) -> EventPaperChoice:
    """The options of an address: rosters for play, where it names no paper that an event has."""
    named = QueryOptions(query)
    paper = named.choice("paper", EVENT_PAPERS, "roster")
    asked = {name: query[name] for name in query}  # of a QueryDict the last value of each
    choice = parse_print_choice(
        {**asked, "paper": paper, "roster": ANY_ROSTER}, ANY_LIST, (ANY_ROSTER,), languages,
        unit=catalogue.points_unit, exact=exact,
    )  # fmt: skip
    missing = (*_NOT_OF_EVENTS, *(_NOT_OF_ROSTERS if paper == "roster" else ()))
    labels = {name: words for name, words in choice.option_labels.items() if name not in missing}
    not_understood = (*named.not_understood, *choice.not_understood)
    shown = choice._replace(option_labels=labels, not_understood=not_understood, empty=False)
    return EventPaperChoice(shown, replace(choice.options or AS_ROSTERS, blank=0))


def is_of_an_event(setup: PrintSetup) -> bool:
    """Whether a setup is of a paper that an event has."""
    return read_setup(setup.options).paper in EVENT_PAPERS


def paper_size(request: HttpRequest, options: QueryOptions) -> PaperSize:
    """The paper size that an address names, else the usual one of the reader's languages."""
    usual = default_paper_size(request.headers.get("Accept-Language", ""))
    return options.choice("size", tuple(SIZES), usual)


def no_such_paper_response(request: HttpRequest, not_understood: list[str] | tuple[str, ...]) -> HttpResponse:
    """The answer to an address that names no PDF of an event."""
    words = f"Not understood: {'; '.join(not_understood)}."
    return problem_response(request, 400, "No such paper", words, "Choose on its page.")
