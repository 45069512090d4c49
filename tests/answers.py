"""What the test client answers, by a name."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # whichever class a view answers with, and what the client adds to it
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
else:
    from django.http.response import HttpResponseBase as Answer

__all__ = ["Answer"]
