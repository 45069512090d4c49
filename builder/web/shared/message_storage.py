"""The storage of messages that the next page shows (``django.contrib.messages``)."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class PrefixedCookieStorage(CookieStorage):
    """A storage of messages in a cookie whose name has the prefix of this site's cookies."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class MessageStorage(FallbackStorage):
    """A storage of messages in a cookie, which needs no session.

    Messages that are too long for the cookie are stored in the session.
    """

    storage_classes = (PrefixedCookieStorage, SessionStorage)
