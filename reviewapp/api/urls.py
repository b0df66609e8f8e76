from __future__ import annotations

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
root_urlpatterns: list[URLPattern | URLResolver] = []
