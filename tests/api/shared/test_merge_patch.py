"""Merge patches match the examples of RFC 7396, and don't change their arguments."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.shared.merging import merge_patch

pytestmark = pytest.mark.sampled(every=1)

RFC_7396 = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize(("target", "patch", "result"), RFC_7396)
def test_the_examples_of_the_rfc(target: object, patch: object, result: object) -> None:
    assert merge_patch(target, patch) == result


@given(target=JSON, patch=JSON)
def test_merge_patch_changes_no_argument_and_is_idempotent(target: object, patch: object) -> None:
    before = copy.deepcopy((target, patch))
    once = merge_patch(target, patch)
    assert (target, patch) == before
    assert merge_patch(once, patch) == once
