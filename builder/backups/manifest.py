"""The manifest of a backup: a signed JSON text that says what the backup contains and what is missing."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

import cattrs
from django.utils.crypto import constant_time_compare, salted_hmac

from builder import VERSION
from builder.backups.errors import BackupError

FORMAT = "musterbook-backup"
FORMAT_VERSION = 1

NOT_INCLUDED = (
    "SECRET_KEY, or the file .secret-key",
    "TOTP_KEYS",
    "all other settings, such as DATABASE_URL, EMAIL_URL and the file .env",
    "your texts: PRIVACY_FILE, TERMS_FILE, CONTACT_FILE and TAKEDOWN_FILE",
)
"""The things that a backup doesn't contain and that the operator must store elsewhere.

The site can create static files and papers again.
"""

_STRUCTURE_ERRORS = (cattrs.BaseValidationError, cattrs.errors.ForbiddenExtraKeysError)
_converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseFacts:
    """Facts about a database at one moment, for comparing a restored database with the original.

    ``migrations`` are the applied migrations, as "app.name". ``counts`` are the numbers of rows by table.
    """

    migrations: list[str]
    counts: dict[str, int]

    @property
    def people(self) -> int:
        """The number of accounts and guests."""
        return self.counts.get("builder_user", 0)

    @property
    def lists(self) -> int:
        """The number of company lists, including samples and deleted lists."""
        return self.counts.get("builder_companylist", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupManifest:
    """The contents of ``manifest.json``.

    ``program`` is the version of Musterbook. ``made`` is a time in UTC in ISO 8601. ``engine`` is "sqlite" or
    "postgresql". ``bytes`` and ``sha256`` are of the database file in the backup.
    """

    program: str
    made: str
    engine: str
    bytes: int
    sha256: str
    database: DatabaseFacts
    not_included: list[str]

    @property
    def moment(self) -> datetime:
        """The time when the backup was made."""
        return datetime.fromisoformat(self.made)


def dump_manifest(manifest: BackupManifest) -> bytes:
    """Return the manifest as signed JSON text."""
    fields = {"format": FORMAT, "version": FORMAT_VERSION, **asdict(manifest)}
    return json.dumps({**fields, "signature": _sign(fields)}, indent=2).encode()


def parse_manifest(text: bytes, *, other_key: bool) -> BackupManifest:
    """Return the manifest in a JSON text. Raises BackupError if it is damaged or from another site.

    If ``other_key`` is True, the manifest may be signed with another SECRET_KEY.
    """
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BackupError("This is not a backup: its manifest cannot be read.") from error
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise BackupError("This is not a backup of Musterbook.")
    if fields.get("version") != FORMAT_VERSION:
        raise BackupError(
            f"This program ({VERSION}) reads backups of format {FORMAT_VERSION}, and this one has format "
            f"{str(fields.get('version'))[:20]}. Restore it with the program that made it."
        )
    _check_signature(fields, other_key=other_key)
    try:
        contents = {name: value for name, value in fields.items() if name not in ("format", "version")}
        manifest = _converter.structure(contents, BackupManifest)
        datetime.fromisoformat(manifest.made)
    except (ValueError, TypeError, KeyError, AttributeError, *_STRUCTURE_ERRORS) as error:
        raise BackupError("This backup's manifest is damaged. Restore another backup.") from error
    return manifest


def _check_signature(fields: dict[str, Any], *, other_key: bool) -> None:
    """Remove the signature from ``fields``, and compare it with the signature that this site would write.

    Raises BackupError if they differ, unless ``other_key`` is True.
    """
    signature = str(fields.pop("signature", ""))
    if not constant_time_compare(signature, _sign(fields)) and not other_key:
        raise BackupError(
            "This backup was not made with this SECRET_KEY, or somebody changed it. Set the SECRET_KEY and "
            "TOTP_KEYS of the site that made it. If they are lost and you trust the file, add --other-key: "
            "then everybody is logged out, and guests cannot reach their lists any more."
        )


def _sign(fields: Mapping[str, object]) -> str:
    # The SQL in a forged backup could run code with the rights of the site. A checksum would not prevent
    # this, because anyone can calculate the checksum of a forged backup. Only the site can calculate a
    # signature.
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return salted_hmac("musterbook.backup", text, algorithm="sha256").hexdigest()
