"""All tables of the application."""

from builder.models.catalogue import Attribute, CostTable, Edition, GameSystem, Property, Spell
from builder.models.lists import CompanyList, Profile, Roster, RosterEntry
from builder.models.people import User

__all__ = [
    "Attribute",
    "CompanyList",
    "CostTable",
    "Edition",
    "GameSystem",
    "Profile",
    "Property",
    "Roster",
    "RosterEntry",
    "Spell",
    "User",
]
