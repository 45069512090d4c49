"""Errors of backups and restores, with messages for the operator."""

import errno


class BackupError(Exception):
    """A backup or restore failed. The message says in one line why it failed and how to fix this."""


def describe_os_error(error: OSError) -> str:
    """Return the reason why a file could not be read or written, in a few words."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    return (error.strerror or str(error)).lower()
