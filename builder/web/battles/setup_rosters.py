"""The rosters of a game's two sides. The user enters the address of each roster's page."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.http import Http404, HttpRequest
from django.urls import resolve

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.game_setup import GameSetup, ReserveShare
from builder.points.sheets.reserves import ReserveModels, reserve_models
from builder.points.sheets.roster import RosterSheet
from builder.web.shared.list_access import page_access
from builder.web.shared.query_options import QueryOptions

ROSTER_OPTIONS = ("roster", "opponent")
_ROSTER_URL_NAMES = {"roster", "gallery_roster", "shared_roster", "roster_list", "roster_link_list"}


class Side(NamedTuple):
    """A side of a game.

    ``option`` is the query parameter with the address of the roster's page.
    ``sheet`` is the roster; None if no address was entered, or if it doesn't lead to a roster of this edition
    that the user can open. ``address`` is the path of the page, or what was entered if ``sheet`` is None.
    """

    option: str
    address: str = ""
    sheet: RosterSheet | None = None

    @property
    def points(self) -> int | None:
        """The points of the side's roster, or None if they aren't known."""
        return None if self.sheet is None or self.sheet.total.is_unknown else self.sheet.total.points

    def value(self, code: str) -> int:
        """Return one of the roster's calculated numbers, such as the initiative, or 0 if it isn't known."""
        values = self.sheet.appraisal.values if self.sheet else ()
        return next((value.number for value in values if value.code == code and value.number), 0)

    @property
    def command_die(self) -> str:
        """The die of the roster's leader, such as "1D8", or an empty string."""
        leaders = self.sheet.leaders if self.sheet else []
        return f"1{self.sheet.leader_value(leaders[0])[1].upper()}" if self.sheet and leaders else ""


class SideReserves(NamedTuple):
    """The models that a side has in reserve. They enter the table in a later turn.

    ``min_points`` is the minimum number of points in reserve. It is None if the side has no reserves in this
    scenario, or if the number isn't known yet.
    ``always_points`` are the points of the models that are always in reserve.
    """

    name: str
    models: list[ReserveModels]
    min_points: int | None
    always_points: int

    @property
    def rows(self) -> list[ReserveModels]:
        """The models that are always in reserve. If ``min_points`` is above 0, all other models too."""
        return [group for group in self.models if group.reason or self.min_points]

    @property
    def points_to_choose(self) -> int:
        """How many points of further models the side must still choose for its reserve."""
        return max((self.min_points or 0) - self.always_points, 0)


def read_sides(request: HttpRequest, options: QueryOptions, catalogue: Catalogue) -> list[Side]:
    """Return both sides.

    ``options`` receives an error for an address that doesn't lead to a roster of this edition that the user
    can open.
    """
    return [_read_side(request, options, catalogue, option) for option in ROSTER_OPTIONS]


def side_reserves(
    setup: GameSetup, sides: Sequence[Side], share: ReserveShare | None, side_index: int
) -> list[SideReserves]:
    """Return the reserves of the sides whose rosters are known.

    ``share`` is the share of points that the side with the index ``side_index`` has in reserve. The index is
    -1 if no side has reserves, or if they depend on who attacks and this isn't chosen yet.
    """
    if setup.reserves is None:
        return []
    reserves = []
    for index, side in enumerate(sides):
        if side.sheet is None:
            continue
        models = reserve_models(side.sheet, setup.reserves)
        min_points = share.points if share and index == side_index else None
        always_points = sum(group.points for group in models if group.reason)
        reserves.append(SideReserves(side.sheet.name, models, min_points, always_points))
    return reserves


def _read_side(request: HttpRequest, options: QueryOptions, catalogue: Catalogue, option: str) -> Side:
    entered = request.GET.get(option, "").strip()
    if not entered:
        return Side(option)
    try:
        path = unquote(urlsplit(entered).path)
        sheet = _load_roster(request, path)
    except (Http404, ValueError):
        options.reject(option, "the address of a roster that you can open")
        return Side(option, entered)
    roster_catalogue = sheet.list_sheet.catalogue
    if (roster_catalogue.system, roster_catalogue.edition) != (catalogue.system, catalogue.edition):
        options.reject(option, f"a roster of {catalogue.title}")
        return Side(option, entered)
    return Side(option, path, sheet)


def _load_roster(request: HttpRequest, path: str) -> RosterSheet:
    """Return the roster on the page with this address, or raise Http404."""
    match = resolve(path)
    if match.url_name not in _ROSTER_URL_NAMES:
        raise Http404
    url_parameters = dict(match.kwargs)
    roster_id = url_parameters.pop("roster", "")
    loaded = page_access(request, **url_parameters).load()
    if roster_id not in ("", *loaded.roster_ids):
        raise Http404
    if roster_id and len(loaded.roster_ids) > 1:
        loaded = loaded.cut_to(roster_id)
    (sheet,) = loaded.sheet().rosters
    return sheet
