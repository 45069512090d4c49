"""Ending an edit session before other people see a list.

An edit session consists of the changes that the owner makes to a list within a short time. The history stores
all of them in one revision, which contains the list as it is after the last of these changes.
"""

from builder.models import CompanyList, Revision


def end_edit_session(company_list: CompanyList) -> None:
    """End the current edit session, so that the next change begins another revision.

    The current revision then stays as it is, so the history contains the list as other people saw it. Call
    this in a transaction that has locked the list's row.
    """
    Revision.objects.filter(company_list=company_list, is_closed=False).update(is_closed=True)
