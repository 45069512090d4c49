"""What a profile has, on every page that shows one: each thing opens to what it means and its page.

Joined in Python and not in a template, because a page may hold hundreds of profiles.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString

from builder.points.document.document import Profile
from builder.points.legality.standalone import MOST_KEPT, StandaloneProfile, standalone_profile
from builder.points.pricing.stat_line import Trait, TraitItem, price_values, stat_line, traits
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import ProfileAppraisal
from builder.points.rules.wording import source_text
from builder.points.systems import SYSTEMS
from builder.web.shared.html import NO_HTML, fill_each, fill_html, join_html
from builder.web.shared.presentation import render_mark

Links = Mapping[str, str]
"""The places on a page, or the addresses, of profiles by key."""


@dataclass(frozen=True, kw_only=True)
class ProfileSheet:
    """A profile in a row without room for the boxes of its stat line; made when a template asks for it."""

    catalogue: Catalogue
    profile: Profile
    appraisal: ProfileAppraisal
    names: Mapping[str, str]
    links: Links

    @property
    def html(self) -> SafeString:
        """The stat line as running text, and all that the profile has."""
        system = SYSTEMS[self.catalogue.system]
        alone = standalone_profile(index_of(self.catalogue), self.profile.design, system)
        return self.make_html() if alone is None else _standalone_html(self.catalogue, alone)

    def make_html(self) -> SafeString:
        """The same, made now."""
        cells = [(cell.label, cell.value) for cell in stat_line(self.catalogue, self.profile, self.appraisal)]
        prices = ((value.name, text) for value, text in price_values(self.catalogue, self.appraisal))
        return fill_html(
            '<p class="stats">{}</p>{}',
            fill_each("<span><i>{}</i> {}</span>", (*cells, *prices), " "),
            render_traits(
                self.catalogue,
                traits(self.catalogue, self.profile, self.names, self.appraisal),
                self.links,
            ),
        )


@lru_cache(maxsize=MOST_KEPT)
def _standalone_html(catalogue: Catalogue, alone: StandaloneProfile) -> SafeString:
    """The sheet of a design that names no other profile, which is the same in every list."""
    profile = Profile(key="", name="", design=alone.context.design)
    sheet = ProfileSheet(
        catalogue=catalogue, profile=profile, appraisal=alone.appraisal(""), names={}, links={}
    )
    return sheet.make_html()


def render_traits(
    catalogue: Catalogue,
    found: Iterable[Trait],
    links: Links | None = None,
    *,
    others: Iterable[Trait] | None = None,
) -> SafeString:
    """Weapons, properties and spells, each a disclosure; nothing where there are none.

    ``links`` lead to the profiles that they name. What does not stand under the same heading in ``others``
    is marked.
    """
    known = None if others is None else {(trait.heading, i.text) for trait in others for i in trait.items}
    rows = [
        (
            trait.heading,
            join_html(
                _render_item(
                    catalogue,
                    item,
                    links or {},
                    known is not None and (trait.heading, item.text) not in known,
                )
                for item in trait.items
            ),
        )
        for trait in found
    ]
    if not rows:
        return NO_HTML
    return fill_html('<div class="traits">{}</div>', fill_each("<div><b>{}</b>{}</div>", rows))


def _render_item(catalogue: Catalogue, item: TraitItem, links: Links, differs: bool) -> SafeString:
    named = [(links[key], name) for key, name in item.profiles if key in links]
    return _render_disclosure(item, source_text(catalogue, item.page, item.place), tuple(named), differs)


@lru_cache(maxsize=4096)
def _render_disclosure(
    item: TraitItem, source: str, named: tuple[tuple[str, str], ...], differs: bool
) -> SafeString:
    """A disclosure, made once: the same few stand at many profiles."""
    shown = render_mark(item.text) if differs else item.text
    if not item.summary:
        return fill_html("<span>{}</span>", shown)
    return fill_html(
        "<details><summary>{}</summary><p><b>{}</b> {}{} <i>{}</i>{}</p></details>",
        shown,
        item.name,
        f"{item.numbers}. " if item.numbers else "",
        item.summary,
        source,
        fill_each(' <a href="{}">{}</a>', named),
    )
