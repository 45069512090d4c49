"""What the largest roster of a public list comes to, to be found by; ``rebuild_listings`` fills it in."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("builder", "0009_units_and_terms")]

    operations = [
        migrations.AddField("Listing", "cost", models.BigIntegerField(blank=True, null=True)),
        migrations.AddIndex("Listing", models.Index(fields=["cost"], name="listings_by_cost")),
    ]
