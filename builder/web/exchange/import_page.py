"""The preview of an import: the lists, and the parts of lists that can't be imported.

The sources of an import are documents, tables, texts, and rosters of other programs for army lists. Each
source becomes an item: a list to import, or the reason why it can't be imported.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import NamedTuple

from builder.catalogue.aliases import aliases_of
from builder.catalogue.limits import limits
from builder.catalogue.play import list_sheet
from builder.catalogue.store import newest_editions
from builder.documents import load_lists
from builder.encodings import Reading, possible_readings
from builder.imports.limits import FileRefused, file_limits
from builder.imports.rosters import read_roster
from builder.imports.sources import ImportSource, decode_source
from builder.models import CompanyList, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.columns import (
    COUNT_COLUMN,
    COUNT_HEADING,
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
from builder.points.other_builders.json_rosters import recognize_json
from builder.points.other_builders.matching import MatchedRoster, choose_catalogue, match_roster
from builder.points.other_builders.structure import OtherRoster, Selection
from builder.points.pricing.texts import points_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import list_name, profile_name
from builder.points.rules.wording import pluralize
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.roster import RosterSheet
from builder.points.shorthand import (
    Header,
    ParsedText,
    Unparsed,
    find_header,
    guess_catalogue,
    read_rows,
    read_shorthand,
)
from builder.services import exchange
from builder.services.naming import numbered_name
from builder.web.exchange.paste_page import (
    PastePreview,
    StatedPrice,
    answered_text,
    make_paste_preview,
    text_digest,
)
from builder.web.shared.options import FormOption
from builder.web.shared.presentation import FindingCount, count_findings

Catalogues = Mapping[tuple[str, str], Catalogue]

UNKNOWN_GAME = "choose its game below"
UNKNOWN_LETTERS = "choose its encoding below"
NO_PROFILE = "it contains no profile that we can read"
LEFT_OUT, TO_NOTES = "-", "+"
"""The values for columns that aren't a part of a profile.

