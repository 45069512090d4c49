"""JSON Patches (RFC 6902), which describe changes to a document or to a part of a document.

A fix in an appraisal is such a patch: if a user accepts the fix, the patch is applied.
"""

import json
from collections.abc import Mapping
from copy import deepcopy

import jsonpatch

from builder.catalogue.limits import limits
from builder.points.document.json_reader import DocumentError

MAX_OPERATIONS = 1_000

_PATCH_ERRORS = (
    jsonpatch.JsonPatchException,
    jsonpatch.JsonPointerException,
    AttributeError,  # raised by the library for values of types that the RFC doesn't allow
    KeyError,
    TypeError,
    ValueError,
)


def apply_json_patch(value: object, patch: object) -> object:
    """Return a patched copy of a JSON value. Raises DocumentError, which names the operation that fails."""
    if not isinstance(patch, list):
        raise DocumentError("", "is not a JSON Patch", "send a list of operations as in RFC 6902")
    if len(patch) > MAX_OPERATIONS:
        problem = f"has {len(patch)} operations, more than {MAX_OPERATIONS}"
        raise DocumentError("", problem, "send fewer, or the full document")
    result = deepcopy(value)
    for index, operation in enumerate(patch):
        if not isinstance(operation, dict):
            raise DocumentError(f"[{index}]", "is not an operation", "send an object with op and path")
        result = _apply(result, operation, f"[{index}]")
    return result


def reverse_json_patch(before: object, after: object) -> list[dict[str, object]]:
    """Return the patch that turns ``after`` back into ``before``."""
    patch: list[dict[str, object]] = jsonpatch.make_patch(after, before).patch
    return patch


def _apply(value: object, operation: Mapping[str, object], operation_path: str) -> object:
    """Apply one operation to ``value``, and return the result.

    ``operation_path`` is the operation's place in the patch, such as "[3]", for errors.
    """
    try:
        result: object = jsonpatch.JsonPatch([operation]).apply(value, in_place=True)
    except _PATCH_ERRORS as error:
        # Either the document was changed after the patch was made, or the operation is malformed.
        operation_name, path = str(operation.get("op"))[:20], str(operation.get("path"))[:100]
        problem = f"can't be applied: {operation_name!r} at {path!r}"
        fix = "read the document again and make the patch from it"
        raise DocumentError(operation_path, problem, fix) from error
    max_bytes = limits().bytes
    if operation.get("op") == "copy" and len(json.dumps(result)) > max_bytes:
        raise DocumentError(operation_path, f"makes it larger than {max_bytes:,} bytes", "copy less")
    return result
