"""The filter that masks secrets in the addresses that are logged."""

import logging
import re

_SECRET = re.compile(
    r"(?:(?<=/)|(?<=%2F))(shared|link|join|invites|key|confirm-email)(/|%2F)[^/\s?&%]+", re.IGNORECASE
)


class SecretsFilter(logging.Filter):
    """Masks what would open a list, a club or an account for whoever reads the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask the secrets in a message; every record is logged."""
        message = record.getMessage()
        masked = _SECRET.sub(r"\1\2…", message)
        if masked != message:
            record.msg, record.args = masked, ()
        return True
