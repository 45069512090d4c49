"""Names for lists without a name, which are named after their first profile."""

from builder.catalogue.limits import limits
from builder.points.rules.names import profile_name
from builder.services.editing.edited_list import EditedList


def suggest_list_name(profile: str, word: str) -> str:
    """Return a name for a list after its first profile: "Ada's crew", "Guards' army".

    ``profile`` is the profile's name, and ``word`` the game's word for a roster. The apostrophe is
    typographic. Returns "" for a profile without a visible name.
    """
    if profile_name(profile) != profile:
        return ""
    ending = f"s {word}"
    name = profile[: limits().name - len(ending) - 1]
    return f"{name}\u2019{ending.removeprefix('s') if name[-1:].lower() == 's' else ending}"


def name_after_first_profile(edited: EditedList) -> None:
    """Name a list after its first profile if it has no name, or the name suggested before this change."""
    word = edited.catalogue.words.roster
    before = [suggest_list_name(profile["name"], word) for profile in edited.before["profiles"][:1]]
    if not edited.profiles or edited.row.name not in ("", *before):
        return
    name = suggest_list_name(edited.profiles[0].name, word)
    if name not in ("", edited.row.name):
        edited.set_fields(name=name, details_version=edited.next_version)