``LEFT_OUT`` columns are not imported. ``TO_NOTES`` columns are added to the notes.
"""
_MAX_PRICED_ITEMS = 5  # if there are more, the preview has no prices
_MAX_REPLACEABLE_LISTS = 10
_MAX_LOSSES = 100
_MAX_GUESS_LENGTH = 3_000  # characters that are read to guess a text's game
_FOLDERS = {
    "": "",
    "deleted": "was deleted, so it goes to Deleted lists",
    "hand-ins": "was handed in for an event",
}


class ImportedProfile(NamedTuple):
    """A profile in the preview."""

    sheet: ProfileSheet
    finding_counts: list[FindingCount]


class ColumnRow(NamedTuple):
    """A column of a table.

    ``imported_as`` is the code of a part of a profile, ``LEFT_OUT`` or ``TO_NOTES``.
    ``is_known`` is False if the heading is unknown and the player hasn't selected a part of a profile.
    """

    number: int
    heading: str
    first_value: str
    imported_as: str
    is_known: bool


@dataclass(slots=True)
class ImportItem:
    """A list to import, with everything that the preview shows of it.

    ``document`` is None if nothing can be imported; then ``reason`` says why.
    ``losses`` are sentences about parts that can't be imported, ``more_losses`` is the number of further
    losses.
    ``not_counted`` are sentences about parts that are imported but don't count.
    ``readings`` are the texts that the source's bytes may be, if its encoding isn't known. ``encoding`` is
    the code of the selected reading.
    ``column_options`` are what a column of a table can be imported as. ``calculated_headings`` are the
    headings of columns whose values this site calculates instead.
    ``preview`` is only set for texts. ``builder`` is the program that made the source, if it is another one.
    ``duplicate_place`` says where the user already has an equal list, or is an empty string.
    ``free_name`` is a name that no list of the user has.
    """

    number: int
    source: ImportSource
    name: str = ""
    catalogue: Catalogue | None = None
    document: Document | None = None
    reason: str = ""
    losses: list[str] = field(default_factory=list)
    more_losses: int = 0
    not_counted: list[str] = field(default_factory=list)
    columns: list[ColumnRow] = field(default_factory=list)
    calculated_headings: list[str] = field(default_factory=list)
    column_options: list[FormOption] = field(default_factory=list)
    preview: PastePreview | None = None
    builder: str = ""
    readings: list[Reading] = field(default_factory=list)
    encoding: str = ""
    stated_prices: list[StatedPrice] = field(default_factory=list)
    text: str = ""
    duplicate_place: str = ""
    same_name_lists: list[CompanyList] = field(default_factory=list)
    free_name: str = ""
    profiles: list[ImportedProfile] = field(default_factory=list)
    rosters: list[RosterSheet] = field(default_factory=list)
    finding_counts: list[FindingCount] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The name of the list, or of the source if there is no list."""
        return list_name(self.document.name) if self.document else self.source.name or "The text"

    @property
    def encoding_name(self) -> str:
        """The name of the chosen encoding."""
        return next((reading.name for reading in self.readings if reading.code == self.encoding), "")

    @property
    def is_deleted(self) -> bool:
        """Whether the list will be imported as a deleted list."""
        return self.source.folder == "deleted"

    @property
    def origin(self) -> str:
        """The name of the file, and what the list was in this file, such as a deleted list."""
        return ", ".join(text for text in (self.source.name, _FOLDERS[self.source.folder]) if text)

    @property
    def has_name_field(self) -> bool:
        """Whether the preview has a field for the list's name."""
        return (self.source.kind != "document" or bool(self.builder)) and not self.awaits_encoding

    @property
    def awaits_encoding(self) -> bool:
        """Whether the player must select an encoding before the source can be read."""
        return bool(self.readings) and not self.encoding

    @property
    def loss_count(self) -> int:
        """The number of parts that can't be imported, plus the number of unanswered questions."""
        in_text = self.preview.unparsed_count + len(self.preview.questions) if self.preview else 0
        return len(self.losses) + self.more_losses + in_text

    @property
    def is_offered(self) -> bool:
        """Whether the checkbox of the list is ticked at first."""
        return bool(self.document) and not (
            self.loss_count or self.duplicate_place or self.source.folder == "hand-ins"
        )

    @property
    def has_unknown_columns(self) -> bool:
        """Whether a column of the list's table is unknown."""
        return any(not column.is_known for column in self.columns)

    @property
    def replaceable_lists(self) -> list[CompanyList]:
        """The user's lists with the same name that the preview offers to replace."""
        return self.same_name_lists[:_MAX_REPLACEABLE_LISTS]

    @property
    def digest(self) -> str:
        """A digest of how the list is read. If the form has another digest, its preview is outdated."""
        edition = (self.catalogue.system, self.catalogue.edition) if self.catalogue else ()
        return text_digest(
            "\n".join([*edition, *(column.imported_as for column in self.columns), *self.losses])
        )

    @property
    def import_label(self) -> str:
        """The label of the list's checkbox."""
        if self.duplicate_place:
            return "Import another copy"
        if self.loss_count:
            return f"Import without {pluralize(self.loss_count, 'detail')}"
        return "Import"


def read_items(
    sources: Sequence[ImportSource], catalogues: Catalogues, submitted: Mapping[str, str]
) -> list[ImportItem]:
    """Return an item for each source. ``submitted`` has the fields of the preview's form."""
    return [_read_item(number, source, catalogues, submitted) for number, source in enumerate(sources)]


