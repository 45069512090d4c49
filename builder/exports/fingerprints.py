"""Fingerprints: short codes on papers and texts that show whether they are current.

There is a fingerprint of the force (numbers and properties), and another of the words (names and texts).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from builder.documents import LoadedList
from builder.exports.pdf.options import ROSTER_PAPERS, PaperOptions
from builder.points.document.fingerprint import FingerprintMaker, Fingerprints, ListFingerprints
from builder.queries.access import ListAccess


class PaperFingerprint(NamedTuple):
    """The labels and codes of a paper's fingerprints, and the address to compare them with the list.

    ``link`` is empty if only readers with an account can read the list.
    """

    fingerprints: Sequence[tuple[str, str]]
    link: str


def fingerprints_of(loaded: LoadedList) -> ListFingerprints:
    """Return the fingerprints of a list and of each of its rosters."""
    if loaded.fingerprints:
        return ListFingerprints(loaded.fingerprints, (loaded.fingerprints,))
    return _maker(loaded).of_all(loaded.document)


def fingerprints_of_part(loaded: LoadedList, roster: int | None = None) -> Fingerprints:
    """Return the fingerprints of a list, or of its roster with this index."""
    if loaded.fingerprints:
        return loaded.fingerprints
    maker = _maker(loaded)
    return maker.of_list(loaded.document) if roster is None else maker.of_roster(loaded.document, roster)


def _maker(loaded: LoadedList) -> FingerprintMaker:
    return FingerprintMaker(loaded.catalogue, loaded.row.edition.digest)


def paper_fingerprint(
    list_access: ListAccess,
    loaded: LoadedList,
    options: PaperOptions,
    build_absolute_uri: Callable[[str], str],
) -> PaperFingerprint:
    """Return the fingerprints of a paper: of its roster for a paper of one roster, or else of the list.

    ``build_absolute_uri`` turns a path into an absolute address.
    """
    fingerprints = fingerprints_of_part(loaded, options.roster if options.paper in ROSTER_PAPERS else None)
    address = list_access.paper_url
    if not address:
        return PaperFingerprint(fingerprints.labelled, "")
    # With the fingerprint of the words too, the QR code would be too fine for the smallest paper.
    query = urlencode({"paper": fingerprints.force.replace("-", "")})
    return PaperFingerprint(fingerprints.labelled, f"{build_absolute_uri(address)}?{query}")
