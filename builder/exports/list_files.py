"""Papers and texts of a list, and the names of their files, for the website and the API."""

from collections.abc import Callable

from django.utils.timezone import localdate

from builder.documents import LoadedList
from builder.exports.fingerprints import PaperFingerprint, fingerprints_of_part, paper_fingerprint
from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.options import PAPER_NAMES, PaperOptions
from builder.exports.pdf.papers import paper_order
from builder.exports.text import SplitText, TextOptions, split_list_text
from builder.models import CompanyList
from builder.points.rules.names import list_name, roster_name
from builder.queries.access import ListAccess
from builder.typesetting.orders import Order, Output

BuildAbsoluteUri = Callable[[str], str]
"""A function that turns a path into an absolute address."""

ReadOptions = Callable[[LoadedList], PaperOptions]
"""A function that returns the options of a list's paper. It raises an error if the options are invalid."""

MakeOrder = Callable[[LoadedList, PaperOptions, PaperFingerprint], Order]
"""A function that returns the order of a list's file. It may raise Http404."""


def list_source(
    list_access: ListAccess,
    make_order: MakeOrder,
    read_options: ReadOptions,
    cache_parts: tuple[str, ...],
    build_absolute_uri: BuildAbsoluteUri,
) -> PaperSource:
    """Return the source of a list's file.

    ``make_order`` and ``read_options`` are called only if the file isn't in the cache. ``cache_parts`` are
    the texts that affect the file in addition to the list and its address, such as options.
    """

    def prepare() -> PreparedPaper:
        loaded = list_access.load()
        options = read_options(loaded)
        fingerprint = paper_fingerprint(list_access, loaded, options, build_absolute_uri)
        return PreparedPaper(make_order(loaded, options, fingerprint), paper_file_names(loaded, options))

    address = list_access.paper_url
    link = build_absolute_uri(address) if address else ""
    return PaperSource(prepare, (*list_access.content_key, link, *cache_parts))


def list_paper(
    list_access: ListAccess,
    output: Output,
    cache_parts: tuple[str, ...],
    read_options: ReadOptions,
    build_absolute_uri: BuildAbsoluteUri,
) -> PaperSource:
    """Return the source of a list's paper.

    ``cache_parts`` are the texts in the request from which ``read_options`` reads the options.
    """
    row, today = list_access.row, list_access.frozen_day or localdate()

    def make_order(loaded: LoadedList, options: PaperOptions, fingerprint: PaperFingerprint) -> Order:
        has_card_backs = options.paper == "cards" and options.backs
        return paper_order(
            loaded.sheet(), options, output=output, today=today,
            by=named_owner(row) if has_card_backs else "", **fingerprint._asdict(),
        )  # fmt: skip

    parts = (output, today.isoformat(), *cache_parts)
    return list_source(list_access, make_order, read_options, parts, build_absolute_uri)


def named_owner(row: CompanyList) -> str:
    """Return the owner's name, or an empty string if the owner is the site or a guest."""
    return "" if row.owner is None or row.owner.is_guest else row.owner.username


def paper_file_names(loaded: LoadedList, options: PaperOptions) -> tuple[str, ...]:
    """Return the words for the name of a paper's file: the list, the roster if any, and the kind of paper."""
    names = [list_name(loaded.document.name)]
    if options.roster is not None:
        names.append(_roster_name(loaded, options.roster))
    return (*names, PAPER_NAMES[options.paper])


def _roster_name(loaded: LoadedList, roster: int) -> str:
    return roster_name(loaded.document.rosters[roster].name, loaded.catalogue.words.roster)


def table_name(loaded: LoadedList, roster: int | None) -> str:
    """Return the name of a roster's table, or of the table of all profiles if ``roster`` is None."""
    return "profiles" if roster is None else _roster_name(loaded, roster)


def share_link(
    list_access: ListAccess, loaded: LoadedList, roster: int | None, build_absolute_uri: BuildAbsoluteUri
) -> str:
    """Return the address at which people without an account can read the list or its roster, if there is one.

    Without such an address, return an empty string. ``roster`` is the index of the roster.
    """
    address = list_access.paper_url
    if address and roster is not None and not list_access.row.sample and not list_access.roster_id:
        address = f"{address}rosters/{loaded.roster_ids[roster]}/"
    return build_absolute_uri(address) if address else ""


def text_with_fingerprints(loaded: LoadedList, options: TextOptions, link: str = "") -> SplitText:
    """Return a text of a list for forums and chat. It begins with ``link``, an address."""
    prints = fingerprints_of_part(loaded, options.roster)
    return split_list_text(loaded.sheet(), options, str(prints), link)
