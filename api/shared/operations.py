"""What a view's method says of itself, beside the OpenAPI schema, for its view to hold to."""

from typing import NamedTuple

_NAME = "described_operation"


class DescribedOperation(NamedTuple):
    """``query_parameters`` are all that it knows; ``is_stamped``: its answers get a weak ETag."""

    query_parameters: tuple[str, ...]
    is_stamped: bool


def describe_operation(method: object, operation: DescribedOperation) -> None:
    """Store a description with its method."""
    setattr(method, _NAME, operation)


def described_operation(method: object) -> DescribedOperation | None:
    """Return the description of a method; None if it has none."""
    operation: DescribedOperation | None = getattr(method, _NAME, None)
    return operation
