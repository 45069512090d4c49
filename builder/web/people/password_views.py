"""The strength of a password while it is typed.

The page sends the unfinished password to the same server that receives the finished one. Measuring it in the
browser would need a dictionary of 800 kB. Nothing is stored or logged.
"""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST

from builder.models import User
from builder.services.people.passwords import assess_password
from builder.web.people.names import MAX_EMAIL_LENGTH, MAX_NAME_LENGTH
from builder.web.shared.decorators import private
from builder.web.shared.users import has_account


# The view changes nothing. Its request may arrive after the form has logged in and replaced the CSRF token.
@csrf_exempt
@private
@login_not_required
@sensitive_post_parameters()
@sensitive_variables("password")
@require_POST
def strength(request: HttpRequest) -> HttpResponse:
    """Show how strong the typed password is, as a fragment."""
    password = request.POST.get("password1", "")
    typed = User(
        username=request.POST.get("username", "")[:MAX_NAME_LENGTH],
        email=request.POST.get("email", "")[:MAX_EMAIL_LENGTH],
    )
    owner = request.user if has_account(request.user) else typed
    assessment = assess_password(password, owner) if password else None
    return render(request, "people/_password_strength.html", {"assessment": assessment})
