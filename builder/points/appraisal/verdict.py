"""The verdict on a list: the most serious level of each broken rule. Two verdicts can be compared."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Finding

_LEVELS = ("error", "warning")  # most serious first; notes don't count


class VerdictChange(NamedTuple):
    """A rule whose level changed.

    ``before`` and ``after`` are "error" or "warning", or empty if the rule was not broken.
    """

    code: str
    title: str
    before: str
    after: str

    @property
    def text(self) -> str:
        """The change as a sentence without a full stop."""
        if not self.after:
            return f"“{self.title}” is no longer {_with_article(self.before)}"
        return f"“{self.title}” is now {_with_article(self.after)}"


def rule_levels(findings: Iterable[Finding]) -> dict[str, str]:
    """Return the most serious level of each broken rule, by the rule's code. Notes are left out."""
    levels: dict[str, str] = {}
    for finding in findings:
        if finding.level in _LEVELS and levels.get(finding.code) != _LEVELS[0]:
            levels[finding.code] = finding.level
    return dict(sorted(levels.items()))


def verdict_changes(
    before: Mapping[str, str], after: Mapping[str, str], catalogue: Catalogue
) -> Iterator[VerdictChange]:
    """Yield the differences between two results of `rule_levels`, in the catalogue's order of rules."""
    for rule in catalogue.rules:
        old, new = before.get(rule.code, ""), after.get(rule.code, "")
        if old != new:
            yield VerdictChange(rule.code, rule.title, old, new)


def _with_article(level: str) -> str:
    return f"an {level}" if level == "error" else f"a {level}"
