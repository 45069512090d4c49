"""The addresses of the whole site, and the pages for what goes wrong."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("", include("builder.web.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/second-factor/", include("allauth.mfa.urls")),
    path("account/sessions/", include("allauth.usersessions.urls")),
]

handler400 = "builder.web.views.errors.bad_request"
handler403 = "builder.web.views.errors.forbidden"
handler404 = "builder.web.views.errors.not_found"
handler429 = "builder.web.views.errors.too_many"  # asked for by allauth; Django knows none
handler500 = "builder.web.views.errors.server_error"
