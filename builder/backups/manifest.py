"""The manifest of a backup: what the file contains, what it does not, and the site's signature."""

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
"""What an operator has to store elsewhere. Everything else that is missing can be made again."""

_STRUCTURE_ERRORS = (cattrs.BaseValidationError, cattrs.errors.ForbiddenExtraKeysError)
_converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseFacts:
    """What a database contains at one moment.

    ``migrations`` are the applied ones as "app.name"; ``counts`` are the rows of every table.
    """

    migrations: list[str]
    counts: dict[str, int]

    @property
    def people(self) -> int:
        """Accounts and guests."""
        return self.counts.get("builder_user", 0)

    @property
    def lists(self) -> int:
        """Company lists, with the samples and the deleted ones."""
        return self.counts.get("builder_companylist", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupManifest:
    """The contents of ``manifest.json``.

    ``made`` is a moment in ISO 8601, UTC. ``bytes`` and ``sha256`` are those of the database's file in the
    backup. ``engine`` is "sqlite" or "postgresql".
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
        """When the backup was made."""
        return datetime.fromisoformat(self.made)


def dump_manifest(manifest: BackupManifest) -> bytes:
    """Return the manifest as signed JSON text."""
    fields = {"format": FORMAT, "version": FORMAT_VERSION, **asdict(manifest)}
    return json.dumps({**fields, "signature": _sign(fields)}, indent=2).encode()


def parse_manifest(text: bytes, *, other_key: bool) -> BackupManifest:
    """Return the manifest in a JSON text; BackupError if it is not one of this site's.

    With ``other_key`` a signature by another SECRET_KEY is accepted.
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
    """Take the signature out of the fields; BackupError if it is not by this SECRET_KEY."""
    signature = str(fields.pop("signature", ""))
    if not constant_time_compare(signature, _sign(fields)) and not other_key:
        raise BackupError(
            "This backup was not made with this SECRET_KEY, or somebody changed it. Set the SECRET_KEY and "
            "TOTP_KEYS of the site that made it. If they are lost and you trust the file, add --other-key: "
            "then everybody is logged out, and guests cannot reach their lists any more."
        )


def _sign(fields: Mapping[str, object]) -> str:
    # The database of a restored backup runs with the site's rights, so the checksum alone is not enough.
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return salted_hmac("musterbook.backup", text, algorithm="sha256").hexdigest()
