"""One open report of a thing and person, and one thing of a report; PostgreSQL checks both after the rows are filled."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [("builder", "0022_reports")]

    operations = [
        migrations.AddIndex("Report", models.Index(fields=["target", "settled_at"], name="reports_of_a_target")),
        migrations.AddConstraint(
            "Report", models.UniqueConstraint(fields=("target", "by"), condition=Q(settled_at=None), name="report_open_once_a_person")
        ),
        migrations.AddConstraint(
            "Report",
            models.CheckConstraint(
                condition=Q(company_list__isnull=False, club=None, event=None)
                | Q(company_list=None, club__isnull=False, event=None)
                | Q(company_list=None, club=None, event__isnull=False)
                | Q(company_list=None, club=None, event=None, person__isnull=False),
                name="report_has_one_target",
            ),
        ),
    ]
