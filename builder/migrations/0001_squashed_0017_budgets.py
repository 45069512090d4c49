"""The tables as 0001 to 0017 leave them, for new databases: made at once they take a fraction of the time.

A database that has some of the replaced migrations goes on with those. It ends at 0017, because 0018 needs the
tables of second factors, which need those of people. Django renders all models again after each operation of a
migration, so the seventeen took half of the time of a first start.
"""

from importlib import import_module

import builder.models.ids
import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

# What only PostgreSQL has: its column and index of words, and its statistics.
words = import_module('builder.migrations.0004_gallery_search')
stored_words = import_module('builder.migrations.0015_indexes_and_counts')


class Migration(migrations.Migration):

    replaces = [
        ('builder', '0001_initial'),
        ('builder', '0002_rosters'),
        ('builder', '0003_people'),
        ('builder', '0004_gallery_search'),
        ('builder', '0005_told_and_handed_in'),
        ('builder', '0006_programs'),
        ('builder', '0007_plain_names'),
        ('builder', '0008_two_fingerprints'),
        ('builder', '0009_units_and_terms'),
        ('builder', '0010_costs_in_the_gallery'),
        ('builder', '0011_names_of_editions'),
        ('builder', '0012_opaque_ids'),
        ('builder', '0013_own_tags'),
        ('builder', '0014_kept_beside_listings'),
        ('builder', '0015_indexes_and_counts'),
        ('builder', '0017_budgets'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
                ('name', models.TextField()),
                ('place', models.TextField(blank=True)),
                ('about', models.TextField(blank=True)),
                ('time_zone', models.CharField(default='UTC', max_length=60)),
                ('listed', models.BooleanField(default=False)),
                ('version', models.PositiveIntegerField(default=1)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ('name', 'pk'),
                'indexes': [models.Index(condition=models.Q(('listed', True)), fields=['name', 'id'], name='listed_clubs_by_name')],
            },
        ),
        migrations.CreateModel(
            name='GameSystem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.SlugField(max_length=100, unique=True)),
                ('name', models.CharField(max_length=200)),
            ],
            options={
                'ordering': ('name',),
            },
        ),
        migrations.CreateModel(
            name='Edition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.CharField(max_length=50)),
                ('author', models.TextField(blank=True)),
                ('credit', models.TextField(blank=True)),
                ('notice', models.TextField(blank=True)),
                ('points_unit', models.CharField(blank=True, max_length=50)),
                ('digest', models.CharField(max_length=64)),
                ('loaded', models.DateTimeField()),
                ('layout', models.TextField()),
                ('system', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='editions', to='builder.gamesystem')),
                ('edition_name', models.CharField(blank=True, max_length=100)),
            ],
            options={
                'ordering': ('system', 'version'),
                'constraints': [models.UniqueConstraint(fields=('system', 'version'), name='edition_once_a_system')],
            },
        ),
        migrations.CreateModel(
            name='Attribute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('code', models.CharField(max_length=100)),
                ('name', models.CharField(max_length=200)),
                ('page', models.PositiveIntegerField()),
                ('summary', models.TextField(blank=True)),
                ('data', models.TextField()),
                ('label', models.CharField(max_length=100)),
                ('edition', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='builder.edition')),
            ],
            options={
                'ordering': ('edition', 'position'),
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('edition', 'code'), name='attribute_once_an_edition')],
            },
        ),
        migrations.CreateModel(
            name='CostTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('code', models.CharField(max_length=100)),
                ('name', models.CharField(max_length=200)),
                ('page', models.PositiveIntegerField()),
                ('summary', models.TextField(blank=True)),
                ('data', models.TextField()),
                ('edition', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='builder.edition')),
            ],
            options={
                'ordering': ('edition', 'position'),
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('edition', 'code'), name='cost_table_once_an_edition')],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
                ('name', models.TextField()),
                ('date', models.DateField()),
                ('limit', models.PositiveIntegerField(blank=True, null=True)),
                ('deadline', models.DateTimeField()),
                ('notes', models.TextField(blank=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='builder.club')),
                ('edition', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='builder.edition')),
            ],
            options={
                'ordering': ('-date', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='Property',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('code', models.CharField(max_length=100)),
                ('name', models.CharField(max_length=200)),
                ('page', models.PositiveIntegerField()),
                ('summary', models.TextField(blank=True)),
                ('data', models.TextField()),
                ('group', models.CharField(max_length=100)),
                ('points', models.IntegerField(blank=True, null=True)),
                ('edition', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='builder.edition')),
            ],
            options={
                'verbose_name_plural': 'properties',
                'ordering': ('edition', 'position'),
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('edition', 'group', 'code'), name='property_once_a_group')],
            },
        ),
        migrations.CreateModel(
            name='ReadinessMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Spell',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('code', models.CharField(max_length=100)),
                ('name', models.CharField(max_length=200)),
                ('page', models.PositiveIntegerField()),
                ('summary', models.TextField(blank=True)),
                ('data', models.TextField()),
                ('group', models.CharField(max_length=100)),
                ('points', models.IntegerField(blank=True, null=True)),
                ('penalty', models.TextField(blank=True)),
                ('edition', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='builder.edition')),
            ],
            options={
                'ordering': ('edition', 'position'),
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('edition', 'group', 'code'), name='spell_once_a_group')],
            },
        ),
        migrations.CreateModel(
            name='SpentBudget',
            fields=[
                ('who', models.CharField(max_length=100, primary_key=True, serialize=False)),
                ('a_minute', models.PositiveIntegerField()),
                ('spent', models.BigIntegerField()),
                ('at', models.BigIntegerField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='TagCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('system', models.CharField(blank=True, max_length=100)),
                ('value', models.CharField(blank=True, max_length=200)),
                ('lists', models.IntegerField()),
                ('label', models.TextField(blank=True)),
            ],
            options={
                'indexes': [models.Index(fields=['kind', 'system', '-lists', 'value'], name='tags_of_most_lists')],
                'constraints': [models.UniqueConstraint(fields=('kind', 'system', 'value'), name='tag_counted_once')],
            },
        ),
        migrations.CreateModel(
            name='TagCountChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('system', models.CharField(blank=True, max_length=100)),
                ('value', models.CharField(blank=True, max_length=200)),
                ('lists', models.IntegerField()),
                ('label', models.TextField(blank=True)),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('is_guest', models.BooleanField(default=False, verbose_name='guest')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('seen', models.DateField(default=django.utils.timezone.localdate)),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
                'indexes': [models.Index(fields=['email'], name='users_by_email')],
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Upper('username'), name='user_name_once', violation_error_message='Somebody has this name already, capital letters or not.')],
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='CompanyList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
                ('sample', models.SlugField(blank=True, max_length=100, null=True, unique=True)),
                ('name', models.TextField(blank=True)),
                ('setting', models.TextField(blank=True)),
                ('background', models.TextField(blank=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('details_version', models.PositiveIntegerField(default=1)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('updated', models.DateTimeField(default=django.utils.timezone.now)),
                ('deleted_at', models.DateTimeField(blank=True, null=True)),
                ('owner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='lists', to=settings.AUTH_USER_MODEL)),
                ('edition', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lists', to='builder.edition')),
                ('copied_from', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='builder.companylist')),
                ('copied_name', models.TextField(blank=True)),
                ('copied_owner', models.TextField(blank=True)),
                ('hidden_at', models.DateTimeField(blank=True, null=True)),
                ('hidden_note', models.TextField(blank=True)),
                ('link', models.CharField(blank=True, editable=False, max_length=24, null=True, unique=True)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('times_copied', models.PositiveIntegerField(default=0)),
            ],
            options={
                'ordering': ('-updated', '-pk'),
                'indexes': [models.Index(fields=['owner', '-updated', '-id'], name='lists_of_an_owner')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('owner__isnull', False), ('sample__isnull', True)), models.Q(('owner__isnull', True), ('sample__isnull', False)), _connector='OR'), name='list_has_owner_or_is_sample'), models.CheckConstraint(condition=models.Q(('details_version__lte', models.F('version'))), name='list_details_no_newer_than_list')],
            },
        ),
        migrations.CreateModel(
            name='EditSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began', models.DateTimeField()),
                ('ended', models.DateTimeField()),
                ('changes', models.PositiveIntegerField(default=0)),
                ('words', models.TextField(blank=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('company_list', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='sittings', to='builder.companylist')),
                ('told', models.TextField(blank=True)),
            ],
            options={
                'ordering': ('-pk',),
                'indexes': [models.Index(fields=['company_list', '-id'], name='sittings_of_a_list')],
            },
        ),
        migrations.CreateModel(
            name='IdempotentResponse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100)),
                ('request', models.CharField(max_length=64)),
                ('made', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('status', models.PositiveSmallIntegerField(default=0)),
                ('headers', models.JSONField(default=dict)),
                ('body', models.TextField(blank=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='kept_answers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='answer_once_a_key')],
            },
        ),
        migrations.CreateModel(
            name='Invite',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('secret', models.CharField(default=builder.models.ids.new_secret, editable=False, max_length=24, unique=True)),
                ('made', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires', models.DateTimeField()),
                ('most_uses', models.PositiveIntegerField()),
                ('uses', models.PositiveIntegerField(default=0)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invites', to='builder.club')),
                ('public_id', models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
            ],
            options={
                'ordering': ('-pk',),
                'constraints': [models.CheckConstraint(condition=models.Q(('uses__lte', models.F('most_uses'))), name='invite_within_its_uses')],
            },
        ),
        migrations.CreateModel(
            name='JoinRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('words', models.TextField(blank=True)),
                ('made', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='requests', to='builder.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('public_id', models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('club', 'user'), name='request_once_a_club')],
            },
        ),
        migrations.CreateModel(
            name='Listing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('published_at', models.DateTimeField()),
                ('text', models.TextField(blank=True)),
                ('company_list', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='listing', to='builder.companylist')),
                ('cost', models.BigIntegerField(blank=True, null=True)),
                ('edition', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='builder.edition')),
                ('system', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='builder.gamesystem')),
                ('times_copied', models.PositiveIntegerField(default=0)),
                ('changed_at', models.DateTimeField()),
                ('profile_count', models.PositiveIntegerField(default=0)),
                ('roster_count', models.PositiveIntegerField(default=0)),
                ('glance', models.JSONField(blank=True, null=True)),
            ],
            options={
                'ordering': ('-published_at', '-pk'),
                'indexes': [models.Index(fields=['-published_at', '-id'], name='listings_newest'), models.Index(fields=['-times_copied', '-published_at', '-id'], name='listings_most_copied'), models.Index(fields=['edition', '-published_at', '-id'], name='listings_of_edition'), models.Index(fields=['system', '-published_at', '-id'], name='listings_of_system'), models.Index(fields=['system', 'cost'], name='listings_by_cost'), models.Index(fields=['changed_at'], name='listings_by_change')],
            },
        ),
        migrations.CreateModel(
            name='ListingTag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('value', models.CharField(max_length=200)),
                ('listing', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tags', to='builder.listing')),
                ('published_at', models.DateTimeField()),
                ('times_copied', models.PositiveIntegerField(default=0)),
            ],
            options={
                'indexes': [models.Index(fields=['kind', 'value', '-published_at', '-listing'], name='tagged_newest'), models.Index(fields=['kind', 'value', '-times_copied', '-published_at', '-listing'], name='tagged_most_copied')],
                'constraints': [models.UniqueConstraint(fields=('listing', 'kind', 'value'), name='listing_tag_once')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.PositiveSmallIntegerField(choices=[(1, 'Member'), (2, 'Organiser'), (3, 'Owner')], default=1)),
                ('joined', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='builder.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('public_id', models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
            ],
            options={
                'ordering': ('-role', 'joined', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('club', 'user'), name='member_once_a_club'), models.UniqueConstraint(condition=models.Q(('role', 3)), fields=('club',), name='club_has_one_owner')],
            },
        ),
        migrations.CreateModel(
            name='OwnTag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
                ('name', models.TextField()),
                ('folded', models.TextField()),
                ('lists', models.ManyToManyField(related_name='own_tags', to='builder.companylist')),
                ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='own_tags', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('folded',),
                'constraints': [models.UniqueConstraint(fields=('owner', 'folded'), name='tag_of_an_owner_once')],
            },
        ),
        migrations.CreateModel(
            name='Profile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.TextField()),
                ('name', models.TextField(blank=True)),
                ('notes', models.TextField(blank=True)),
                ('max', models.PositiveIntegerField(blank=True, null=True)),
                ('design', models.JSONField()),
                ('position', models.PositiveIntegerField()),
                ('version', models.PositiveIntegerField(default=1)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('company_list', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='profiles', to='builder.companylist')),
            ],
            options={
                'ordering': ('position', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('company_list', 'key'), name='profile_key_once_a_list')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.TextField()),
                ('made', models.DateTimeField()),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('company_list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='builder.companylist')),
            ],
            options={
                'ordering': ('-pk',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('settled_at', None)), fields=('company_list', 'by'), name='report_open_once_a_person')],
            },
        ),
        migrations.CreateModel(
            name='Revision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('made', models.DateTimeField()),
                ('words', models.TextField(blank=True)),
                ('document', models.BinaryField()),
                ('company_list', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='builder.companylist')),
                ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='builder.editsession')),
            ],
            options={
                'ordering': ('-number',),
                'constraints': [models.UniqueConstraint(fields=('company_list', 'number'), name='revision_once_a_version')],
            },
        ),
        migrations.CreateModel(
            name='Roster',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.TextField(blank=True)),
                ('limit', models.PositiveIntegerField(blank=True, null=True)),
                ('position', models.PositiveIntegerField()),
                ('company_list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rosters', to='builder.companylist')),
                ('public_id', models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('fields', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'ordering': ('position', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='HandIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
                ('made', models.DateTimeField(default=django.utils.timezone.now)),
                ('version', models.PositiveIntegerField(default=1)),
                ('document', models.BinaryField()),
                ('appraisal', models.BinaryField()),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='hand_ins', to='builder.event')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hand_ins', to=settings.AUTH_USER_MODEL)),
                ('summary', models.JSONField()),
                ('roster', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='builder.roster')),
                ('older_fingerprint', models.CharField(blank=True, max_length=24)),
                ('force', models.CharField(blank=True, max_length=24)),
                ('words', models.CharField(blank=True, max_length=24)),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('event', 'user'), name='hand_in_once_an_event')],
            },
        ),
        migrations.CreateModel(
            name='RosterEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('profile_key', models.TextField()),
                ('count', models.PositiveIntegerField()),
                ('position', models.PositiveIntegerField()),
                ('roster', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='builder.roster')),
                ('unit', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'verbose_name_plural': 'roster entries',
                'ordering': ('position', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Share',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='builder.club')),
                ('company_list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='builder.companylist')),
                ('roster', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='builder.roster')),
                ('public_id', models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
            ],
            options={
                'ordering': ('-pk',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('roster', None)), fields=('club', 'company_list'), name='list_shared_once_a_club'), models.UniqueConstraint(condition=models.Q(('roster__isnull', False)), fields=('club', 'roster'), name='roster_shared_once_a_club')],
            },
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.TextField()),
                ('scope', models.CharField(choices=[('read', 'Read'), ('write', 'Read and write')], max_length=10)),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('made', models.DateTimeField(default=django.utils.timezone.now)),
                ('ends', models.DateTimeField()),
                ('used', models.DateField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
                ('public_id', models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True)),
            ],
            options={
                'ordering': ('-pk',),
            },
        ),
        migrations.RunPython(words.add, words.remove),
        migrations.RunPython(stored_words.store_for_postgresql, stored_words.forget_for_postgresql),
    ]
