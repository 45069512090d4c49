"""Saving a profile as the editor and programs do, and reading a list as it is stored then."""

from builder.documents import LoadedList, load_list
from builder.models import CompanyList
from builder.points.design import Design
from builder.points.document import Profile, dump_profile
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
    """The version of the profile then."""
    profile = Profile(key=key, name=name, notes=notes, max=max, design=design)
    with edit_list(company_list) as edited:
        return save_profile(edited, key, version, dump_profile(profile, edited.catalogue)).version


def reload(company_list: CompanyList) -> CompanyList:
    """The list as it is stored now, with what queries join."""
    return CompanyList.objects.select_related("edition__system", "owner").get(pk=company_list.pk)


def load_fresh(company_list: CompanyList) -> LoadedList:
    """All of the list as it is stored now."""
    return load_list(reload(company_list))
