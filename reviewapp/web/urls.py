"""The pages of people. A room's routes take the slug of a team first."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from reviewapp.web import home
from reviewapp.web import team_urls as rooms
from reviewapp.web.join import join
from reviewapp.web.queue import views as queue
from reviewapp.web.review import urls as review

app_name = "web"

_team: list[URLPattern | URLResolver] = [
    path("queue/", queue.queue, name="queue"),
    path("queue/next/", queue.claim_next, name="next"),
    path("queue/news/", queue.news, name="queue-news"),
    path("queue/many/", queue.many, name="queue-many"),
    path("queue/views/", queue.save_view, name="save-view"),
    path("queue/views/<int:view_id>/", queue.drop_view, name="drop-view"),
    path("keys/", home.keys, name="keys"),
    path("c/<uuid:compaction_id>/", include(review.urlpatterns)),
    *rooms.urlpatterns,
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("join/<str:secret>/", join, name="join"),
    path("me/theme/", home.theme, name="theme"),
    path("me/language/", home.language, name="language"),
    path("me/hotkeys/", home.hotkeys, name="hotkeys"),
    path("t/<slug:team>/", include(_team)),
]
