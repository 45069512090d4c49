"""Print setups on pages, and the setup that a print page opens with.

A print setup is a set of print options that a user has saved under a name. Its options are parsed in the same
way as the options in an address (``forms.py``). A setup doesn't belong to a list. So its options are parsed
for a list with one roster, for which every option is valid. Options that a paper no longer has are reported.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from builder.exports.pdf.card_sizes import CARD_SIZES
from builder.exports.pdf.options import PaperKind, PaperOptions, missing_choice
from builder.models import PrintSetup
from builder.points.document.document import Document, Roster
from builder.services.papers import MAX_SETUP_NAME, are_options
from builder.web.papers.forms import (
    OPTION_LABELS,
    PAPERS,
    SIZES,
    PrintChoice,
    named_options,
    paper_query,
    parse_print_choice,
    unknown_options,
)

ANY_ROSTER = "any"
"""The id of the roster in ``ANY_LIST``."""
ANY_LIST = Document(system="", edition="", name="", rosters=(Roster(name="", limit=None),))
"""A list with one roster, for parsing options that don't belong to a certain list."""
_MAX_FIELDS = 50


class SetupLink(NamedTuple):
    """A link to a print page with the options of a setup.

    ``is_chosen`` is True if the page currently has these options.
    ``faults`` describes the invalid options of the setup.
    """

    setup: PrintSetup
    url: str
    is_chosen: bool
    faults: str


class SetupsSection(NamedTuple):
    """The setups on a print page.

    ``query`` are the options that the page can save as a setup.
    ``here`` is the address to which the user returns after saving.
    """

    links: list[SetupLink]
    may_save: bool
    query: str
    here: str
    max_name: int = MAX_SETUP_NAME

    @property
    def broken(self) -> list[SetupLink]:
        """The setups with invalid options whose valid options the page currently has."""
        return [link for link in self.links if link.is_chosen and link.faults]


class SetupRow(NamedTuple):
    """A setup on the page of all setups.

    ``words`` describe its valid options, and ``faults`` describe its invalid options.
    """

    setup: PrintSetup
    words: str
    faults: str


def read_setup(options: Mapping[str, str]) -> PrintChoice:
    """Return the valid options of a setup."""
    return parse_print_choice({**options, "roster": ANY_ROSTER}, ANY_LIST, (ANY_ROSTER,), "", exact=True)


def setup_faults(options: Mapping[str, str]) -> list[str]:
    """Return a text for each invalid option of a setup."""
    unknown = (f"{name} “{options[name]}”" for name in unknown_options(options))
    return [*read_setup(options).not_understood, *unknown]


def setup_options(choice: PrintChoice) -> dict[str, str]:
    """Return the options to save in a setup: the options in the paper's query, without the roster."""
    query = dict(parse_qsl(paper_query(choice)))
    query.pop("roster", None)
    return query


def read_setup_query(query: str) -> dict[str, str] | None:
    """Return the options to save in a setup from a query that a form sent.

    If the query is invalid, return None.
    """
    try:
        sent = dict(parse_qsl(query, max_num_fields=_MAX_FIELDS))
    except ValueError:
        return None
    sent.pop("roster", None)
    return None if not are_options(sent) or setup_faults(sent) else setup_options(read_setup(sent))


def opening_query(
    sent: Mapping[str, str], setups: Sequence[PrintSetup], rosters: Sequence[str]
) -> Mapping[str, str]:
    """Return the options that a print page opens with.

    If the request has options, return the options of the request. If it has none, return the options of the
    default setup, which is the user's first setup. If the request only asks for the paper "roster" with a
    roster, and the paper of the default setup can be for a roster, return the options of the default setup
    with this roster.
    """
    first = next((setup for setup in setups if setup.is_first), None)
    sent_names = named_options(sent)
    only_asks_for_roster = sent_names == {"paper", "roster"} and sent["paper"] == "roster"
    if first is None or (sent_names and not only_asks_for_roster):
        return sent
    choice = read_setup(first.options)
    if only_asks_for_roster and "roster" not in OPTION_LABELS[choice.options.paper]:
        return sent
    roster = _roster_for(choice, sent.get("roster", ""), rosters)
    if missing_choice(choice.options.paper, 0 if roster else None, choice.options.per) is not None:
        return sent
    return _setup_query(choice, roster)


def setups_section(
    setups: Sequence[PrintSetup],
    choice: PrintChoice,
    address: str,
    rosters: Sequence[str] = (),
    papers: Collection[PaperKind] = tuple(PAPERS),
    *,
    may_save: bool,
) -> SetupsSection:
    """Return the setups for a print page.

    ``address`` is the address of the print page.
    ``rosters`` are the ids of the list's rosters.
    ``papers`` are the papers of the page. Setups for other papers are left out.
    ``may_save`` says whether the user can save a setup.
    """
    roster = (choice.roster or choice.remembered_roster) if rosters else ""
    chosen = setup_options(choice)
    links = []
    for setup in setups:
        setup_choice = read_setup(setup.options)
        if setup_choice.options.paper in papers:
            query = urlencode(_setup_query(setup_choice, _roster_for(setup_choice, roster, rosters)))
            is_chosen = setup_options(setup_choice) == chosen
            faults = "; ".join(setup_faults(setup.options))
            links.append(SetupLink(setup, f"{address}?{query}", is_chosen, faults))
    here = urlencode({**chosen, "roster": roster} if roster else chosen)
    return SetupsSection(links, may_save, urlencode(chosen), f"{address}?{here}")


def setup_row(setup: PrintSetup) -> SetupRow:
    """Return the row of a setup for the page of all setups."""
    choice = read_setup(setup.options)
    options = choice.options
    left_out = [part.name.lower() for part in choice.optional if not part.shown]
    words = [
        PAPERS[options.paper].name,
        SIZES[options.size].name,
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


def _setup_query(choice: PrintChoice, roster: str) -> dict[str, str]:
    return {**setup_options(choice), "roster": roster} if roster else setup_options(choice)


def _roster_for(choice: PrintChoice, roster: str, rosters: Sequence[str]) -> str:
    """Return the id of the roster for a paper.

    This is ``roster``, the id of the selected roster. If no roster is selected and the paper needs one,
    return the first of ``rosters``.
    """
    needs_roster = missing_choice(choice.options.paper, None, choice.options.per) is not None
    return rosters[0] if rosters and needs_roster and not roster else roster
