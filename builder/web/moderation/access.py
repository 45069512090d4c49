"""Who sees the pages of the moderators."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse

from builder.models.people import MODERATE
from builder.web.shared.decorators import private
from builder.web.shared.users import account_required

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def moderators_only(view: View[P]) -> View[P]:
    """A private view for people with the permission to moderate; for other accounts it isn't there."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.has_perm(MODERATE):
            raise Http404
        return view(request, *args, **kwargs)

    return private(account_required(answer))