def _read_item(
    number: int, source: ImportSource, catalogues: Catalogues, submitted: Mapping[str, str]
) -> ImportItem:
    item = ImportItem(number, source)
    if source.raw:
        item.readings = possible_readings(source.raw.encode("latin-1"))
        codes = [reading.code for reading in item.readings]
        sent = submitted.get(f"encoding-{number}", "")
        item.encoding = sent if sent in codes else codes[0] if len(codes) == 1 else ""
        if not item.encoding:
            item.reason = UNKNOWN_LETTERS
            return item
    try:
        if item.encoding:
            item.source = source = decode_source(source, item.encoding, file_limits())
        if source.kind == "document":
            _read_document(item, catalogues)
        elif source.kind == "table":
            _read_table(item, catalogues, submitted)
        elif source.kind == "roster":
            _read_other_roster(item, read_roster(source.text), catalogues)
        else:
            _read_text(item, catalogues, submitted)
    except DocumentError as error:
        item.document, item.reason = None, f"{error.problem}: {error.fix}"
    except FileRefused as error:
        item.document, item.reason = None, str(error)
    if item.document and item.has_name_field:
        default_name = item.document.name or PurePosixPath(source.name).stem
        name = submitted.get(f"list_name-{number}", default_name)[: limits().name].strip()
        item.document = replace(item.document, name=name)
    return item


def _read_document(item: ImportItem, catalogues: Catalogues) -> None:
    value = read_json(item.source.text, limits())
    if roster := recognize_json(value):
        _read_other_roster(item, roster, catalogues)
        return
    salvaged = salvage_document(value, catalogues, limits())
    item.document = salvaged.document
    item.catalogue = catalogues[salvaged.document.system, salvaged.document.edition]
    _set_losses(item, map(str, salvaged.losses))


def _read_other_roster(item: ImportItem, roster: OtherRoster, catalogues: Catalogues) -> None:
    newest = newest_editions(catalogues.values())
    catalogue = choose_catalogue(roster, newest, {edition.system: aliases_of(edition) for edition in newest})
    matched = match_roster(roster, catalogue, aliases_of(catalogue), limits())
    item.catalogue, item.builder = catalogue, roster.builder
    if matched.models:
        item.document = matched.document
    else:
        item.reason = NO_PROFILE
    _set_losses(item, _roster_losses(item.source, roster, matched))
    item.stated_prices = list(_stated_prices(matched, catalogue))


def _roster_losses(source: ImportSource, roster: OtherRoster, matched: MatchedRoster) -> Iterator[str]:
    def place_of(selection: Selection, name: str = "") -> str:
        line = (
            source.text.count("\n", 0, selection.place.start) + 1
            if selection.place and source.text[:1] != "<"
            else 0
        )
        return ", ".join(filter(None, (name, f"line {line}" if line else "")))

    for model in {id(model.selection): model for model in matched.models}.values():
        for selection in model.unread:
            place = place_of(selection, profile_name(model.profile.name))
            yield f"{place}: {quote(selection.name)} is not known: keep it as a note?"
    for selection in matched.unknown:
        place = place_of(selection, ", ".join(selection.categories)) or roster.builder
        parts_text = (
            f" with its {pluralize(count, 'part')}" if (count := len(list(selection.descendants()))) else ""
        )
        yield f"{place}: {quote(selection.name)}{parts_text} is not known: import without it?"
    for start, end in roster.unread:
        yield f"{quote(source.text[start:end])} is not understood: import without it?"


def _stated_prices(matched: MatchedRoster, catalogue: Catalogue) -> Iterator[StatedPrice]:
    """Yield the total that the roster states, even if it is right, and the wrong prices of its profiles."""
    appraisal = appraise(matched.document, catalogue)
    if matched.total is not None:
        total = next((roster.points for roster in appraisal.rosters), 0)
        yield StatedPrice(points_text(matched.total), points_text(total), matched.total == total)
    for model, profile in zip(matched.models, appraisal.profiles, strict=True):
        if model.price is not None and model.price != profile.points:
            name = profile_name(model.profile.name)
            stated, calculated = points_text(model.price), points_text(profile.points)
            yield StatedPrice(stated, calculated, agrees=False, name=name)


def _set_losses(item: ImportItem, losses: Iterable[str]) -> None:
    all_losses = list(losses)
    item.losses, item.more_losses = all_losses[:_MAX_LOSSES], max(len(all_losses) - _MAX_LOSSES, 0)


