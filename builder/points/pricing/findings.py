"""The function that makes the findings of most rules.

The findings of the catalogue's constraints are made by the module `evaluation`.
"""

from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import RosterContext
from builder.points.rules.catalogue import Level
from builder.points.rules.remedies import Remedies
from builder.points.rules.results import Finding, Fix


def make_finding(
    context: ProfileContext | RosterContext,
    level: Level,
    rule: str,
    where: str,
    message: str,
    *,
    page: int = 0,
    fix: Fix | None = None,
    remedies: tuple[str, ...] = (),
    code: str = "",
    profile: str = "",
    control: str = "",
    missing: bool = False,
    amount: int = 0,
    subject: str = "",
) -> Finding:
    """Return a finding about the rule with the code ``rule``, on the rule's first page if ``page`` is 0.

    ``remedies`` are the texts of `Remedies`; ``code``, ``profile`` and ``control`` are its other fields.
    """
    page = page or context.catalogue_index.page_of(rule)
    all_remedies = Remedies(remedies, subject_code=code, profile=profile, control=control)
    return Finding(
        level, rule, where, message, page, fix, all_remedies, missing, amount=amount, subject=subject
    )
