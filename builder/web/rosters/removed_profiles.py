"""The names of profiles that were removed from the list while a roster still fields them.

A roster contains only the keys of its profiles, so their names come from the removed profiles that are
stored.
"""

from collections.abc import Collection, Mapping

from builder.models import CompanyList
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import profile_name
from builder.points.rules.results import Finding
from builder.queries.lists import removed_profiles


def names_of_removed(company_list: CompanyList, keys: Collection[str]) -> dict[str, str]:
    """Return the names of those profiles with ``keys`` that were removed and can be restored, by key."""
    if not keys:
        return {}
    return {p.key: profile_name(p.name) for p in removed_profiles(company_list) if p.key in keys}


def with_removed_name(finding: Finding, catalogue: Catalogue, names: Mapping[str, str]) -> Finding:
    """Return a finding with the name of a removed profile instead of its key, if it has such a key."""
    terms = catalogue.roster
    if finding.code != terms.profile_rule or finding.subject not in names:
        return finding
    name = names[finding.subject]
    fix = finding.fix and finding.fix._replace(label=f"Remove {name}")
    return finding._replace(message=terms.profile_message.replace("{profile}", name), fix=fix)
