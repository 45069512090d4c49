"""Whoever asks, and their tokens."""

from typing import Any

from rest_framework import serializers

from api.shared.addresses import RowUrlField
from api.shared.fields import StrictCharField, StrictIntegerField
from builder.models import Scope, Token
from builder.services.people.tokens import MAX_TOKEN_DAYS

DEFAULT_DAYS = 30


class TokenSerializer(serializers.Serializer[Token]):
    """A token, without what opens."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_token", "public_id")
    name = serializers.CharField()
    scope = serializers.ChoiceField(choices=Scope.choices)
    created = serializers.DateTimeField(source="made")
    ends = serializers.DateTimeField(help_text="From this moment on it opens nothing.")
    used = serializers.DateField(allow_null=True, help_text="The day of its last use; null before the first.")


class CreatedTokenSerializer(TokenSerializer):
    """A new token."""

    secret = serializers.CharField(help_text="What a program shows. It is told this once.")


class TokenCreateSerializer(serializers.Serializer[Any]):
    """A token to be made."""

    name = StrictCharField(help_text="What it is for.")
    scope = serializers.ChoiceField(
        choices=Scope.choices, default=Scope.READ, help_text="read changes nothing; write reads too."
    )
    days = StrictIntegerField(
        min_value=1, max_value=MAX_TOKEN_DAYS, default=DEFAULT_DAYS, help_text="How long it is good."
    )


class BelongingsSerializer(serializers.Serializer[Any]):
    """How much somebody has here."""

    lists = serializers.IntegerField()
    deleted = serializers.IntegerField(help_text="Lists that can still be restored.")
    shared = serializers.IntegerField(help_text="Lists that are published or shared by link.")
    hand_ins = serializers.IntegerField()
    clubs = serializers.IntegerField()


class LimitsSerializer(serializers.Serializer[Any]):
    """How much is kept, and read at once."""

    document_bytes = serializers.IntegerField()
    lists = serializers.IntegerField()
    profiles = serializers.IntegerField(help_text="Of one list.")
    rosters = serializers.IntegerField(help_text="Of one list.")
    name = serializers.IntegerField(help_text="Characters of a name.")
    text = serializers.IntegerField(help_text="Characters of a longer text.")
    tokens = serializers.IntegerField()


class RateLimitsSerializer(serializers.Serializer[Any]):
    """How many requests of each kind are let through in a minute."""

    reads = serializers.IntegerField()
    writes = serializers.IntegerField()
    appraisals = serializers.IntegerField()
    papers = serializers.IntegerField()


class MeSerializer(serializers.Serializer[Any]):
    """Whoever asks."""

    name = serializers.CharField(allow_null=True, help_text="The user name; null for a guest.")
    guest = serializers.BooleanField()
    joined = serializers.DateField()
    token = TokenSerializer(
        allow_null=True, help_text="The token that asks; null where a browser is logged in."
    )
    has = BelongingsSerializer()
    limits = LimitsSerializer()
    a_minute = RateLimitsSerializer()
