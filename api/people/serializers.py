"""Whoever asks, and their tokens."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from api.shared.addresses import RowUrlField
from api.shared.fields import NumberAnswerField, TextAnswerField
from builder.models import Scope, Token, User
from builder.services.people.tokens import TOKEN_DAYS, TOKEN_NAME


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

    secret = serializers.SerializerMethodField(help_text="What a program shows. It is told this once.")

    def get_secret(self, row: Token) -> str:
        """As the context says, for only its digest is stored."""
        secret: str = self.context["secret"]
        return secret


class TokenCreateSerializer(serializers.Serializer[Any]):
    """A token to be made."""

    name = TextAnswerField(TOKEN_NAME)
    scope = serializers.ChoiceField(
        choices=Scope.choices, default=Scope.READ, help_text="read changes nothing; write reads too."
    )
    days = NumberAnswerField(TOKEN_DAYS, default=TOKEN_DAYS.usual)


class BelongingsSerializer(serializers.Serializer[Any]):
    """How much somebody has here."""

    lists = serializers.IntegerField()
    deleted = serializers.IntegerField(help_text="Lists that can still be restored.")
    shared = serializers.IntegerField(help_text="Lists that are published or shared by link.")
    hand_ins = serializers.IntegerField()
    clubs = serializers.IntegerField()


class LimitsSerializer(serializers.Serializer[Any]):
    """How much is kept, and read at once."""

    document_bytes = serializers.IntegerField(source="limits.bytes")
    lists = serializers.IntegerField(source="settings.MUSTERBOOK_MAX_LISTS_PER_USER")
    profiles = serializers.IntegerField(source="limits.profiles", help_text="Of one list.")
    rosters = serializers.IntegerField(source="limits.rosters", help_text="Of one list.")
    name = serializers.IntegerField(source="limits.name", help_text="Characters of a name.")
    text = serializers.IntegerField(source="limits.text", help_text="Characters of a longer text.")
    tokens = serializers.IntegerField(source="settings.MUSTERBOOK_MAX_TOKENS")


class CostsSerializer(serializers.Serializer[Any]):
    """What a request costs, in units."""

    read = serializers.IntegerField()
    change = serializers.IntegerField()
    appraisal = serializers.IntegerField(help_text="What has a document or a list appraised.")
    paper = serializers.IntegerField(help_text="Papers and pictures.")
    archive = serializers.IntegerField(help_text="Everything as one file.")


class BudgetSerializer(serializers.Serializer[Any]):
    """What may be spent on requests."""

    a_minute = serializers.IntegerField(
        source="settings.MUSTERBOOK_UNITS_A_MINUTE", help_text="Units that come back in a minute, evenly."
    )
    costs = CostsSerializer()


class MeSerializer(serializers.Serializer[Any]):
    """Whoever asks."""

    name = serializers.SerializerMethodField(help_text="The user name; null for a guest.")
    guest = serializers.BooleanField(source="user.is_guest")
    joined = serializers.DateField()
    token = TokenSerializer(
        allow_null=True, help_text="The token that asks; null where a browser is logged in."
    )
    has = BelongingsSerializer()
    limits = LimitsSerializer(source="*")
    budget = BudgetSerializer(source="*", help_text="Pages and programs spend of the same one.")

    def get_name(self, value: Mapping[str, Any]) -> str | None:
        """The name that was chosen; guests have chosen none."""
        user: User = value["user"]
        return None if user.is_guest else user.username
