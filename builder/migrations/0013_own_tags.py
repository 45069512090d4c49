"""Tags by which people sort their own lists."""

import builder.models.ids
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("builder", "0012_opaque_ids"),
    ]

    operations = [
        migrations.CreateModel(
            name="OwnTag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
                ("name", models.TextField()),
                ("folded", models.TextField()),
                ("lists", models.ManyToManyField(related_name="own_tags", to="builder.companylist")),
                ("owner", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="own_tags", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ("folded",),
                "constraints": [models.UniqueConstraint(fields=("owner", "folded"), name="tag_of_an_owner_once")],
            },
        ),
    ]
