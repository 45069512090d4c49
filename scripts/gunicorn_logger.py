"""gunicorn's log in the site's format, on standard error (docs/logging.md)."""

import logging
import logging.config
import os

from gunicorn import glogging
from gunicorn.config import Config

from builder.logs import logging_config


class Logger(glogging.Logger):  # type: ignore[misc] # gunicorn has no types
    """A logger that sends gunicorn's lines and Python's warnings to the site's handler."""

    def setup(self, cfg: Config) -> None:
        """Set up the site's logging before the site itself is loaded."""
        super().setup(cfg)
        if cfg.errorlog == "-":  # keep a file that the operator has chosen
            for handler in list(self.error_log.handlers):
                self.error_log.removeHandler(handler)
            self.error_log.propagate = True
        level = os.environ.get("LOG_LEVEL") or "INFO"
        log_format = "json" if os.environ.get("LOG_FORMAT") == "json" else "text"
        logging.config.dictConfig(logging_config(level, log_format))
        logging.captureWarnings(capture=True)
