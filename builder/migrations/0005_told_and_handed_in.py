"""What a sitting is told to be, what tables show of a hand-in, and user names whatever their capitals."""

import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('builder', '0004_gallery_search'),
    ]

    operations = [
        migrations.AddField(
            model_name='sitting',
            name='told',
            field=models.TextField(blank=True, default=''),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='handin',
            name='summary',
            field=models.JSONField(default=dict),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='handin',
            name='fingerprint',
            field=models.CharField(default='', max_length=24),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='handin',
            name='roster',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='builder.roster'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Upper('username'), name='user_name_once', violation_error_message='Somebody has this name already, capital letters or not.'),
        ),
    ]
