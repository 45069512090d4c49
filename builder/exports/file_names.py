"""Names of files that leave the site."""

from typing import Literal
from urllib.parse import quote

from django.utils.text import slugify

MAX_FILE_NAME = 80
_FALLBACK = "company-list"


def content_disposition(kind: Literal["attachment", "inline"], extension: str, *names: str) -> str:
    """The header by which a file is kept under these names, or shown under them where it is ``inline``.

    Those who read no other letters than ASCII's get what is left of them.
    """
    whole = slugify(" ".join(names), allow_unicode=True)[:MAX_FILE_NAME].strip("-_") or _FALLBACK
    plain = slugify(whole).strip("-_") or _FALLBACK
    header = f'{kind}; filename="{plain}.{extension}"'
    return header if plain == whole else f"{header}; filename*=UTF-8''{quote(whole)}.{extension}"
