"""Orders to the press: a template and data in, a PDF or a picture out."""

from collections.abc import Mapping
from datetime import date
from uuid import uuid4

from django.conf import settings

from builder.press.client import PressClient, press_of
from builder.press.fonts import digest_of_fonts, extra_fonts
from builder.press.orders import Order, Output, data_text
from builder.press.settings import PressSettings


class PaperNotSetError(Exception):
    """A paper that could not be set: it took too much ``time`` or ``memory``, or its process ``ended``.

    ``fault`` is one of the program's: a template that cannot be typeset, whatever the data.
    """

    def __init__(self, cause: str) -> None:
        self.cause = cause
        super().__init__(f"A paper could not be set: {cause}")


def press() -> PressClient:
    """The press of this site, as the settings say; another one once other fonts are installed."""
    return press_of(
        PressSettings(
            folder=settings.PAPERS_FOLDER,
            setters=settings.MUSTERBOOK_PAPERS_AT_ONCE,
            seconds=settings.MUSTERBOOK_PAPER_SECONDS,
            megabytes=settings.MUSTERBOOK_PAPER_MEGABYTES,
            queue=settings.MUSTERBOOK_WAITING_PAPERS,
            cache_bytes=settings.MUSTERBOOK_KEPT_PAPER_BYTES,
            fonts=settings.FONTS_FOLDER,
            fonts_digest=digest_of_fonts(extra_fonts(settings.FONTS_FOLDER)),
        )
    )


def order_of(template: str, output: Output, data: Mapping[str, object], today: date) -> Order:
    """The order of a paper."""
    return Order(template, output, today.isoformat(), data_text(data))


def typeset(order: Order) -> bytes:
    """The file of an order, however long the queue: for the site's own work, which has no page to wait on."""
    desk = press()
    answer = desk.take(desk.key_of(order), f"site:{uuid4()}", order, None)
    if answer.state != "done":
        raise PaperNotSetError(answer.state)
    return answer.content


def typeset_pdf(template: str, data: Mapping[str, object], today: date) -> bytes:
    """The PDF of a template."""
    return typeset(order_of(template, "pdf", data, today))
