"""Field descriptions that several serializers use. The core describes the fields of documents."""

from typing import get_args

from builder.points.document.document import Document, Member, Profile, Roster
from builder.points.rules import catalogue
from builder.points.rules.field_descriptions import field_descriptions

LIST_FIELDS = field_descriptions(Document)
PROFILE_FIELDS = field_descriptions(Profile)
ROSTER_FIELDS = field_descriptions(Roster)
MEMBER_FIELDS = field_descriptions(Member)
PAGE_HELP: str = get_args(catalogue.Page)[1]
PLACE_HELP: str = get_args(catalogue.Place)[1]
SUMMARY_HELP: str = get_args(catalogue.Summary)[1]
LEVEL_HELP: str = get_args(catalogue.FindingLevel)[1]

DOCUMENT_HELP = "Company list as a document; its JSON Schema is at /schema/company-list-1.json."
POINTS_HELP = "Points; null if a part has no price."
MODELS_HELP = "Number of models, figures or bases, as the game counts them."
FINDINGS_HELP = "Findings about the legality, the most serious first."
VERSION_HELP = "Version: a number that goes up with each change. It is also the ETag."
MARKDOWN = "in Markdown; may be empty."
"""The end of the description of a text with mark-up."""
