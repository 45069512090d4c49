"""Reports are of lists, clubs, events and user names; what moderators do is recorded.

The reports that there are, all of them of lists, are kept. A settled one counts as upheld if its list is hidden.
"""

from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import CharField, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast, Concat

PERSON: dict[str, Any] = {"blank": True, "null": True, "to": settings.AUTH_USER_MODEL}


def fill_targets(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Say of each report of a list what it is of, and who owns the list."""
    reports = apps.get_model("builder", "Report").objects
    its_list = apps.get_model("builder", "CompanyList").objects.filter(pk=OuterRef("company_list"))
    reports.update(
        target=Concat(Value("list:"), Cast(F("company_list_id"), CharField())),
        person=Subquery(its_list.values("owner")[:1]),
        subject=Subquery(its_list.values("name")[:1]),
    )
    settled = reports.filter(settled_at__isnull=False)
    settled.filter(company_list__hidden_at__isnull=False).update(outcome="upheld")
    settled.filter(company_list__hidden_at=None).update(outcome="dismissed")


def delete_others(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """The version before knows reports of lists alone."""
    apps.get_model("builder", "Report").objects.filter(company_list=None).delete()


class Migration(migrations.Migration):

    dependencies = [("builder", "0021_suspension")]

    operations = [
        migrations.AddField("Club", "moderators_note", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("Event", "moderators_note", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.CreateModel(
            "ModerationEntry",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("target", models.CharField(max_length=40)),
                ("person", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="moderation_entries", **PERSON)),
                ("subject", models.TextField(blank=True)),
                (
                    "action",
                    models.CharField(
                        max_length=10,
                        choices=[
                            ("hide", "Hidden"),
                            ("show", "Shown again"),
                            ("clear", "Text removed"),
                            ("dismiss", "Report dismissed"),
                            ("suspend", "Suspended"),
                            ("unsuspend", "Suspension ended"),
                        ],
                    ),
                ),
                ("note", models.TextField(blank=True)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.SET_NULL, related_name="+", **PERSON)),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            {
                "ordering": ("-pk",),
                "verbose_name_plural": "moderation entries",
                "indexes": [models.Index(fields=["target"], name="moderation_of_a_target")],
            },
        ),
        migrations.RemoveConstraint("Report", "report_open_once_a_person"),
        migrations.AddField("Report", "target", models.CharField(default="", max_length=40), preserve_default=False),
        migrations.AddField("Report", "roster", models.CharField(blank=True, default="", max_length=12), preserve_default=False),
        migrations.AddField(
            "Report", "club", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="builder.club")
        ),
        migrations.AddField(
            "Report", "event", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="builder.event")
        ),
        migrations.AddField("Report", "person", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="reports", **PERSON)),
        migrations.AddField("Report", "subject", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("Report", "text", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("Report", "settled_by", models.ForeignKey(on_delete=django.db.models.deletion.SET_NULL, related_name="+", **PERSON)),
        migrations.AddField(
            "Report",
            "outcome",
            models.CharField(blank=True, choices=[("upheld", "Upheld"), ("dismissed", "Dismissed")], default="", max_length=10),
            preserve_default=False,
        ),
        migrations.AlterField(
            "Report",
            "company_list",
            models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="builder.companylist"),
        ),
        migrations.RunPython(fill_targets, delete_others),
    ]
