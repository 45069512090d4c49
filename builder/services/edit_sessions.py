"""Ending an edit session before other people see a list.

All changes that the owner makes to a list within a short time, an edit session, are stored in one revision of
the history.
"""

from builder.models import CompanyList, Revision


def end_edit_session(company_list: CompanyList) -> None:
    """End the current edit session, so that the history contains the list as other people saw it.

    The next change begins another revision. Call this in a transaction that has locked the list's row.
    """
    Revision.objects.filter(company_list=company_list, is_closed=False).update(is_closed=True)
