"""``clear_programs`` deletes expired data of programs after confirmation, and nothing else."""

import time
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from builder.models import IdempotentResponse, Scope, SpentBudget, Token, User
from builder.services.people.tokens import create_token


@pytest.fixture
def alices_things(alice: User) -> None:
    """An expired token, response and budget, and one of each that hasn't expired."""
    now = timezone.now()
    create_token(alice, "goes on", Scope.READ, 7)
    ended = create_token(alice, "ended", Scope.READ, 7).row
    Token.objects.filter(pk=ended.pk).update(ends=now - timedelta(seconds=1))
    IdempotentResponse.objects.create(user=alice, key="old", request="", made=now - timedelta(hours=25))
    IdempotentResponse.objects.create(user=alice, key="new", request="", made=now - timedelta(hours=23))
    for who, hours in (("person:1", 25), ("person:2", 1)):
        at = int((time.time() - hours * 60 * 60) * 1000)
        SpentBudget.objects.create(who=who, a_minute=900, spent=7, at=at)


def run_command(*arguments: str) -> str:
    out = StringIO()
    call_command("clear_programs", *arguments, stdout=out)
    return out.getvalue()


def remaining_names() -> list[str]:
    return [
        *Token.objects.values_list("name", flat=True),
        *IdempotentResponse.objects.values_list("key", flat=True),
        *SpentBudget.objects.values_list("who", flat=True),
    ]


def test_without_yes_it_only_reports(alices_things: None) -> None:
    words = run_command()
    assert "1 token that ended, 1 answer stored for more than 24 hours, 1 budget of which" in words
    assert "Nothing was removed. Add --yes to remove them." in words
    assert len(remaining_names()) == 6


def test_with_yes_it_deletes(alices_things: None) -> None:
    assert "1 token that ended, 1 answer" in run_command("--yes")
    assert remaining_names() == ["goes on", "new", "person:2"]
    assert "Nothing" not in run_command()
