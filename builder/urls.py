"""The addresses of the complete site, and the error handlers."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from builder.web.guide.views import guide
from builder.web.people import second_factor_views

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    # A page of the site, not of the API, so it must come before the addresses of the API.
    path("api/v1/docs", guide, name="api_docs"),
    path("api/v1/", include("api.urls")),
    path("", include("builder.web.urls")),
    path("account/", include("allauth.account.urls")),
    path(
        "account/second-factor/recovery-codes/",
        second_factor_views.view_recovery_codes,
        name="mfa_view_recovery_codes",
    ),
    path(
        "account/second-factor/recovery-codes/download/",
        second_factor_views.download_recovery_codes,
        name="mfa_download_recovery_codes",
    ),
    path(
        "account/second-factor/webauthn/login/",
        second_factor_views.log_in_with_passkey,
        name="mfa_login_webauthn",
    ),
    path(
        "account/second-factor/webauthn/reauthenticate/",
        second_factor_views.reauthenticate_with_passkey,
        name="mfa_reauthenticate_webauthn",
    ),
    path("account/second-factor/", include("allauth.mfa.urls")),
    path("account/sessions/", include("allauth.usersessions.urls")),
]

handler400 = "builder.handlers.bad_request"
handler403 = "builder.handlers.forbidden"
handler404 = "builder.handlers.not_found"
handler429 = "builder.web.shared.errors.too_many"  # used by allauth, not by Django
handler500 = "builder.handlers.server_error"
