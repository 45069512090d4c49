"""Ending the edit session of a list before others see the list."""

from builder.models import CompanyList, Revision


def end_edit_session(company_list: CompanyList) -> None:
    """End the current edit session, so that the history stores the current list as a revision.

    Call it in a transaction that has locked the list's row.
    """
    Revision.objects.filter(company_list=company_list, is_closed=False).update(is_closed=True)
