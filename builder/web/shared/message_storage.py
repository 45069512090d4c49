"""The storage of messages for the next page."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class PrefixedCookieStorage(CookieStorage):
    """Django's cookie for messages, with the prefix of the site's cookies."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class MessageStorage(FallbackStorage):
    """Messages in a cookie, which needs no session. Messages too long for the cookie are in the session."""

    storage_classes = (PrefixedCookieStorage, SessionStorage)
