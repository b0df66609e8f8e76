"""Routes. Each edge owns its own; this file only says where they hang."""

from __future__ import annotations

from allauth.account import views as accounts
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.generic import TemplateView

from reviewapp.api.urls import root_urlpatterns

# Of allauth's pages those that send no mail: there is no address to send it from, and nobody has given one.
_accounts = [
    path("login/", accounts.login, name="account_login"),
    path("logout/", accounts.logout, name="account_logout"),
    path("signup/", accounts.signup, name="account_signup"),  # says who makes accounts
    path("inactive/", accounts.account_inactive, name="account_inactive"),
    path("reauthenticate/", accounts.reauthenticate, name="account_reauthenticate"),
    path("password/change/", accounts.password_change, name="account_change_password"),
    path(  # where the page above sends an account that never had one
        "password/none/",
        login_not_required(TemplateView.as_view(template_name="account/password_reset.html")),
        name="account_set_password",
    ),
    path(
        "password/reset/",
        login_not_required(TemplateView.as_view(template_name="account/password_reset.html")),
        name="account_reset_password",
    ),
]

urlpatterns = [
    *root_urlpatterns,
    path("api/v1/", include("reviewapp.api.urls")),
    path("accounts/", include(_accounts)),
    path("", include("reviewapp.web.urls")),
]

handler400 = "reviewapp.web.errors.bad_request"
handler403 = "reviewapp.web.errors.forbidden"
handler404 = "reviewapp.web.errors.not_found"
handler500 = "reviewapp.web.errors.server_error"