def _chosen_game(item: ImportItem, catalogues: Catalogues, submitted: Mapping[str, str]) -> Catalogue | None:
    """Return the newest edition of the game that the player selected, or None."""
    system = submitted.get(f"game-{item.number}", "")
    return next(
        (catalogue for catalogue in newest_editions(catalogues.values()) if catalogue.system == system), None
    )


# ------------------------------------------------------------------ tables


def _read_table(item: ImportItem, catalogues: Catalogues, submitted: Mapping[str, str]) -> None:
    rows = item.source.rows
    newest = newest_editions(catalogues.values())
    catalogue = _chosen_game(item, catalogues, submitted) or guess_catalogue(rows, newest)
    item.catalogue = catalogue
    if catalogue is None:
        item.reason = UNKNOWN_GAME
        return
    header = find_header(rows, catalogue)
    headings = rows[header.row_index]
    body = [row for row in rows[header.row_index + 1 :] if any(row)]
    item.column_options = _column_options(catalogue)
    # If the player has just changed the game, the submitted columns belong to the previous game.
    is_same_game = submitted.get(f"was-{item.number}") == catalogue.system
    parts, note_columns = _choose_columns(item, header, headings, body, submitted if is_same_game else {})
    filled_rows = [row for row in body if any(cell for cell, part in zip(row, parts, strict=False) if part)]
    if not any(parts) or not filled_rows:
        item.reason = NO_PROFILE
        return
    reading = read_rows(filled_rows, parts, catalogue, limits())
    numbers = {id(row): number for number, row in enumerate(rows, 1)}
    row_numbers = [numbers[id(row)] for row in filled_rows]
    losses = [
        f"The column “{column.heading}” is not known: its values go to the notes"
        for column in item.columns
        if header.parts[column.number] is None and column.imported_as == TO_NOTES and column.first_value
    ]
    losses += (_cell_loss(reading, unparsed, row_numbers, headings) for unparsed in reading.all_unparsed)
    profiles, max_length = reading.profiles_to_save(catalogue), limits().text
    for index, parsed in enumerate(reading.profiles):
        row = filled_rows[parsed.line - 1]
        cells = [(headings[number], cell) for number in note_columns if (cell := _cell(row, number))]
        texts = (profiles[index].notes, *(": ".join(filter(None, pair)) for pair in cells))
        notes = "\n\n".join(filter(None, texts))
        if len(notes) > max_length:
            where = f"{profile_name(parsed.profile.name)}, row {row_numbers[parsed.line - 1]}"
            losses.append(f"{where}: only the first {max_length:,} characters of the notes are imported")
        profiles[index] = replace(profiles[index], notes=notes[:max_length])
    _set_losses(item, losses)
    rosters = (reading.roster,) if reading.roster else ()
    item.document = replace(_new_document(catalogue, profiles), rosters=rosters)


def _choose_columns(
    item: ImportItem,
    header: Header,
    headings: Sequence[str],
    body: Sequence[Sequence[str]],
    submitted: Mapping[str, str],
) -> tuple[list[str], list[int]]:
    """Set the columns of a table, the unknown columns first.

    Return the code of the part for each column, and the numbers of the columns for the notes. The code is an
    empty string if the column is left out or added to the notes.
    """
    choices = {option.value for option in item.column_options}
    parts: list[str] = []
    note_columns: list[int] = []
    for number, known_part in enumerate(header.parts):
        sent = submitted.get(f"column-{item.number}-{number}", "")
        part = sent if sent in choices else TO_NOTES if known_part is None else known_part
        note_columns += [number] if part == TO_NOTES else []
        parts.append("" if part in (LEFT_OUT, TO_NOTES, *parts) else part)
        column = ColumnRow(
            number,
            heading=headings[number],
            first_value=next((cell for row in body if (cell := _cell(row, number))), "")[:80],
            imported_as=TO_NOTES if part == TO_NOTES else parts[-1] or LEFT_OUT,
            is_known=known_part is not None or bool(parts[-1]),
        )
        if known_part == "" and column.imported_as == LEFT_OUT:
            item.calculated_headings += [column.heading] if column.heading else []
        elif column.heading or column.first_value:
            item.columns.append(column)
    item.columns.sort(key=lambda column: (column.is_known, column.number))
    return parts, note_columns


