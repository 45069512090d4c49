"""The games that a list can be started for: what each is, its samples, and a picture of its sheet."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from builder.catalogue.play import game_summary, play_sheet
from builder.catalogue.store import newest_editions
from builder.documents import StoredList, UnreadableDesignError, load_profiles_of
from builder.points.appraisal.appraisal import appraise
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.wording import pluralize
from builder.queries.lists import CountedList
from builder.web.shared.presentation import (
    NONE,
    ReceiptRow,
    list_name,
    profile_name,
    receipt_groups,
    receipt_rows_html,
    render_stat_line,
    stat_line,
    total_text,
)


class SheetPicture(NamedTuple):
    """A profile as its game prints it, with what its points are for.

    ``points`` is "" where the game has no prices, and so ``lines`` are none.
    """

    name: str
    points: str
    unit: str
    stat_line: SafeString
    lines: list[ReceiptRow]

    @property
    def lines_html(self) -> SafeString:
        """The lines as rows of a table."""
        return receipt_rows_html(self.lines)


class SampleLink(NamedTuple):
    """A sample list by its slug; ``counts`` say what is in it."""

    slug: str
    name: str
    setting: str
    counts: str


class GameChoice(NamedTuple):
    """A game with its newest edition as the form sends it; the picture is the first profile of a sample.

    ``book`` says where to look for its book.
    """

    name: str
    edition: str
    summary: str
    book: str
    picture: SheetPicture | None
    samples: list[SampleLink]


def game_choices(catalogues: Iterable[Catalogue], samples: Sequence[CountedList]) -> list[GameChoice]:
    """Every game in its newest edition, with its samples; one query besides. Nothing where there is only one.

    With a single game there is nothing to choose.
    """
    games = newest_editions(catalogues)
    if len(games) < 2:
        return []
    by_system: dict[str, list[CountedList]] = {}
    for row in samples:
        by_system.setdefault(row.edition.system.code, []).append(row)
    first = load_profiles_of(rows[0] for rows in by_system.values())
    pictures = {stored.catalogue.system: _sheet_picture(stored) for stored in first}
    return [
        GameChoice(
            name=game.system_name,
            edition=f"{game.system}/{game.edition}",
            summary=game_summary(game),
            book=about.book if (about := play_sheet(game).about) else "",
            picture=pictures.get(game.system),
            samples=[_sample_link(row) for row in by_system.get(game.system, ())],
        )
        for game in games
    ]


def example_of(games: Iterable[GameChoice]) -> GameChoice | None:
    """The game whose picture has the most lines that cost something; None where no picture has any."""
    return max((game for game in games if _cost_count(game)), key=_cost_count, default=None)


def _cost_count(game: GameChoice) -> int:
    lines = game.picture.lines if game.picture else ()
    return sum(line.points not in ("", "0", NONE) for line in lines)


def _sample_link(row: CountedList) -> SampleLink:
    counts = pluralize(row.profile_count, "profile")
    return SampleLink(row.sample or "", list_name(row.name), row.setting, counts)


def _sheet_picture(stored: StoredList) -> SheetPicture | None:
    """The first profile of a list; None where there is none, or it cannot be read."""
    if not stored.profiles:
        return None
    try:
        profile = stored.profile(stored.profiles[0])
        document = stored.document_for_profile(profile)
    except UnreadableDesignError:
        return None
    catalogue, appraised = stored.catalogue, appraise(document, stored.catalogue).profile(profile.key)
    is_priced = appraised.points is not None
    groups = receipt_groups(catalogue, appraised) if is_priced else []
    return SheetPicture(
        name=profile_name(profile.name),
        points=total_text(appraised.total) if is_priced else "",
        unit=catalogue.points_unit,
        stat_line=render_stat_line(stat_line(catalogue, profile, appraised)),
        lines=[row for group in groups for row in group.rows],
    )
