"""Papers and texts of a list with their fingerprints, and names of files, the same for pages and the API."""

from collections.abc import Callable

from django.utils.timezone import localdate

from builder.documents import LoadedList
from builder.exports.addresses import address_on_paper
from builder.exports.fingerprints import fingerprints_of_part, paper_fingerprint
from builder.exports.pdf import PaperOptions, make_pdf, make_picture
from builder.exports.pdf.options import PAPER_NAMES
from builder.exports.text import TextOptions, TravellingText, travelling_text
from builder.points.names import list_name, roster_name
from builder.queries.access import ListAccess

BuildAbsoluteUri = Callable[[str], str]
"""Makes an absolute address of a path."""


def list_paper_pdf(
    list_access: ListAccess, loaded: LoadedList, options: PaperOptions, build_absolute_uri: BuildAbsoluteUri
) -> bytes:
    """A paper as a PDF. ``loaded`` is what may be read of the list."""
    stamp = paper_fingerprint(list_access, loaded, options, build_absolute_uri)
    return make_pdf(loaded.document, loaded.catalogue, options, today=localdate(), **stamp._asdict())


def list_paper_picture(
    list_access: ListAccess, loaded: LoadedList, options: PaperOptions, build_absolute_uri: BuildAbsoluteUri
) -> bytes:
    """The first page of a paper as a PNG."""
    stamp = paper_fingerprint(list_access, loaded, options, build_absolute_uri)
    return make_picture(loaded.document, loaded.catalogue, options, today=localdate(), **stamp._asdict())


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
