"""The filter that masks secrets in the addresses that are logged."""

import logging
import re

_SECRET = re.compile(r"(?<=/)(shared|join|invites|key|confirm-email)/[^/\s?]+")


class SecretsFilter(logging.Filter):
    """Masks what would open a list, a club or an account for whoever reads the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask the secrets in a message; every record is logged."""
        message = record.getMessage()
        masked = _SECRET.sub(r"\1/…", message)
        if masked != message:
            record.msg, record.args = masked, ()
        return True
