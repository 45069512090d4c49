"""Serializers of the user who sends a request, and of the user's tokens."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from api.shared.addresses import RowUrlField
from api.shared.fields import NumberInputField, TextInputField
from builder.models import Scope, Token, User
from builder.services.people.tokens import TOKEN_DAYS, TOKEN_NAME


class TokenSerializer(serializers.Serializer[Token]):
    """A token, without its secret."""

    id = serializers.CharField(source="public_id", help_text="Id of the token.")
    url = RowUrlField("api_token", "public_id")
    name = serializers.CharField(help_text="Name that the owner gave the token.")
    scope = serializers.ChoiceField(
        choices=Scope.choices,
        help_text='"read" for a read-only token, "write" for a token that can also change things.',
    )
    created = serializers.DateTimeField(source="made", help_text="When the token was created.")
    ends = serializers.DateTimeField(help_text="When the token stops working.")
    used = serializers.DateField(
        allow_null=True, help_text="Day of the last use; null if the token was never used."
    )


class CreatedTokenSerializer(TokenSerializer):
    """A new token, with its secret."""

    secret = serializers.SerializerMethodField(
        help_text="Secret of the token, which programs send. It is shown only once."
    )

    def get_secret(self, row: Token) -> str:
        """Return the secret from the context, because only its digest is stored."""
        secret: str = self.context["secret"]
        return secret


class TokenCreateSerializer(serializers.Serializer[Any]):
    """A new token."""

    name = TextInputField(TOKEN_NAME, help_text="Name of the token, to recognise it later.")
    scope = serializers.ChoiceField(
        choices=Scope.choices,
        default=Scope.READ,
        help_text='"read" for a read-only token, "write" for a token that can also change things.',
    )
    days = NumberInputField(
        TOKEN_DAYS, default=TOKEN_DAYS.initial, help_text="Number of days until the token stops working."
    )


class BelongingsSerializer(serializers.Serializer[Any]):
    """The numbers of a user's objects on the site."""

    lists = serializers.IntegerField(help_text="Number of lists, without deleted lists.")
    deleted = serializers.IntegerField(help_text="Number of deleted lists that can still be restored.")
    shared = serializers.IntegerField(help_text="Number of lists that are public or shared by link.")
    hand_ins = serializers.IntegerField(help_text="Number of rosters that are handed in for events.")
    clubs = serializers.IntegerField(help_text="Number of clubs that the user is a member of.")


class LimitsSerializer(serializers.Serializer[Any]):
    """Limits of lists and tokens."""

    document_bytes = serializers.IntegerField(
        source="limits.bytes", help_text="Maximum number of bytes of a document."
    )
    lists = serializers.IntegerField(
        source="settings.MUSTERBOOK_MAX_LISTS_PER_USER", help_text="Maximum number of lists of a user."
    )
    profiles = serializers.IntegerField(
        source="limits.profiles", help_text="Maximum number of profiles of a list."
    )
    rosters = serializers.IntegerField(
        source="limits.rosters", help_text="Maximum number of rosters of a list."
    )
    name = serializers.IntegerField(
        source="limits.name", help_text="Maximum number of characters of a name or another text on one line."
    )
    text = serializers.IntegerField(
        source="limits.text", help_text="Maximum number of characters of a longer text."
    )
    tokens = serializers.IntegerField(
        source="settings.MUSTERBOOK_MAX_TOKENS", help_text="Maximum number of tokens of a user."
    )


class CostsSerializer(serializers.Serializer[Any]):
    """What a request costs, in units."""

    read = serializers.IntegerField(help_text="Cost of a request that reads, in units.")
    change = serializers.IntegerField(help_text="Cost of a request that changes something, in units.")
    appraisal = serializers.IntegerField(
        help_text="Cost of a request that appraises a document or a list, in units."
    )
    paper = serializers.IntegerField(help_text="Cost of a request for a paper or a picture, in units.")
    archive = serializers.IntegerField(help_text="Cost of a request for all your data as one file, in units.")


class BudgetSerializer(serializers.Serializer[Any]):
    """How many requests are allowed."""

    a_minute = serializers.IntegerField(
        source="settings.MUSTERBOOK_UNITS_A_MINUTE",
        help_text="Number of units that your budget gets back each minute, little by little.",
    )
    costs = CostsSerializer(help_text="What requests cost.")


class MeSerializer(serializers.Serializer[Any]):
    """The user who sends the request."""

    name = serializers.SerializerMethodField(help_text="User name; null for a guest.")
    guest = serializers.BooleanField(
        source="user.is_guest", help_text="Whether you are a guest, without an account."
    )
    joined = serializers.DateField(help_text="Day on which the account was created.")
    token = TokenSerializer(
        allow_null=True, help_text="Token of the request; null if a browser is logged in."
    )
    has = BelongingsSerializer(help_text="How many lists and other objects you have.")
    limits = LimitsSerializer(source="*", help_text="Limits of your objects.")
    budget = BudgetSerializer(
        source="*", help_text="How many requests you can send. Your use of the site's pages counts too."
    )

    def get_name(self, value: Mapping[str, Any]) -> str | None:
        """Return the user name, or None for a guest."""
        user: User = value["user"]
        return None if user.is_guest else user.username
