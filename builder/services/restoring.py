"""Putting back what a revision holds, as a change of its own: nothing that stands now is lost by it."""

from django.db import transaction
from django.utils.formats import date_format

from builder.catalogue.store import catalogue_of
from builder.documents import unpack, unpack_document
from builder.models import CompanyList, Revision
from builder.services.errors import NotFound, Refused
from builder.services.history import as_it_is, begun, record
from builder.services.replacing import put_document
from builder.services.rows import touch

_LARGEST = 2**31 - 1


@transaction.atomic
def restore_revision(company_list: CompanyList, number: int) -> int:
    """Put the document of a revision back; the list's new version, which is the number of what stands now.

    NotFound when there is no such revision, or not any more; Refused when it was made with other rules, or
    when nothing differs.
    """
    touch(company_list)
    last = begun(company_list)
    row = last.company_list
    revision = Revision.objects.filter(company_list=row, number=min(number, _LARGEST)).first()
    if revision is None:
        raise NotFound("This revision is not kept any more.")
    if unpack(revision.document) == unpack(last.document):
        raise Refused(f"The list stands as revision {number} has it, so there was nothing to put back")
    catalogue = catalogue_of(row.edition)
    document = unpack_document(revision.document, {(catalogue.system, catalogue.edition): catalogue})
    put_document(row, document, catalogue)
    when = date_format(revision.made, "j F Y, H:i")
    record(as_it_is(row), f"Restored what stood on {when} (revision {number})", last)
    return row.version
