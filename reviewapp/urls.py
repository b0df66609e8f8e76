"""Routes. Each edge owns its own; this file only says where they hang."""

from __future__ import annotations

from django.urls import include, path

from reviewapp.api.urls import root_urlpatterns

urlpatterns = [
    *root_urlpatterns,
    path("api/v1/", include("reviewapp.api.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("", include("reviewapp.web.urls")),
]

handler400 = "reviewapp.web.errors.bad_request"
handler403 = "reviewapp.web.errors.forbidden"
handler404 = "reviewapp.web.errors.not_found"
handler500 = "reviewapp.web.errors.server_error"
