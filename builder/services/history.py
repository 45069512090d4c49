"""Restoring an earlier document of a list from its history.

A restore is a change like any other: it adds a revision to the history and deletes none.
"""

from django.utils.formats import date_format

from builder.catalogue.limits import NO_LIMITS
from builder.points.document.document import parse_document
from builder.revisions import past_documents
from builder.services.editing.edited_list import EditedList, changes_list
from builder.services.errors import Refused, require_found
from builder.services.exchange import replace_contents

_MAX_INTEGER = 2**31 - 1


@changes_list
def restore_revision(edited: EditedList, number: int) -> int:
    """Replace the contents of a list with the document of a revision, and return the list's new version.

    Raises NotFound if the revision doesn't exist or was deleted. Raises DocumentError if it is of another
    edition. Raises Refused if the list is already equal to it.
    """
    stored = past_documents(edited.row.pk, (min(number, _MAX_INTEGER),))
    past = require_found(stored.get(number), "This revision is no longer stored.")
    if past.value == edited.before:
        raise Refused(f"The list is already the same as revision {number}")
    catalogue = edited.catalogue
    known = {(catalogue.system, catalogue.edition): catalogue}
    replace_contents(edited, parse_document(past.value, known, NO_LIMITS))
    when = date_format(past.revision.ended, "j F Y, H:i")
    edited.mark_changed()
    edited.description = f"Restored the version of {when} (revision {number})"
    return edited.next_version
