"""What the log may say: no address in it opens anything."""

import logging
import re

_SECRET = re.compile(r"(?<=/)(shared|join|invites|key|confirm-email)/[^/\s?]+")


class SecretsFilter(logging.Filter):
    """Takes out of a line what opens a list, a club or an account for whoever reads it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every line is kept."""
        told = record.getMessage()
        masked = _SECRET.sub(r"\1/…", told)
        if masked != told:
            record.msg, record.args = masked, ()
        return True
