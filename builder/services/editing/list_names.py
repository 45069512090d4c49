"""Names for lists that the user hasn't named. They are named after their first profile."""

from builder.catalogue.limits import limits
from builder.points.rules.names import profile_name
from builder.services.editing.edited_list import EditedList


def suggest_list_name(first_profile: str, roster_word: str) -> str:
    """Return a name for a list, such as "Ada's crew" or "Guards' army". The apostrophe is typographic.

    If the name of the first profile isn't visible, return an empty string. ``roster_word`` is the game's word
    for a roster.
    """
    if profile_name(first_profile) != first_profile:
        return ""
    ending = f"s {roster_word}"
    name = first_profile[: limits().name - len(ending) - 1]
    return f"{name}\u2019{ending.removeprefix('s') if name[-1:].lower() == 's' else ending}"


def name_after_first_profile(edited: EditedList) -> None:
    """Name a list after its first profile, unless the user has named the list.

    The user has named it if this function would have given it another name before the change.
    """
    roster_word = edited.catalogue.words.roster
    old_names = [suggest_list_name(profile["name"], roster_word) for profile in edited.before["profiles"][:1]]
    if not edited.profiles or edited.row.name not in ("", *old_names):
        return
    name = suggest_list_name(edited.profiles[0].name, roster_word)
    if name not in ("", edited.row.name):
        edited.set_fields(name=name, details_version=edited.next_version)
