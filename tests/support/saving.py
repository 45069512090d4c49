"""Functions that save profiles as the editor and the API do, and that read stored lists."""

from typing import Any

from builder.documents import LoadedList, load_list
from builder.models import CompanyList, Revision
from builder.points.document.design import Design
from builder.points.document.document import Profile, dump_profile
from builder.queries.history import all_revisions, revision_lines
from builder.revisions import past_documents
from builder.services.editing.edited_list import edit_list
from builder.services.profiles import save_profile


def save_design(
    company_list: CompanyList,
    key: str,
    version: int | None,
    *,
    name: str,
    notes: str,
    max: int | None,  # noqa: A002 - the document's name for it
    design: Design,
) -> int:
    """Save a profile, and return its new version."""
    profile = Profile(key=key, name=name, notes=notes, max=max, design=design)
    with edit_list(company_list) as edited:
        return save_profile(edited, key, version, dump_profile(profile, edited.catalogue)).version


def reload(company_list: CompanyList) -> CompanyList:
    """Return the list as it is stored now, with its edition and owner."""
    return CompanyList.objects.select_related("edition__system", "owner").get(pk=company_list.pk)


def load_fresh(company_list: CompanyList) -> LoadedList:
    """Return the loaded list as it is stored now."""
    return load_list(reload(company_list))


def set_attributes(company_list: CompanyList, key: str, **values: int | None) -> None:
    """Change attributes of a stored profile, without a check of its version."""
    with edit_list(company_list) as edited:
        row = edited.profile_row(key)
        assert row is not None
        value: Any = dump_profile(edited.profile(row), edited.catalogue)
        value["design"]["attributes"] |= values
        save_profile(edited, key, None, value)


def stored_value(company_list: CompanyList, key: str, attribute: str) -> int | str | None:
    """Return the stored value of an attribute in a profile."""
    return load_fresh(company_list).document.profiles_by_key()[key].design.values.get(attribute)


def document_at(company_list: CompanyList, number: int) -> Any:  # noqa: ANN401 - any JSON value
    """Return the document of a revision."""
    return past_documents(company_list.pk, (number,))[number].value


def words_of_revisions(company_list: CompanyList) -> list[list[str]]:
    """Return the texts of the changes in each revision of a list, oldest first."""
    rows = list(all_revisions(reload(company_list)))
    words = revision_lines(reload(company_list), rows)
    return [words[row.number] for row in reversed(rows)]


def end_edit_session(company_list: CompanyList) -> None:
    """End the edit session as after half an hour, so that the next change starts a new revision."""
    Revision.objects.filter(company_list=company_list).update(is_closed=True)
