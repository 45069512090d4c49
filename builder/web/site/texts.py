"""The texts of the operator: Markdown files that the settings name, each read anew when it has changed."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from django.conf import settings

TITLES: Mapping[str, str] = {
    "privacy": "Privacy",
    "terms": "Terms",
    "contact": "Contact",
    "takedown": "Takedown",
}
"""What each text is called, by the name of its address."""


def operator_text(name: str) -> str:
    """The operator's own text; "" where no file is named, where it cannot be read, and where it is empty."""
    path = Path(settings.OPERATOR_TEXTS[name]) if settings.OPERATOR_TEXTS[name] else None
    try:
        return _read(path, path.stat().st_mtime_ns) if path else ""
    except (OSError, UnicodeDecodeError):
        return ""


@lru_cache(maxsize=8)
def _read(path: Path, _changed: int) -> str:
    return path.read_text(encoding="utf-8").strip()