def _cell(row: Sequence[str], column: int) -> str:
    return row[column] if column < len(row) else ""


def _column_options(catalogue: Catalogue) -> list[FormOption]:
    of_all_games = [
        (TO_NOTES, "Add it to the notes"),
        (NAME_COLUMN, NAME_HEADING),
        (COUNT_COLUMN, COUNT_HEADING),
        (MAX_COLUMN, MAX_HEADING),
        (NOTES_COLUMN, NOTES_HEADING),
    ]
    parts = [(part.code, part.name) for part in parts_in_order(catalogue)]
    options = [FormOption(code, name) for code, name in (*of_all_games, *parts)]
    return [FormOption(LEFT_OUT, "Leave it out"), *options]


def _cell_loss(
    reading: ParsedText, unparsed: Unparsed, row_numbers: Sequence[int], headings: Sequence[str]
) -> str:
    start = reading.text.rfind("\n", 0, unparsed.start) + 1
    column = reading.text.count("\t", start, unparsed.start)
    heading = headings[column] if column < len(headings) else ""
    name = profile_name(reading.profiles[unparsed.line - 1].profile.name)
    suggestion = f" ({unparsed.suggestion.rstrip('?')})" if unparsed.suggestion else ""
    where = f"{name}, row {row_numbers[unparsed.line - 1]}"
    return f"{where}: {heading} {quote(unparsed.text)} is not understood{suggestion}: keep it as a note?"


def _new_document(catalogue: Catalogue, profiles: Iterable[Profile]) -> Document:
    return Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=tuple(profiles))


# ------------------------------------------------------------------ texts


def _read_text(item: ImportItem, catalogues: Catalogues, submitted: Mapping[str, str]) -> None:
    is_same = item.encoding == submitted.get(f"was_encoding-{item.number}", item.encoding)
    sent = submitted.get(f"text-{item.number}", item.source.text) if is_same else item.source.text
    item.text = sent.replace("\r\n", "\n")
    item.catalogue = _chosen_game(item, catalogues, submitted) or guess_text_game(item.text, catalogues)
    if item.catalogue is None:
        item.reason = UNKNOWN_GAME
        return
    reading = read_shorthand(item.text, item.catalogue, (), limits())
    number, _, answer = submitted.get("answer", "").partition(":")
    if number == str(item.number) and submitted.get(f"digest-{item.number}") == text_digest(item.text):
        item.text = answered_text(reading, answer)
        reading = read_shorthand(item.text, item.catalogue, (), limits())
    item.preview = make_paste_preview(reading, item.text, _new_document(item.catalogue, ()), item.catalogue)
    if reading.profiles:
        rosters = (reading.roster,) if reading.roster else ()
        profiles = reading.profiles_to_save(item.catalogue)
        document = _new_document(item.catalogue, profiles)
        item.document = replace(document, name=reading.title, rosters=rosters)
    else:
        item.reason = NO_PROFILE


def guess_text_game(text: str, catalogues: Catalogues) -> Catalogue | None:
    """Return the newest edition of the game that a text is about, or None if it can't be guessed.

    If the text contains the title of only one game, it is this game. Otherwise it is the game that reads the
    beginning of the text best.
    """
    newest = newest_editions(catalogues.values())
    named_games = [catalogue for catalogue in newest if catalogue.title in text]
    if len(named_games) == 1:
        return named_games[0]
    beginning = f"{text}\n"[:_MAX_GUESS_LENGTH].rpartition("\n")[0] or text[:_MAX_GUESS_LENGTH]
    scored = sorted(
        ((_reading_score(beginning, catalogue), index) for index, catalogue in enumerate(newest)),
        reverse=True,
    )
    if not scored or scored[0][0] <= 0 or (len(scored) > 1 and scored[0][0] == scored[1][0]):
        return None
    return newest[scored[0][1]]


