"""Names for lists that the user hasn't named. They are named after their first profile."""

from builder.catalogue.limits import limits
from builder.points.rules.names import profile_name
from builder.services.editing.edited_list import EditedList


def suggest_list_name(profile: str, word: str) -> str:
    """Return a list's name that is made from the name of its first profile: "Ada's crew", "Guards' army".

    ``profile`` is the profile's name, and ``word`` the game's word for a roster. The apostrophe is
    typographic. If the profile has no visible name, return an empty string.
    """
    if profile_name(profile) != profile:
        return ""
    ending = f"s {word}"
    name = profile[: limits().name - len(ending) - 1]
    return f"{name}\u2019{ending.removeprefix('s') if name[-1:].lower() == 's' else ending}"


def name_after_first_profile(edited: EditedList) -> None:
    """Name a list after its first profile, unless the user has named it.

    The user hasn't named the list if it has no name, or is still named after its first profile as it was
    before this change.
    """
    word = edited.catalogue.words.roster
    old_names = [suggest_list_name(profile["name"], word) for profile in edited.before["profiles"][:1]]
    if not edited.profiles or edited.row.name not in ("", *old_names):
        return
    name = suggest_list_name(edited.profiles[0].name, word)
    if name not in ("", edited.row.name):
        edited.set_fields(name=name, details_version=edited.next_version)
