"""Edit sessions, and ending one before other people see the list.

Changes to a list within a short time are an edit session, and the history merges them into one revision.
"""

from builder.models import CompanyList, Revision


def end_edit_session(company_list: CompanyList) -> None:
    """End the current edit session, so that the next change begins another revision.

    The history then preserves the list as other people saw it. Call this in a transaction that has locked the
    list's row.
    """
    Revision.objects.filter(company_list=company_list, is_closed=False).update(is_closed=True)
