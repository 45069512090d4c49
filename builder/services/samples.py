"""The site's own lists, which everybody may read and copy."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from builder.models import CompanyList, Profile, Roster
from builder.points.document import Document
from builder.services.guards import check_document
from builder.services.rows import get_edition, list_columns, write_contents


@transaction.atomic
def save_sample(slug: str, document: Document) -> None:
    """The sample of this slug holds this document and nothing else, whatever it held before."""
    check_document(document)
    details = {
        **list_columns(document),
        "edition": get_edition(document.system, document.edition),
        "deleted_at": None,
    }
    company_list, made = CompanyList.objects.update_or_create(sample=slug, defaults=details)
    ids: list[str] = []
    if not made:
        again = CompanyList.objects.filter(pk=company_list.pk)
        again.update(version=F("version") + 1, updated=timezone.now())
        Profile.objects.filter(company_list=company_list).delete()
        rosters = Roster.objects.filter(company_list=company_list)
        # Links to a sample's rosters stay good when the sample is mended.
        ids = list(rosters.order_by("position", "pk").values_list("public_id", flat=True))
        rosters.delete()
    write_contents(company_list, document, ids)


@transaction.atomic
def remove_other_samples(slugs: Collection[str]) -> int:
    """Delete the samples of other slugs; how many there were. Copies of them are their owners'."""
    others = CompanyList.objects.filter(sample__isnull=False).exclude(sample__in=slugs)
    count = others.count()
    others.delete()
    return count