def _reading_score(text: str, catalogue: Catalogue) -> int:
    """Return the number of characters that a game reads, minus twice the number that it doesn't read."""
    try:
        reading = read_shorthand(text, catalogue, (), limits())
    except DocumentError:
        return 0
    pieces = {
        (piece.start, piece.end) for profile in reading.profiles for piece in profile.pieces if piece.meaning
    }
    read = sum(end - start for start, end in pieces)
    return read - 2 * sum(piece.end - piece.start for piece in reading.all_unparsed)


# ------------------------------------------------------------------ comparison with the user's lists


def find_duplicates(items: Sequence[ImportItem], owner: User | None) -> None:
    """Find equal lists of the user, and names that are already used.

    Set ``duplicate_place``, ``same_name_lists`` and ``free_name`` of the items.
    """
    documents = [(item, item.document) for item in items if item.document]
    own_by_name = exchange.lists_by_name(owner, {document.name for _, document in documents})
    rows = [row for same_name in own_by_name.values() for row in same_name]
    own_documents = {
        pk: dump_document(loaded.document, loaded.catalogue) for pk, loaded in load_lists(rows).items()
    }
    taken_names = exchange.list_names(owner) if own_by_name else set[str]()
    earlier: list[tuple[bool, dict[str, object]]] = []  # previous items: whether deleted, and the document
    for item, document in documents:
        if item.catalogue is None:
            continue
        dumped = dump_document(document, item.catalogue)
        same_name = own_by_name.get(document.name, [])
        equal = [row for row in same_name if own_documents.get(row.pk) == dumped]
        matches = [row for row in equal if row.deleted_at is None or item.is_deleted]
        if document.name and not item.is_deleted:
            item.same_name_lists = [row for row in same_name if row.deleted_at is None]
        if matches:
            item.duplicate_place = "in Deleted lists" if matches[0].deleted_at else "in My lists"
        elif (False, dumped) in earlier or (item.is_deleted, dumped) in earlier:
            item.duplicate_place = "above in this import"
        item.free_name = numbered_name(document.name, taken_names) if item.same_name_lists else ""
        taken_names |= {item.free_name} if item.free_name else set()
        earlier.append((item.is_deleted, dumped))


def same_name_ids(items: Iterable[ImportItem]) -> str:
    """Return the ids of the user's lists with the same name as an item, separated by spaces."""
    return " ".join(sorted({row.public_id for item in items for row in item.same_name_lists}))


# ------------------------------------------------------------------ prices in the preview


def add_prices(items: Sequence[ImportItem]) -> None:
    """Add prices and findings to the items, unless there are too many items.

    Items from a text are left out, because their ``preview`` already contains prices and findings.
    """
    for item in items:
        if item.document and item.catalogue and item.preview is None and len(items) <= _MAX_PRICED_ITEMS:
            _add_prices_of(item, item.document, item.catalogue)


def _add_prices_of(item: ImportItem, document: Document, catalogue: Catalogue) -> None:
    appraisal, names = appraise(document, catalogue), document.profile_names()
    sheets = list_sheet(document, catalogue, appraisal)
    item.finding_counts = count_findings(
        [finding for profile in appraisal.profiles for finding in profile.findings]
    )
    item.profiles = [
        ImportedProfile(sheet, count_findings(sheet.appraisal.findings)) for sheet in sheets.profiles
    ]
    item.not_counted = [
        f"{names[profile.key]}: {finding.message}"
        for profile in appraisal.profiles
        for finding in profile.findings
        if catalogue.kept_rule and finding.code == catalogue.kept_rule
    ]
    item.rosters = sheets.rosters


def game_options(catalogues: Catalogues) -> list[FormOption]:
    """Return the games to choose from for a table or text."""
    return [
        FormOption(catalogue.system, catalogue.system_name)
        for catalogue in newest_editions(catalogues.values())
    ]
