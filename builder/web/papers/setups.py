"""Print setups on pages, and the setup that a print page begins with.

The options of a setup are parsed like those of an address (``forms.py``). A setup isn't for a certain list,
so they are parsed for a list with one roster, which allows every option. Options that a paper no longer has
are reported.
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
"""The id of the roster in ANY_LIST."""
ANY_LIST = Document(system="", edition="", name="", rosters=(Roster(name="", limit=None),))
"""A list with one roster, to parse options that aren't for a certain list."""
_MAX_FIELDS = 50


class SetupLink(NamedTuple):
    """A link to a print page with the options of a setup.

    ``is_chosen`` is True if the page has these options now. ``faults`` describes invalid options.
    """

    setup: PrintSetup
    url: str
    is_chosen: bool
    faults: str


class SetupsSection(NamedTuple):
    """The setups of a print page.

    ``query`` are the options that the page can save as a setup. ``here`` is the address to return to then.
    """

    links: list[SetupLink]
    may_save: bool
    query: str
    here: str
    max_name: int = MAX_SETUP_NAME

    @property
    def broken(self) -> list[SetupLink]:
        """The chosen setups with invalid options."""
        return [link for link in self.links if link.is_chosen and link.faults]


class SetupRow(NamedTuple):
    """A setup on the page of all setups. ``words`` and ``faults`` describe its valid and invalid options."""

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
    """Return the options to save in a setup: those of the paper's query, without the roster."""
    query = dict(parse_qsl(paper_query(choice)))
    query.pop("roster", None)
    return query


def read_setup_query(query: str) -> dict[str, str] | None:
    """Return the options to save in a setup, or None if the query that a form sent is invalid."""
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

    They are usually the options that the request sent. If the request sent no options, they are those of the
    user's first setup, which is the default setup. They are also those of the first setup if the request only
    asks for a roster, and the setup's paper can be for a roster.
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
    """Return the setups for the print page at ``address``. Only setups for ``papers`` are included."""
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
    """Yield texts for the size of the cards, and for card options other than the defaults."""
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
    """Return the id of the roster for a paper: the chosen ``roster``, if any.

    If no roster is chosen and the paper needs a roster, return the first roster of the list.
    """
    needs_roster = missing_choice(choice.options.paper, None, choice.options.per) is not None
    return rosters[0] if rosters and needs_roster and not roster else roster
