"""What a card of the gallery shows and what public lists are sorted by, beside the listing.

What each list comes to is written by ``rebuild_listings``, or by the next change of the list.
"""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Count, F, OuterRef, Subquery
from django.db.models.functions import Coalesce, Greatest


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Write what the lists say."""
    listings = apps.get_model("builder", "Listing").objects
    lists = apps.get_model("builder", "CompanyList").objects.filter(pk=OuterRef("company_list"))

    def present(name: str) -> Coalesce:
        rows = apps.get_model("builder", name).objects.filter(
            company_list=OuterRef("company_list"), removed_at=None
        ).order_by().values("company_list")
        return Coalesce(Subquery(rows.annotate(count=Count("pk")).values("count")), 0)

    listings.update(
        edition=Subquery(lists.values("edition")),
        system=Subquery(lists.values("edition__system")),
        times_copied=Subquery(lists.values("times_copied")),
        changed_at=Subquery(lists.values("updated")),
        profile_count=present("Profile"),
        roster_count=present("Roster"),
    )
    listings.update(changed_at=Greatest(F("changed_at"), F("published_at")))
    own = listings.filter(pk=OuterRef("listing"))
    tags = apps.get_model("builder", "ListingTag").objects
    tags.update(
        published_at=Subquery(own.values("published_at")), times_copied=Subquery(own.values("times_copied"))
    )


class Migration(migrations.Migration):
    dependencies = [("builder", "0013_own_tags")]

    operations = [
        migrations.AddField(
            "Listing",
            "edition",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="builder.edition",
            ),
        ),
        migrations.AddField(
            "Listing",
            "system",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="builder.gamesystem",
            ),
        ),
        migrations.AddField("Listing", "times_copied", models.PositiveIntegerField(default=0)),
        migrations.AddField("Listing", "changed_at", models.DateTimeField(null=True)),
        migrations.AddField("Listing", "profile_count", models.PositiveIntegerField(default=0)),
        migrations.AddField("Listing", "roster_count", models.PositiveIntegerField(default=0)),
        migrations.AddField("ListingTag", "published_at", models.DateTimeField(null=True)),
        migrations.AddField("ListingTag", "times_copied", models.PositiveIntegerField(default=0)),
        migrations.AddField("Listing", "glance", models.JSONField(blank=True, null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
