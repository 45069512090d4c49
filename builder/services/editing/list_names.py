"""Names for lists that the user hasn't named. They are named after their first profile."""

from builder.catalogue.limits import limits
from builder.points.rules.names import profile_name
from builder.services.editing.edited_list import EditedList


def suggest_list_name(profile: str, word: str) -> str:
    """Return a name for a list, such as "Ada's crew" or "Guards' army". The apostrophe is typographic.

    ``profile`` is the name of the list's first profile. ``word`` is the game's word for a roster. If the
    profile has no visible name, return an empty string.
    """
    if profile_name(profile) != profile:
        return ""
    ending = f"s {word}"
    name = profile[: limits().name - len(ending) - 1]
    return f"{name}\u2019{ending.removeprefix('s') if name[-1:].lower() == 's' else ending}"


def name_after_first_profile(edited: EditedList) -> None:
    """Name a list after its first profile, unless the user has named the list.

    A list counts as named by the user if it has a name that this function would not have given it before the
    change.
    """
    word = edited.catalogue.words.roster
    old_names = [suggest_list_name(profile["name"], word) for profile in edited.before["profiles"][:1]]
    if not edited.profiles or edited.row.name not in ("", *old_names):
        return
    name = suggest_list_name(edited.profiles[0].name, word)
    if name not in ("", edited.row.name):
        edited.set_fields(name=name, details_version=edited.next_version)
