"""The games that users can start a list for, and a profile that shows how a price is calculated."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from builder.catalogue.play import game_summary, play_sheet, profile_sheet
from builder.catalogue.store import newest_editions
from builder.documents import StoredList, UnreadableDesignError, load_profiles_of
from builder.points.appraisal.appraisal import appraise
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import list_name
from builder.points.rules.wording import pluralize
from builder.queries.lists import CountedList
from builder.web.shared.presentation import ReceiptRow, StatBox, receipt_groups, stat_boxes


class SampleLink(NamedTuple):
    """A link to a sample, which is an example list of the site. ``counts`` is a text such as "7 profiles"."""

    slug: str
    name: str
    game: str
    counts: str


class GameRow(NamedTuple):
    """A game to start a list for. ``edition`` is the value that the form sends, such as "fubar/6"."""

    name: str
    edition: str
    tagline: str
    summary: str
    rulebook: str
    samples: list[SampleLink]


class PricedExample(NamedTuple):
    """A profile with its stat line and the lines of its price."""

    game: str
    name: str
    points: str
    unit: str
    boxes: tuple[StatBox, ...]
    lines: list[ReceiptRow]


def game_rows(
    catalogues: Iterable[Catalogue], samples: Sequence[CountedList], last_used_game: str = ""
) -> list[GameRow]:
    """Return all games in their newest editions, with their samples. ``last_used_game`` comes first."""
    links: dict[str, list[SampleLink]] = {}
    for row in samples:
        links.setdefault(row.edition.system.code, []).append(_sample_link(row))
    games = list(newest_editions(catalogues))
    games.sort(key=lambda game: game.system != last_used_game)  # the other games stay in their order
    return [_game_row(game, links.get(game.system, [])) for game in games]


def _game_row(game: Catalogue, samples: list[SampleLink]) -> GameRow:
    about = play_sheet(game).about
    return GameRow(
        name=game.system_name,
        edition=f"{game.system}/{game.edition}",
        tagline=about.tagline if about else "",
        summary=game_summary(game),
        rulebook=about.book if about else "",
        samples=samples,
    )


def _sample_link(row: CountedList) -> SampleLink:
    counts = pluralize(row.profile_count, "profile")
    return SampleLink(row.sample or "", list_name(row.name), row.edition.system.name, counts)


def priced_example(samples: Iterable[CountedList]) -> PricedExample | None:
    """Return a profile as an example, with one query, or None if no profile has a price.

    For each game, the candidate is the first profile of the first sample. The example is the candidate with
    the most lines that cost points.
    """
    first_samples: dict[int, CountedList] = {}
    for row in samples:
        first_samples.setdefault(row.edition.system_id, row)
    examples = [_make_example(stored) for stored in load_profiles_of(first_samples.values())]
    return max((example for example in examples if example), key=_count_priced_lines, default=None)


def _count_priced_lines(example: PricedExample) -> int:
    return sum(line.points not in ("", "0", NONE) for line in example.lines)


def _make_example(stored: StoredList) -> PricedExample | None:
    """Return the first profile of a list as an example, or None if it can't be read or has no price."""
    if not stored.profiles:
        return None
    try:
        profile = stored.profile(stored.profiles[0])
        document = stored.document_for_profile(profile)
    except UnreadableDesignError:
        return None
    catalogue, appraised = stored.catalogue, appraise(document, stored.catalogue).profile(profile.key)
    if appraised.points is None:
        return None
    sheet = profile_sheet(catalogue, profile, appraised)
    return PricedExample(
        game=catalogue.system_name,
        name=sheet.name,
        points=sheet.points,
        unit=catalogue.points_unit,
        boxes=stat_boxes(sheet.cells, catalogue.points_unit),
        lines=[row for group in receipt_groups(catalogue, appraised) for row in group.rows],
    )
