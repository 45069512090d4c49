"""The models of the application. Each is a database table."""

from builder.models.budgets import ReadinessMark, SpentBudget
from builder.models.clubs import Club, Invite, JoinRequest, Membership, Role, Share
from builder.models.events import Event, HandIn
from builder.models.frozen import FrozenRoster
from builder.models.gallery import Listing, ListingTag, TagCount, TagCountChange
from builder.models.history import Revision
from builder.models.idempotency import IdempotentResponse
from builder.models.lists import CompanyList, OwnTag
from builder.models.moderation import ModerationAction, ModerationEntry, Report, ReportOutcome
from builder.models.number_reports import NumberReport
from builder.models.papers import PrintSetup
from builder.models.people import Scope, Token, User
from builder.models.profiles import Profile
from builder.models.rosters import Roster, RosterEntry
from builder.models.sharing import FrozenLink
from builder.models.systems import Attribute, CostTable, Edition, GameSystem, Property, Spell

__all__ = [
    "Attribute",
    "Club",
    "CompanyList",
    "CostTable",
    "Edition",
    "Event",
    "FrozenLink",
    "FrozenRoster",
    "GameSystem",
    "HandIn",
    "IdempotentResponse",
    "Invite",
    "JoinRequest",
    "Listing",
    "ListingTag",
    "Membership",
    "ModerationAction",
    "ModerationEntry",
    "NumberReport",
    "OwnTag",
    "PrintSetup",
    "Profile",
    "Property",
    "ReadinessMark",
    "Report",
    "ReportOutcome",
    "Revision",
    "Role",
    "Roster",
    "RosterEntry",
    "Scope",
    "Share",
    "Spell",
    "SpentBudget",
    "TagCount",
    "TagCountChange",
    "Token",
    "User",
]
