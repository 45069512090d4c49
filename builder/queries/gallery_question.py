"""What can be asked of the gallery, the same for its page and for programs."""

from collections.abc import Iterable, Mapping, Sequence

from builder.models.gallery import property_tag, setting_tag
from builder.points.catalogue import Catalogue
from builder.points.folding import search_words
from builder.queries.gallery import Filters

MAX_QUERY_LENGTH = 100
MAX_FILTER_PROPERTIES = 5

Editions = Mapping[tuple[str, str], Catalogue]


def build_filters(
    *,
    text: str = "",
    system: str = "",
    edition: tuple[str, str] | None = None,
    setting: str = "",
    size: int | None = None,
    properties: Sequence[str] = (),
) -> Filters:
    """What is looked up for a question: the text and the setting as they were written, folded."""
    return Filters(
        system=system,
        edition=edition,
        setting=setting_tag(setting),
        size=size,
        properties=tuple(properties),
        words=tuple(search_words(text)),
    )


def searchable_line(text: str) -> str:
    """A text on one line, without what databases cannot look for."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def matching_editions(
    editions: Editions, edition: tuple[str, str] | None, system: str = ""
) -> list[Catalogue]:
    """The editions whose lists can be found: the one that is asked for, those of a system, or all."""
    if edition:
        return [editions[edition]]
    return [found for found in editions.values() if system in ("", found.system)]


def property_names(catalogues: Iterable[Catalogue]) -> dict[str, str]:
    """What these systems call each property and spell, by the values of their tags."""
    return {
        property_tag(entry.group, entry.code): f"{entry.name}, {entry.label}" if entry.label else entry.name
        for catalogue in catalogues
        for entry in (*catalogue.properties, *catalogue.spells)
    }
