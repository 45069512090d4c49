"""Descriptions of view methods that their views need at run time, in addition to the OpenAPI schema."""

from typing import NamedTuple

_NAME = "described_operation"


class DescribedOperation(NamedTuple):
    """An operation: all its ``query_parameters``, and whether its responses get a weak ETag."""

    query_parameters: tuple[str, ...]
    has_weak_etag: bool


def describe_operation(method: object, operation: DescribedOperation) -> None:
    """Store a description with its method."""
    setattr(method, _NAME, operation)


def described_operation(method: object) -> DescribedOperation | None:
    """Return the description of a method; None if it has none."""
    operation: DescribedOperation | None = getattr(method, _NAME, None)
    return operation
