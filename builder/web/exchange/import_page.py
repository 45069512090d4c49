"""What the preview of an import shows: each list that would come in, and what of it cannot."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import NamedTuple

from builder.catalogue.limits import limits
from builder.catalogue.store import newest_editions
from builder.documents import load_lists
from builder.imports.sources import ImportSource
from builder.models import CompanyList, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.columns import (
    MAX_COLUMN,
    MAX_HEADING,
    NAME_COLUMN,
    NAME_HEADING,
    NOTES_COLUMN,
    NOTES_HEADING,
    parts_in_order,
)
from builder.points.document.document import Document, Profile, dump_document
from builder.points.document.json_reader import DocumentError, read_json
from builder.points.document.salvage import quote, salvage_document
from builder.points.pricing.prices import price_texts
from builder.points.pricing.stat_line import further_prices
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import ProfileAppraisal, RosterAppraisal, Status, Total
from builder.points.rules.wording import waiting
from builder.points.shorthand import (
    ParsedText,
    Unparsed,
    find_header,
    guess_catalogue,
    read_rows,
    read_shorthand,
)
from builder.services import exchange
from builder.services.naming import new_name
from builder.web.exchange.paste_page import PastePage, answered_text, paste_page, text_digest
from builder.web.shared.options import FormOption
from builder.web.shared.presentation import (
    FindingCount,
    count_findings,
    list_name,
    profile_name,
    roster_name,
    total_text,
)

Catalogues = Mapping[tuple[str, str], Catalogue]

UNKNOWN_GAME = "it is not clear which game it is for: choose it below"
NO_PROFILE = "no profile was found in it"
LEFT_OUT = "-"
_MOST_DETAILED = 5
_MOST_OFFERED = 10
_MOST_LOSSES = 100
_MOST_TRIED = 6_000
_FOLDERS = {
    "": "",
    "deleted": "was deleted, and goes to Deleted lists",
    "hand-ins": "was handed in for an event",
}


class ImportedProfile(NamedTuple):
    """A profile as the preview shows it."""

    name: str
    most: int | None
    points: str
    counts: list[FindingCount]
    prices: list[str]


class ImportedRoster(NamedTuple):
    """A roster as the preview shows it."""

    name: str
    limit: int | None
    points: str
    models: int
    status: Status
    prices: list[str]


class ColumnRow(NamedTuple):
    """A column of a table: its heading, its first value, and what it was taken for; "-" is left out."""

    number: int
    heading: str
    value: str
    chosen: str
    is_known: bool


@dataclass(slots=True)
class ImportItem:
    """One list that may come in. ``document`` is None where nothing can be taken, for which ``why`` says why.

    ``losses`` are what cannot come with it, ``kept`` what comes and counts nothing. ``seen_as`` says that the
    list is there already. ``worked_out`` are the columns of a table that are made anew.
    """

    number: int
    source: ImportSource
    name: str = ""
    catalogue: Catalogue | None = None
    document: Document | None = None
    why: str = ""
    losses: list[str] = field(default_factory=list)
    more_losses: int = 0
    kept: list[str] = field(default_factory=list)
    columns: list[ColumnRow] = field(default_factory=list)
    worked_out: list[str] = field(default_factory=list)
    parts: list[FormOption] = field(default_factory=list)
    reading: ParsedText | None = None
    page: PastePage | None = None
    text: str = ""
    seen_as: str = ""
    same_name: list[CompanyList] = field(default_factory=list)
    free_name: str = ""
    profiles: list[ImportedProfile] = field(default_factory=list)
    rosters: list[ImportedRoster] = field(default_factory=list)
    counts: list[FindingCount] = field(default_factory=list)

    @property
    def title(self) -> str:
        """What it is called on the page."""
        return list_name(self.document.name) if self.document else self.source.name or "The text"

    @property
    def is_deleted(self) -> bool:
        """Whether it goes to the deleted lists."""
        return self.source.folder == "deleted"

    @property
    def where_from(self) -> str:
        """The file that it stands in, and what it was there."""
        return ", ".join(text for text in (self.source.name, _FOLDERS[self.source.folder]) if text)

    @property
    def unread(self) -> int:
        """How many parts of it would not come in."""
        asked = len(self.page.questions) if self.page else 0
        return len(self.losses) + self.more_losses + (self.page.unparsed_count if self.page else 0) + asked

    @property
    def is_offered(self) -> bool:
        """Whether it comes in unless the player says otherwise."""
        return bool(self.document) and not (self.unread or self.seen_as or self.source.folder == "hand-ins")

    @property
    def has_unknown_columns(self) -> bool:
        """Whether a column of its table was not known."""
        return any(not column.is_known for column in self.columns)

    @property
    def take_label(self) -> str:
        """What its box says."""
        if self.seen_as:
            return "Import it once more"
        if self.unread:
            return f"Import without {'this' if self.unread == 1 else f'these {self.unread}'}"
        return "Import"


def read_items(
    sources: Sequence[ImportSource], catalogues: Catalogues, given: Mapping[str, str]
) -> list[ImportItem]:
    """What each source would become; ``given`` are the fields by which the player corrected it."""
    return [_item(number, source, catalogues, given) for number, source in enumerate(sources)]


def _item(number: int, source: ImportSource, catalogues: Catalogues, given: Mapping[str, str]) -> ImportItem:
    item = ImportItem(number, source)
    try:
        if source.kind == "document":
            _read_document(item, catalogues)
        elif source.kind == "table":
            _read_table(item, catalogues, given)
        else:
            _read_text(item, catalogues, given)
    except DocumentError as error:
        item.document, item.why = None, f"{error.problem}: {error.fix}"
    if item.document and source.kind != "document":
        name = given.get(f"list_name-{number}", PurePosixPath(source.name).stem)[: limits().name].strip()
        item.document = replace(item.document, name=name)
    return item


def _read_document(item: ImportItem, catalogues: Catalogues) -> None:
    found = salvage_document(read_json(item.source.text, limits()), catalogues, limits())
    item.document = found.document
    item.catalogue = catalogues[found.document.system, found.document.edition]
    _set_losses(item, map(str, found.losses))


def _set_losses(item: ImportItem, losses: Iterable[str]) -> None:
    known = list(losses)
    item.losses, item.more_losses = known[:_MOST_LOSSES], max(len(known) - _MOST_LOSSES, 0)


def _chosen_game(item: ImportItem, catalogues: Catalogues, given: Mapping[str, str]) -> Catalogue | None:
    system = given.get(f"game-{item.number}", "")
    return next((one for one in newest_editions(catalogues.values()) if one.system == system), None)


# ------------------------------------------------------------------ tables


def _read_table(item: ImportItem, catalogues: Catalogues, given: Mapping[str, str]) -> None:
    rows = item.source.rows
    newest = newest_editions(catalogues.values())
    catalogue = _chosen_game(item, catalogues, given) or guess_catalogue(rows, newest)
    item.catalogue = catalogue
    if catalogue is None:
        item.why = UNKNOWN_GAME
        return
    header = find_header(rows, catalogue)
    below = [row for row in rows[header.row + 1 :] if any(row)]
    item.parts = _parts(catalogue)
    is_same = given.get(f"was-{item.number}") == catalogue.system
    known = {option.value for option in item.parts} if is_same else set[str]()
    chosen: list[str] = []
    for at, part in enumerate(header.parts):
        sent = given.get(f"column-{item.number}-{at}", "")
        wanted = sent if sent in known else part or ""
        chosen.append("" if wanted == LEFT_OUT or wanted in chosen else wanted)
        value = next((row[at] for row in below if at < len(row) and row[at]), "")
        heading = rows[header.row][at]
        row = ColumnRow(at, heading, value[:80], chosen[-1] or LEFT_OUT, part is not None or bool(chosen[-1]))
        if part == "" and row.chosen == LEFT_OUT:
            item.worked_out += [heading] if heading else []
        elif heading or value:
            item.columns.append(row)
    item.columns.sort(key=lambda row: (row.is_known, row.number))
    full = [row for row in below if any(cell for cell, part in zip(row, chosen, strict=False) if part)]
    if not any(chosen) or not full:
        item.why = NO_PROFILE
        return
    reading = read_rows(full, chosen, catalogue, limits())
    lines = {id(row): at for at, row in enumerate(rows, 1)}
    places = [lines[id(row)] for row in full]
    _set_losses(item, (_cell_loss(reading, one, places, rows[header.row]) for one in reading.all_unparsed))
    item.document = _new_document(catalogue, reading.profiles_to_save())


def _parts(catalogue: Catalogue) -> list[FormOption]:
    """What a column may hold."""
    own = [(NAME_COLUMN, NAME_HEADING), (MAX_COLUMN, MAX_HEADING), (NOTES_COLUMN, NOTES_HEADING)]
    parts = [(part.code, part.name) for part in parts_in_order(catalogue)]
    return [FormOption(LEFT_OUT, "Leave it out"), *(FormOption(code, name) for code, name in (*own, *parts))]


def _cell_loss(reading: ParsedText, one: Unparsed, places: Sequence[int], headings: Sequence[str]) -> str:
    start = reading.text.rfind("\n", 0, one.start) + 1
    column = reading.text.count("\t", start, one.start)
    heading = headings[column] if column < len(headings) else ""
    name = profile_name(reading.profiles[one.line - 1].profile.name)
    meant = f" ({one.suggestion.rstrip('?')})" if one.suggestion else ""
    where = f"{name}, row {places[one.line - 1]}"
    return f"{where}: {heading} {quote(one.text)} is not understood{meant}: keep it as a note?"


def _new_document(catalogue: Catalogue, profiles: Iterable[Profile]) -> Document:
    return Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=tuple(profiles))


# ------------------------------------------------------------------ texts


def _read_text(item: ImportItem, catalogues: Catalogues, given: Mapping[str, str]) -> None:
    item.text = given.get(f"text-{item.number}", item.source.text).replace("\r\n", "\n")
    item.catalogue = _chosen_game(item, catalogues, given) or guess_text_game(item.text, catalogues)
    if item.catalogue is None:
        item.why = UNKNOWN_GAME
        return
    reading = read_shorthand(item.text, item.catalogue, (), limits())
    answer = given.get("answer", "").partition(":")
    if answer[0] == str(item.number) and given.get(f"digest-{item.number}") == text_digest(item.text):
        item.text = answered_text(reading, answer[2])
        reading = read_shorthand(item.text, item.catalogue, (), limits())
    item.reading = reading
    item.page = paste_page(reading, item.text, _new_document(item.catalogue, ()), item.catalogue)
    if reading.profiles:
        item.document = _new_document(item.catalogue, reading.profiles_to_save())
    else:
        item.why = NO_PROFILE


def guess_text_game(text: str, catalogues: Catalogues) -> Catalogue | None:
    """The game whose name our own texts end with, else the one in which the most of it is read."""
    newest = newest_editions(catalogues.values())
    named = [catalogue for catalogue in newest if catalogue.title in text]
    if len(named) == 1:
        return named[0]
    beginning = text[:_MOST_TRIED]
    tried = sorted(((_understood(beginning, one), at) for at, one in enumerate(newest)), reverse=True)
    if not tried or tried[0][0] <= 0 or (len(tried) > 1 and tried[0][0] == tried[1][0]):
        return None
    return newest[tried[0][1]]


def _understood(text: str, catalogue: Catalogue) -> int:
    """How many characters of a text a game reads, less those that it does not."""
    try:
        reading = read_shorthand(text, catalogue, (), limits())
    except DocumentError:
        return 0
    pieces = {(piece.start, piece.end) for one in reading.profiles for piece in one.pieces if piece.meaning}
    read = sum(end - start for start, end in pieces)
    return read - 2 * sum(piece.end - piece.start for piece in reading.all_unparsed)


# ------------------------------------------------------------------ beside one's own lists


def compare_with_own(items: Sequence[ImportItem], owner: User | None) -> None:
    """Note which lists are there already, and which have the name of another."""
    documents = [(item, item.document) for item in items if item.document]
    named = exchange.lists_by_name(owner, {document.name for _, document in documents})
    rows = [row for found in named.values() for row in found]
    own = {pk: dump_document(one.document, one.catalogue) for pk, one in load_lists(rows).items()}
    taken = exchange.list_names(owner) if named else set[str]()
    sent: list[tuple[bool, dict[str, object]]] = []
    for item, document in documents:
        if item.catalogue is None:
            continue
        dumped = dump_document(document, item.catalogue)
        known = named.get(document.name, [])
        alike = [row for row in known if own.get(row.pk) == dumped]
        there = [row for row in alike if row.deleted_at is None or item.is_deleted]
        if document.name and not item.is_deleted:
            item.same_name = [row for row in known if row.deleted_at is None]
        if there:
            item.seen_as = "among your deleted lists" if there[0].deleted_at else "among your lists"
        elif (False, dumped) in sent or (item.is_deleted, dumped) in sent:
            item.seen_as = "once more above"
        item.free_name = new_name(document.name, taken) if item.same_name else ""
        taken |= {item.free_name} if item.free_name else set()
        sent.append((item.is_deleted, dumped))


def same_name_ids(items: Iterable[ImportItem]) -> str:
    """The lists that were shown as having the same names, as one text."""
    return " ".join(sorted({row.public_id for item in items for row in item.same_name}))


def offered_same_name(item: ImportItem) -> list[CompanyList]:
    """Those of them that are offered to be replaced."""
    return item.same_name[:_MOST_OFFERED]


# ------------------------------------------------------------------ what comes in


def add_details(items: Sequence[ImportItem]) -> None:
    """Price what would come in, where that is not too much to look at."""
    for item in items:
        if item.document and item.catalogue and item.page is None and len(items) <= _MOST_DETAILED:
            _price(item, item.document, item.catalogue)


def _price(item: ImportItem, document: Document, catalogue: Catalogue) -> None:
    appraisal, names = appraise(document, catalogue), document.profile_names()
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    item.counts = count_findings([finding for one in appraisal.profiles for finding in one.findings])
    item.profiles = [_imported_profile(profile, judged, catalogue) for profile, judged in pairs]
    item.kept = [
        f"{names[one.key]}: {finding.message}"
        for one in appraisal.profiles
        for finding in one.findings
        if catalogue.kept_rule and finding.code == catalogue.kept_rule
    ]
    item.rosters = [
        _imported_roster(
            roster,
            appraisal.roster_total(roster, names, catalogue.words.price),
            appraisal.status(roster),
            catalogue,
        )
        for roster in appraisal.rosters
    ]


def _imported_profile(profile: Profile, appraisal: ProfileAppraisal, catalogue: Catalogue) -> ImportedProfile:
    counts, prices = count_findings(appraisal.findings), further_prices(catalogue, appraisal)
    return ImportedProfile(
        profile_name(profile.name), profile.max, total_text(appraisal.total), counts, prices
    )


def _imported_roster(
    roster: RosterAppraisal, total: Total, status: Status, catalogue: Catalogue
) -> ImportedRoster:
    prices = [*filter(None, [waiting(total)]), *price_texts(catalogue, roster.prices)]
    return ImportedRoster(
        roster_name(roster.name), roster.limit, total_text(total), roster.models, status, prices
    )


def game_options(catalogues: Catalogues) -> list[FormOption]:
    """The games that a table or a text may be for."""
    return [FormOption(one.system, one.system_name) for one in newest_editions(catalogues.values())]
