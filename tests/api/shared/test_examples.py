"""The examples in the OpenAPI schema equal the responses of a site."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from api.shared.schema import EXAMPLES
from builder.models import User
from tests.support.api_examples import make_examples


@pytest.mark.usefixtures("catalogues", "fresh_budgets")
def test_the_examples_equal_the_responses_of_a_site(
    alice: User,
    bob: User,
    dora: User,
    sample_values: Mapping[str, dict[str, Any]],
    pytestconfig: pytest.Config,
) -> None:
    """``make examples`` writes the examples."""
    examples = make_examples(alice, bob, dora, sample_values["drop-reavers"])
    if pytestconfig.getoption("write_examples"):
        for path in EXAMPLES.glob("*.json"):
            path.unlink()
        for name, example in examples.items():
            text = json.dumps(example, ensure_ascii=False, indent=2) + "\n"
            (EXAMPLES / f"{name}.json").write_text(text, encoding="utf-8")
    stored = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in EXAMPLES.glob("*.json")}
    assert {name for name in stored | examples if stored.get(name) != examples.get(name)} == set()
