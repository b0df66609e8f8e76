"""Routes of one compaction. Each action takes POST alone, and answers a plain form as well as htmx."""

from __future__ import annotations

from django.urls import path

from reviewapp.web.review import decide, lease_actions, marking, resolve, views

_KEY = "f/<str:finding_key>"

urlpatterns = [
    path("", views.review, name="review"),
    path("state/", views.state, name="review-state"),
    path("turns/", views.turns, name="review-turns"),
    path("claim/", lease_actions.claim, name="claim"),
    path("take-over/", lease_actions.take_over, name="take-over"),
    path("release/", lease_actions.release, name="release"),
    path("skip/", lease_actions.skip, name="skip"),
    path("retry/", lease_actions.retry, name="retry"),
    path(f"{_KEY}/pin/", resolve.pin, name="pin-finding"),
    path(f"{_KEY}/restore/", resolve.restore, name="restore"),
    path(f"{_KEY}/correct/", resolve.correct, name="correct"),
    path(f"{_KEY}/strike/", resolve.strike, name="strike"),
    path(f"{_KEY}/dismiss/", resolve.dismiss, name="dismiss"),
    path(f"{_KEY}/undo/", resolve.undo, name="undo"),
    path("marks/", marking.mark, name="mark"),
    path("edit/", resolve.edit, name="edit"),
    path("notes/", resolve.comment, name="comment"),
    path("account/settle/", resolve.settle, name="settle"),
    path("approve/", decide.approve, name="approve"),
    path("reject/", decide.reject, name="reject"),
    path("renew/", decide.renew, name="renew"),
    path("bring-back/", decide.bring_back, name="bring-back"),
]
