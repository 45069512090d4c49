"""Rename columns. The databases rename them in their constraints too, so only the state needs those again."""

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


def _same_constraint(model: str, name: str) -> list[Operation]:
    constraint = models.UniqueConstraint(fields=("owner", "lookup_name"), name=name)
    return [migrations.RemoveConstraint(model, name), migrations.AddConstraint(model, constraint)]


class Migration(migrations.Migration):
    dependencies = [("builder", "0033_roster_links")]

    operations = [
        migrations.RenameField("Listing", "glance", "summary"),
        migrations.RenameField("OwnTag", "folded", "lookup_name"),
        migrations.RenameField("PrintSetup", "folded", "lookup_name"),
        migrations.AlterModelOptions("OwnTag", {"ordering": ("lookup_name",)}),
        migrations.AlterModelOptions("PrintSetup", {"ordering": ("lookup_name",)}),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *_same_constraint("OwnTag", "tag_of_an_owner_once"),
                *_same_constraint("PrintSetup", "print_setup_of_an_owner_once"),
            ]
        ),
    ]
