"""Field descriptions that several serializers use. The core describes the fields of documents."""

from builder.points.document.document import Document, Member, Profile, Roster
from builder.points.rules.field_descriptions import field_descriptions
from builder.points.rules.results import ProfileAppraisal, RosterAppraisal

LIST_FIELDS = field_descriptions(Document)
PROFILE_FIELDS = field_descriptions(Profile)
ROSTER_FIELDS = field_descriptions(Roster)
MEMBER_FIELDS = field_descriptions(Member)
POINTS_HELP = field_descriptions(RosterAppraisal)["points"]
MODELS_HELP = field_descriptions(RosterAppraisal)["models"]
FINDINGS_HELP = field_descriptions(ProfileAppraisal)["findings"]

DOCUMENT_HELP = "Company list as a document; its JSON Schema is at /schema/company-list-1.json."
VERSION_HELP = "Version: a number that goes up with each change. It is also the ETag."
MARKDOWN = "in Markdown; may be empty."
"""The end of the description of a text with mark-up."""
