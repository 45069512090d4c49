"""Print setups: what people print and how, kept by name."""

import builder.models.ids
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("builder", "0018_encrypted_secrets"),
    ]

    operations = [
        migrations.CreateModel(
            name="PrintSetup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
                ("name", models.TextField()),
                ("folded", models.TextField()),
                ("options", models.JSONField()),
                ("is_first", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=1)),
                ("owner", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="print_setups", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ("folded",),
                "constraints": [models.UniqueConstraint(fields=("owner", "folded"), name="print_setup_of_an_owner_once"), models.UniqueConstraint(condition=models.Q(("is_first", True)), fields=("owner",), name="first_print_setup_of_an_owner")],
            },
        ),
    ]
