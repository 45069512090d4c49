"""JSON merge patches (RFC 7396)."""


def merge_patch(target: object, patch: object) -> object:
    """Return a copy of the target with the patch applied. A null in the patch removes the field."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merge_patch(result.get(name), value)
    return result
