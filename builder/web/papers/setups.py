"""Print setups on pages, and the setup that a print page opens with.

A print setup is a set of print options that a user has saved under a name. A setup doesn't belong to a list,
so its options are parsed for a list with one roster, for which every option is valid. Options that a paper no
longer has are reported.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from builder.exports.pdf.card_sizes import CARD_SIZES
from builder.exports.pdf.options import PaperKind, PaperOptions, missing_choice
from builder.models import PrintSetup
from builder.points.document.document import Document, Roster
from builder.services.print_setups import MAX_SETUP_NAME, are_options
from builder.web.papers.forms import (
    OPTION_LABELS,
    PAPER_SIZES,
    PAPERS,
    PrintChoice,
    paper_query,
    parse_print_choice,
    print_option_names,
    unknown_parameters,
)

ANY_ROSTER = "any"
"""The id of the roster in ``ANY_LIST``."""
ANY_LIST = Document(system="", edition="", name="", rosters=(Roster(name="", limit=None),))
"""A list with one roster, for parsing options that don't belong to a certain list."""
_MAX_FIELDS = 50


class SetupLink(NamedTuple):
    """A link to a print page with the options of a setup. ``is_chosen`` means that the page has them now."""

    setup: PrintSetup
    url: str
    is_chosen: bool
    faults_text: str


class SetupsSection(NamedTuple):
    """The setups on a print page.

    ``query`` are the options that the page can save. After saving, the user returns to ``return_url``.
    """

    links: list[SetupLink]
    may_save: bool
    query: str
    return_url: str
    max_name: int = MAX_SETUP_NAME

    @property
    def chosen_faulty_links(self) -> list[SetupLink]:
        """The setups with invalid options whose valid options the page currently has."""
        return [link for link in self.links if link.is_chosen and link.faults_text]


class SetupRow(NamedTuple):
    """A setup on the page of all setups, with texts about its valid and its invalid options."""

    setup: PrintSetup
    options_text: str
    faults_text: str


def parse_setup(options: Mapping[str, str]) -> PrintChoice:
    """Return the valid options of a setup."""
    return parse_print_choice({**options, "roster": ANY_ROSTER}, ANY_LIST, (ANY_ROSTER,), "", exact=True)


def setup_faults(options: Mapping[str, str]) -> list[str]:
    """Return a text for each invalid option of a setup."""
    unknown = (f"{name} “{options[name]}”" for name in unknown_parameters(options))
    return [*parse_setup(options).not_understood, *unknown]


def options_to_save(choice: PrintChoice) -> dict[str, str]:
    """Return the options to save in a setup: those in the paper's query, without the roster."""
    query = dict(parse_qsl(paper_query(choice)))
    query.pop("roster", None)
    return query


def parse_setup_query(query: str) -> dict[str, str] | None:
    """Return the options to save from a query that a form sent, or None if the query is invalid."""
    try:
        sent = dict(parse_qsl(query, max_num_fields=_MAX_FIELDS))
    except ValueError:
        return None
    sent.pop("roster", None)
    return None if not are_options(sent) or setup_faults(sent) else options_to_save(parse_setup(sent))


def opening_query(
    requested: Mapping[str, str], setups: Sequence[PrintSetup], roster_ids: Sequence[str]
) -> Mapping[str, str]:
    """Return the options that a print page opens with.

    If the request has no options, they are those of the user's default setup. The same applies if the request
    only asks for the paper "roster" with a roster, and the paper of the default setup can be for a roster.
    Then they also contain this roster. Otherwise they are the options of the request.
    """
    default_setup = next((setup for setup in setups if setup.is_first), None)
    requested_names = print_option_names(requested)
    only_asks_for_roster = requested_names == {"paper", "roster"} and requested["paper"] == "roster"
    if default_setup is None or (requested_names and not only_asks_for_roster):
        return requested
    choice = parse_setup(default_setup.options)
    if only_asks_for_roster and "roster" not in OPTION_LABELS[choice.options.paper]:
        return requested
    roster_id = _roster_id_for(choice, requested.get("roster", ""), roster_ids)
    if missing_choice(choice.options.paper, 0 if roster_id else None, choice.options.per) is not None:
        return requested
    return _setup_query(choice, roster_id)


def setups_section(
    setups: Sequence[PrintSetup],
    choice: PrintChoice,
    address: str,
    roster_ids: Sequence[str] = (),
    papers: Collection[PaperKind] = tuple(PAPERS),
    *,
    may_save: bool,
) -> SetupsSection:
    """Return the setups for a print page with the address ``address``.

    Setups for papers other than ``papers`` are left out.
    """
    roster_id = (choice.roster_id or choice.remembered_roster_id) if roster_ids else ""
    chosen = options_to_save(choice)
    links = []
    for setup in setups:
        setup_choice = parse_setup(setup.options)
        if setup_choice.options.paper in papers:
            query = urlencode(_setup_query(setup_choice, _roster_id_for(setup_choice, roster_id, roster_ids)))
            is_chosen = options_to_save(setup_choice) == chosen
            faults_text = "; ".join(setup_faults(setup.options))
            links.append(SetupLink(setup, f"{address}?{query}", is_chosen, faults_text))
    return_query = urlencode({**chosen, "roster": roster_id} if roster_id else chosen)
    return SetupsSection(links, may_save, urlencode(chosen), f"{address}?{return_query}")


def setup_row(setup: PrintSetup) -> SetupRow:
    """Return the row of a setup for the page of all setups."""
    choice = parse_setup(setup.options)
    options = choice.options
    left_out = [part.label.lower() for part in choice.optional_parts if not part.is_included]
    words = [
        PAPERS[options.paper].name,
        PAPER_SIZES[options.size].name,
        *(_card_words(options) if options.paper == "cards" else ()),
        *([choice.option_labels["backs"].lower()] if options.paper == "battle" and options.backs else []),
        *([f"{options.blank} blank"] if options.blank else []),
        *([f"without {' and '.join(left_out)}"] if left_out else []),
    ]
    return SetupRow(setup, ", ".join(words), "; ".join(setup_faults(setup.options)))


def _card_words(options: PaperOptions) -> Iterator[str]:
    """Yield texts for the size of the cards and for options that don't have their default value."""
    yield CARD_SIZES[options.card].name
    if options.per == "model":
        yield "one card per model"
    if options.bleed:
        yield OPTION_LABELS["cards"]["bleed"]
    if options.backs:
        yield OPTION_LABELS["cards"]["backs"].lower()
    if options.accent != "none":
        yield options.accent


def _setup_query(choice: PrintChoice, roster_id: str) -> dict[str, str]:
    return {**options_to_save(choice), "roster": roster_id} if roster_id else options_to_save(choice)


def _roster_id_for(choice: PrintChoice, roster_id: str, roster_ids: Sequence[str]) -> str:
    """Return the selected roster or, if the paper needs one and none is selected, the first roster."""
    needs_roster = missing_choice(choice.options.paper, None, choice.options.per) is not None
    return roster_ids[0] if roster_ids and needs_roster and not roster_id else roster_id
