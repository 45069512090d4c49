"""A check that templates only use attributes that exist: Django would show nothing instead."""

from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template.base import Variable, VariableDoesNotExist
from django.template.context import BaseContext, Context

missing_attributes: list[str] = []
"""The failed lookups since the list was cleared, each with its template."""

_OWN_TEMPLATES = str(Path(settings.BASE_DIR) / "templates")
_resolve_lookup = Variable._resolve_lookup  # type: ignore[attr-defined] # not among Django's public names


def record_missing_attributes() -> None:
    """Record each lookup of an attribute that an object doesn't have, from now on.

    An error wouldn't do: the tag ``if`` catches errors. Variables and dictionary keys may be missing, and
    so may attributes of None and of anonymous users.
    """
    Variable._resolve_lookup = _resolve_and_record  # type: ignore[attr-defined] # no setting does this


def _resolve_and_record(self: Variable, context: Context) -> object:
    try:
        return _resolve_lookup(self, context)
    except VariableDoesNotExist as error:
        template, (name, parent) = context.render_context.template, error.params
        may_lack_names = (type(None), str, dict, BaseContext, AnonymousUser)
        is_ours = template is not None and str(template.origin.name).startswith(_OWN_TEMPLATES)
        if is_ours and not name.isdigit() and not isinstance(parent, may_lack_names):
            missing_attributes.append(f"{self.var} in {template}")
        raise
