"""gunicorn's log, in the format of the site's: text or JSON, on standard error (docs/logging.md)."""

import logging
import logging.config
import os

from gunicorn import glogging
from gunicorn.config import Config

from builder.logs import logging_config


class Logger(glogging.Logger):  # type: ignore[misc] # gunicorn has no types
    """Sends gunicorn's own lines, and Python's warnings, to the handler of the site's log."""

    def setup(self, cfg: Config) -> None:
        """Set up logging before the site is loaded, which then does the same again."""
        super().setup(cfg)
        if cfg.errorlog == "-":  # a file that was asked for stays as it is
            for handler in list(self.error_log.handlers):
                self.error_log.removeHandler(handler)
            self.error_log.propagate = True
        level = os.environ.get("LOG_LEVEL") or "INFO"
        log_format = "json" if os.environ.get("LOG_FORMAT") == "json" else "text"
        logging.config.dictConfig(logging_config(level, log_format))
        logging.captureWarnings(capture=True)
