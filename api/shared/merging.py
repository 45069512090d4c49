"""JSON merge patches (RFC 7396): what is sent of an object is put on top of what stands."""


def merge_patch(target: object, patch: object) -> object:
    """The value that a patch makes of another; neither of the two is changed. Null takes a member out."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merge_patch(result.get(name), value)
    return result
