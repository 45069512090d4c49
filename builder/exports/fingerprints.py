"""Fingerprints of papers and texts, and the addresses where these can be compared with the list."""

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlencode

from builder.documents import LoadedList
from builder.exports.addresses import address_on_paper
from builder.exports.pdf import PaperOptions
from builder.points.cut import cut_to_roster
from builder.points.fingerprint import Fingerprints, fingerprint, fingerprints
from builder.queries.access import ListAccess


class PaperFingerprint(NamedTuple):
    """The fingerprint of what a paper holds, and the absolute address to compare it at; "" for none."""

    fingerprint: str
    link: str


def fingerprints_of(loaded: LoadedList) -> Fingerprints:
    """The fingerprints of a list and of each of its rosters."""
    return fingerprints(loaded.document, loaded.catalogue, loaded.row.edition.digest)


def fingerprint_of(loaded: LoadedList, roster: int | None = None) -> str:
    """The fingerprint of a list, or of the list cut to one of its rosters."""
    document = loaded.document
    if roster is not None:
        document = cut_to_roster(document, roster, loaded.catalogue)
    return fingerprint(document, loaded.catalogue, loaded.row.edition.digest)


def paper_fingerprint(
    list_access: ListAccess,
    loaded: LoadedList,
    options: PaperOptions,
    build_absolute_uri: Callable[[str], str],
) -> PaperFingerprint:
    """The fingerprint of a paper: the roster's on the paper for play, the list's on the others.

    ``build_absolute_uri`` makes an absolute address of a path.
    """
    text = fingerprint_of(loaded, options.roster if options.paper == "roster" else None)
    address = address_on_paper(list_access)
    if not address:
        return PaperFingerprint(text, "")
    return PaperFingerprint(
        text, f"{build_absolute_uri(address)}?{urlencode({'paper': text.replace('-', '')})}"
    )
