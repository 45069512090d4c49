"""Fingerprints of papers and texts, and the addresses where readers can compare them with the list.

A fingerprint is a short code on a paper. It changes with the list, so it shows whether the paper is current.
There is a fingerprint of the force (numbers and properties), and another of the words (names and texts).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from builder.documents import LoadedList
from builder.exports.pdf.options import OF_ONE_ROSTER, PaperOptions
from builder.points.document.fingerprint import FingerprintMaker, Fingerprints, ListFingerprints
from builder.queries.access import ListAccess


class PaperFingerprint(NamedTuple):
    """The fingerprints of a paper, and the address where readers can compare them with the list.

    Each of the ``fingerprints`` is a label and a code. ``link`` is empty if only readers with an account can
    read the list.
    """

    fingerprints: Sequence[tuple[str, str]]
    link: str


def fingerprints_of(loaded: LoadedList) -> ListFingerprints:
    """Return the fingerprints of a list and of each of its rosters."""
    if loaded.fingerprints:
        return ListFingerprints(loaded.fingerprints, (loaded.fingerprints,))
    return _maker(loaded).of_all(loaded.document)


def fingerprints_of_part(loaded: LoadedList, roster: int | None = None) -> Fingerprints:
    """Return the fingerprints of a list.

    If ``roster`` is given, return the fingerprints of the roster with this index.
    """
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
    """Return the fingerprints of a paper, and the address where readers can compare them.

    The papers ``roster`` and ``battle`` have the fingerprints of their roster. Other papers have the
    fingerprints of the list.

    ``build_absolute_uri`` turns a path into an absolute address. The address contains only the fingerprint of
    the force. A longer address would need a QR code that is too fine for the smallest paper.
    """
    prints = fingerprints_of_part(loaded, options.roster if options.paper in OF_ONE_ROSTER else None)
    address = list_access.paper_url
    if not address:
        return PaperFingerprint(prints.labelled, "")
    query = urlencode({"paper": prints.force.replace("-", "")})
    return PaperFingerprint(prints.labelled, f"{build_absolute_uri(address)}?{query}")
