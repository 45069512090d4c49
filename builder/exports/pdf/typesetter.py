"""The typesetter with the site's settings. A paper comes from the cache, or from the pool of workers."""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache

from django.conf import settings

from builder.typesetting.cache import read_outcome, store_outcome
from builder.typesetting.fonts import installed_fonts
from builder.typesetting.orders import SCREEN_PPI, Order, Output, data_text, digest_of
from builder.typesetting.pool import Outcome, PaperLimits, Pool


class PaperFailedError(Exception):
    """A paper could not be typeset. ``Outcome`` explains the causes."""

    def __init__(self, cause: str) -> None:
        self.cause = cause
        super().__init__(f"The paper can't be typeset: {cause}")


@lru_cache(maxsize=8)
def _pool_with(limits: PaperLimits) -> Pool:
    return Pool(limits, store_outcome)


def typesetting_pool() -> Pool:
    """Return the pool of this process."""
    return _pool_with(
        PaperLimits(
            slots=settings.MUSTERBOOK_PAPERS_AT_ONCE,
            seconds=settings.MUSTERBOOK_PAPER_SECONDS,
            megabytes=settings.MUSTERBOOK_PAPER_MEGABYTES,
        )
    )


def paper_key(order: Order) -> str:
    """Return the key under which the cache has the paper. It depends on the order and on the extra fonts."""
    return digest_of(installed_fonts(settings.FONTS_FOLDER).digest, order.key)


def make_outcome(key: str, spender: str, order: Order | None, seconds: float) -> Outcome | None:
    """Return the outcome of an order from the cache or from the pool, as ``Pool.make`` does."""
    fonts = installed_fonts(settings.FONTS_FOLDER)
    return read_outcome(key) or typesetting_pool().make(key, spender, order, fonts, seconds)


def order_of(
    template: str,
    output: Output,
    data: Mapping[str, object],
    today: date | None = None,
    ppi: int = SCREEN_PPI,
) -> Order:
    """Return the order of a paper. ``today`` is its date. Pictures and blank papers have no date."""
    return Order(template, output, today.isoformat() if today else "", data_text(data), ppi)
