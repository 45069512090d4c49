"""Names of lists that nobody has named: after their first profile."""

from builder.catalogue.limits import limits
from builder.points.rules.names import profile_name
from builder.services.editing.edited_list import EditedList


def suggest_list_name(profile: str, word: str) -> str:
    """Return a name for a list after its first profile, such as "Ada's crew", with a typographic apostrophe.

    ``word`` is the game's word for a roster. Returns "" for a profile without a visible name.
    """
    if profile_name(profile) != profile:
        return ""
    possessive = f"\u2019s {word}"
    return f"{profile[: limits().name - len(possessive)]}{possessive}"


def name_after_first_profile(edited: EditedList) -> None:
    """Name a list after its first profile if it has no name, or if its name came from that profile."""
    word = edited.catalogue.words.roster
    before = [suggest_list_name(profile["name"], word) for profile in edited.before["profiles"][:1]]
    if not edited.profiles or edited.row.name not in ("", *before):
        return
    name = suggest_list_name(edited.profiles[0].name, word)
    if name not in ("", edited.row.name):
        edited.set_fields(name=name, details_version=edited.next_version)
