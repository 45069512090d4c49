"""Who may do what in a club: the one table of ranks, which reads and writes both hold to."""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

from builder.models.clubs import Role


class ClubAction(Enum):
    """Something that members of a club do in it."""

    SEE = auto()  # its page, its members, what is shared with it, its events
    SHARE = auto()  # one's own lists with it, and stop that
    HAND_IN = auto()  # a roster of one's own for an event
    LEAVE = auto()
    EDIT = auto()  # name, place, about, time zone, whether strangers find it
    INVITE = auto()  # see, make and revoke invites
    ADMIT = auto()  # see who asks, let them in or turn them away
    REMOVE = auto()  # a plain member
    STOP_SHARES = auto()  # of others
    MAKE_EVENTS = auto()  # make, change and delete them
    SEE_HAND_INS = auto()  # before the deadline, and all as one paper
    PROMOTE = auto()  # members to organisers, and back
    REMOVE_ORGANISERS = auto()
    HAND_OVER = auto()
    DISSOLVE = auto()


REQUIRED_ROLE: Mapping[ClubAction, Role] = MappingProxyType(
    {
        ClubAction.SEE: Role.MEMBER,
        ClubAction.SHARE: Role.MEMBER,
        ClubAction.HAND_IN: Role.MEMBER,
        ClubAction.LEAVE: Role.MEMBER,
        ClubAction.EDIT: Role.ORGANISER,
        ClubAction.INVITE: Role.ORGANISER,
        ClubAction.ADMIT: Role.ORGANISER,
        ClubAction.REMOVE: Role.ORGANISER,
        ClubAction.STOP_SHARES: Role.ORGANISER,
        ClubAction.MAKE_EVENTS: Role.ORGANISER,
        ClubAction.SEE_HAND_INS: Role.ORGANISER,
        ClubAction.PROMOTE: Role.OWNER,
        ClubAction.REMOVE_ORGANISERS: Role.OWNER,
        ClubAction.HAND_OVER: Role.OWNER,
        ClubAction.DISSOLVE: Role.OWNER,
    }
)
