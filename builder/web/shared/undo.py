"""What pages offer after something was taken away."""

from typing import NamedTuple


class Undo(NamedTuple):
    """What has happened, and the button that takes it back.

    ``target_id`` is the id of the part of the page that answers the button; "" for a page of its own.
    """

    text: str
    url: str
    button_label: str = "Undo"
    target_id: str = ""
