"""Where a message waits until the next page shows it."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class PrefixedCookieStorage(CookieStorage):
    """Django's cookie of messages, with the prefix that all cookies of the site have."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class MessageStorage(FallbackStorage):
    """Messages in a cookie, so that they begin no session; what is too long for it in the session."""

    storage_classes = (PrefixedCookieStorage, SessionStorage)
