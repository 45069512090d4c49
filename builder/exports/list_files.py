"""Papers and texts of a list with their fingerprints, and names of files, the same for pages and the API."""

from collections.abc import Callable

from django.utils.timezone import localdate

from builder.documents import LoadedList
from builder.exports.addresses import address_on_paper
from builder.exports.fingerprints import fingerprints_of_part, paper_fingerprint
from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf import PaperOptions
from builder.exports.pdf.options import PAPER_NAMES
from builder.exports.pdf.papers import paper_order
from builder.exports.text import TextOptions, TravellingText, travelling_text
from builder.models import CompanyList
from builder.points.rules.names import list_name, roster_name
from builder.queries.access import ListAccess
from builder.typesetting.orders import Output

BuildAbsoluteUri = Callable[[str], str]
"""Makes an absolute address of a path."""

ReadOptions = Callable[[LoadedList], PaperOptions]
"""Reads the options of a paper, for which the list has to be known; it may refuse them."""


def list_paper(
    list_access: ListAccess,
    output: Output,
    asked: tuple[str, ...],
    read_options: ReadOptions,
    build_absolute_uri: BuildAbsoluteUri,
) -> PaperSource:
    """A paper of a list. ``asked`` is all of the request that ``read_options`` goes by."""
    row, today = list_access.row, localdate()

    def prepare() -> PreparedPaper:
        loaded = list_access.load()
        options = read_options(loaded)
        stamp = paper_fingerprint(list_access, loaded, options, build_absolute_uri)
        order = paper_order(
            loaded.document, loaded.catalogue, options, output=output, today=today,
            by=named_owner(row) if options.backs else "", **stamp._asdict(),
        )  # fmt: skip
        return PreparedPaper(order, paper_file_names(loaded, options))

    address = address_on_paper(list_access)
    depends_on = (
        *(row.public_id, str(row.version), row.updated.isoformat(), row.edition.content),
        *(list_access.roster_id, build_absolute_uri(address) if address else ""),
        *(output, today.isoformat(), *asked),
    )
    return PaperSource(prepare, depends_on)


def named_owner(row: CompanyList) -> str:
    """The owner's name, as shared pages tell it; "" for guests and for the site's own lists."""
    return "" if row.owner is None or row.owner.is_guest else row.owner.username


def paper_file_names(loaded: LoadedList, options: PaperOptions) -> tuple[str, ...]:
    """The parts of the name of a paper's file: the list, the roster, the paper."""
    names = [list_name(loaded.row.name)]
    if options.roster is not None:
        names.append(roster_name(loaded.document.rosters[options.roster].name))
    return (*names, PAPER_NAMES[options.paper])


def table_name(loaded: LoadedList, roster: int | None) -> str:
    """What a table is of: the roster of this index, or all profiles."""
    return "profiles" if roster is None else roster_name(loaded.document.rosters[roster].name)


def share_link(
    list_access: ListAccess, loaded: LoadedList, roster: int | None, build_absolute_uri: BuildAbsoluteUri
) -> str:
    """Where others read the list, or its roster of this index; "" where nobody else can."""
    address = address_on_paper(list_access)
    if address and roster is not None and not list_access.row.sample:
        address = f"{address}rosters/{loaded.roster_ids[roster]}/"
    return build_absolute_uri(address) if address else ""


def text_in_parts(loaded: LoadedList, options: TextOptions, link: str = "") -> TravellingText:
    """A text for forums and chat, and its parts; ``link`` is where the list can be read."""
    found = fingerprints_of_part(loaded, options.roster)
    return travelling_text(loaded.document, loaded.catalogue, options, str(found), link)
