"""The query parameters of the gallery."""

from typing import Any, get_args

from rest_framework import serializers

from api.shared.fields import MomentField
from api.shared.pagination import UNKNOWN_GAME
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.points.document.json_reader import MAX_NUMBER
from builder.points.rules.search_text import search_words
from builder.queries.gallery import (
    MAX_FILTER_CHOICES,
    MAX_FILTER_PROPERTIES,
    MAX_QUERY_LENGTH,
    Filters,
    Sort,
    build_filters,
    choice_names,
    matching_editions,
    property_names,
    searchable_line,
)

_GAME_NEEDED = ("edition", "choice", "cost_from", "cost_to")


class PointsField(serializers.IntegerField):
    """A number of points, in ASCII digits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=MAX_NUMBER, required=False, **options)

    def to_internal_value(self, data: object) -> int:
        """Return the number. Raises ValidationError for other texts, such as "7.0"."""
        if not (isinstance(data, str) and data.isascii() and data.isdecimal()):
            self.fail("invalid")
        return super().to_internal_value(data)


class RepeatableField(serializers.ListField):
    """A text that can occur several times in a query. Blank and repeated texts are ignored."""

    child = serializers.CharField(allow_blank=True)

    def to_internal_value(self, data: list[str]) -> list[str]:
        """Return the different texts."""
        return list(dict.fromkeys(filter(None, data)))


class GalleryQuerySerializer(serializers.Serializer[Any]):
    """The conditions and the order of the lists to return."""

    q = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=MAX_QUERY_LENGTH,
        help_text="Words in the name, setting, profiles or background. A word also finds longer words that "
        "begin with it, but a number or a single letter finds only itself.",
    )
    game = serializers.CharField(default="", allow_blank=True, help_text="Code of a game.")
    edition = serializers.CharField(
        default="", allow_blank=True, help_text="Code of an edition of the game. Requires game."
    )
    setting = serializers.CharField(
        default="", allow_blank=True, help_text="Setting of the list; capitals and accents don't matter."
    )
    size = PointsField(help_text="Limit of a roster of the list, in points.")
    cost_from = PointsField(
        help_text="Minimum points of the largest roster of the list. Rosters with an unknown price don't "
        "count. Requires game.",
    )
    cost_to = PointsField(help_text="Maximum points of the largest roster of the list. Requires game.")
    property = RepeatableField(
        required=False,
        max_length=MAX_FILTER_PROPERTIES,
        help_text="Property or spell that a profile of the list has, as group:code. If you send several, the "
        "list must have all of them.",
    )
    choice = RepeatableField(
        required=False,
        max_length=MAX_FILTER_CHOICES,
        help_text="Option that a profile of the list has, as attribute:option; gallery/choices lists some. "
        "If you send several, the list must have all of them. Requires game.",
    )
    changed_since = MomentField(
        required=False,
        help_text="Only lists that were published or changed since this time. Write the + of an offset as "
        "%2B. Lists that were withdrawn are left out: compare gallery/dump to find them.",
    )
    sort = serializers.ChoiceField(
        choices=get_args(Sort),
        default="newest",
        help_text="Order of the lists: newest first, or most copied first.",
    )

    def validate_q(self, value: str) -> str:
        """Return the search text. Raises ValidationError if it contains no word."""
        text = searchable_line(value)
        if text and not search_words(text):
            raise serializers.ValidationError("is not a word: write letters or digits")
        return text

    def validate_setting(self, value: str) -> str:
        """Return the setting. Raises ValidationError if it is too long."""
        text = searchable_line(value)
        if len(text) > limits().name:
            raise serializers.ValidationError(f"is too long: write at most {limits().name} characters")
        return text

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check the parameters that depend on others. Raises ValidationError if they don't match."""
        editions, game, edition = all_catalogues(), attrs["game"], _edition(attrs)
        faults: dict[str, str] = {}
        if not game:
            needing_game = [name for name in _GAME_NEEDED if attrs.get(name) not in (None, "", [])]
            faults = dict.fromkeys(needing_game, "needs a game: send game too")
        elif game not in {system for system, _ in editions}:
            faults["game"] = UNKNOWN_GAME
        elif edition and edition not in editions:
            faults["edition"] = "is not known: GET /systems lists games and editions"
        elif attrs.get("cost_from", 0) > attrs.get("cost_to", MAX_NUMBER):
            faults["cost_to"] = "is less than cost_from"
        if not faults:
            matching = matching_editions(editions, edition, game)
            options = {option for options in choice_names(matching).values() for option in options}
            for name, known in (("property", property_names(matching)), ("choice", options)):
                if unknown := [value for value in attrs.get(name, ()) if value not in known]:
                    faults[name] = f"“{unknown[0][:40]}” is not known: gallery/choices lists some"
        if faults:
            raise serializers.ValidationError(faults)
        return attrs


def filters_of(query: dict[str, Any]) -> Filters:
    """Return the filters for the validated data of a ``GalleryQuerySerializer``."""
    return build_filters(
        text=query["q"],
        system=query["game"],
        edition=_edition(query),
        setting=query["setting"],
        size=query.get("size"),
        cost_from=query.get("cost_from"),
        cost_to=query.get("cost_to"),
        properties=query.get("property", ()),
        choices=query.get("choice", ()),
        changed_since=query.get("changed_since"),
    )


def _edition(query: dict[str, Any]) -> tuple[str, str] | None:
    return (query["game"], query["edition"]) if query["edition"] else None
