"""Errors of backups and restores, with messages for the operator."""

import errno


class BackupError(Exception):
    """The reason why a backup or a restore did not happen, with the fix, in one line."""


def describe_os_error(error: OSError) -> str:
    """Return why a file could not be read or written, in a few words."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    return (error.strerror or str(error)).lower()
