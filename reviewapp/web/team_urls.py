"""Routes of the pages beside queue and review, under a team."""

from __future__ import annotations

from django.urls import path, re_path

from reviewapp.web.audit import views as audit_views
from reviewapp.web.insights import views as insights_views
from reviewapp.web.notices import views as notice_views
from reviewapp.web.register import import_views
from reviewapp.web.register import views as register_views
from reviewapp.web.sessions import transcript_audit
from reviewapp.web.sessions import views as session_views
from reviewapp.web.settings import team_views, webhook_views
from reviewapp.web.settings import views as settings_views

urlpatterns = [
    path("sessions/", session_views.sessions, name="sessions"),
    path("sessions/transcripts/", transcript_audit.audit, name="audit-transcript"),
    path("s/<uuid:session_id>/", session_views.session, name="session"),
    path("s/<uuid:session_id>/turns/", session_views.turns, name="turns"),
    path("s/<uuid:session_id>/turns/<int:seq>/reveal/", session_views.reveal, name="reveal"),
    path("s/<uuid:session_id>/erase/", session_views.erase, name="erase-session"),
    path("s/<uuid:session_id>/releases/<uuid:release_id>/", session_views.release, name="state-release"),
    path("s/<uuid:session_id>/close/", session_views.close, name="close-session"),
    path("receipts/<uuid:receipt_id>.json", session_views.receipt, name="receipt"),
    path("s/<uuid:session_id>/generations/", session_views.difference, name="generations"),
    path("audit/", audit_views.audit, name="audit"),
    re_path(r"^audit/export\.(?P<kind>csv|jsonl)$", audit_views.export, name="audit-export"),
    path("settings/", settings_views.general, name="settings"),
    path("settings/policy/", settings_views.change_policy, name="change-policy"),
    path("settings/team/", team_views.new_team, name="new-team"),
    path("settings/members/", settings_views.people, name="members"),
    path("settings/members/invite/", settings_views.invite, name="invite"),
    path("settings/members/<uuid:invitation_id>/", settings_views.uninvite, name="uninvite"),
    path("settings/members/<int:member_id>/", settings_views.member, name="member"),
    path("settings/tokens/", settings_views.agents, name="tokens"),
    path("settings/tokens/<uuid:token_id>/rotate/", settings_views.rotate, name="rotate-token"),
    path("settings/tokens/issue/", settings_views.issue, name="issue-token"),
    path("settings/tokens/<uuid:token_id>/revoke/", settings_views.revoke, name="revoke-token"),
    path("settings/webhooks/", webhook_views.webhooks, name="webhooks"),
    path("settings/webhooks/make/", webhook_views.make, name="make-webhook"),
    path("settings/webhooks/<uuid:endpoint_id>/", webhook_views.webhook, name="webhook"),
    path("settings/webhooks/<uuid:endpoint_id>/change/", webhook_views.change, name="change-webhook"),
    path(
        "settings/webhooks/<uuid:endpoint_id>/deliveries/<uuid:delivery_id>/",
        webhook_views.redeliver,
        name="redeliver",
    ),
    path("notices/", notice_views.notices, name="notices"),
    path("notices/read/", notice_views.read, name="read-notices"),
    path("notices/choose/", notice_views.choose, name="choose-notices"),
    path("notices/channel/", notice_views.choose_for_team, name="choose-team-notices"),
    path("insights/", insights_views.figures, name="insights"),
    path("pins/", register_views.pins, name="pins"),
    path("pins/new/", register_views.new, name="new-pin"),
    path("pins/import/", import_views.take_in, name="import-pins"),
    re_path(r"^pins/export\.(?P<kind>json|md)$", register_views.export, name="export-pins"),
    path("pins/<uuid:pin_id>/", register_views.pin, name="pin"),
    path("pins/<uuid:pin_id>/retire/", register_views.retire, name="retire-pin"),
    path("pins/<uuid:pin_id>/undo/", register_views.undo, name="undo-pin"),
    path("pins/<uuid:pin_id>/expiry/", register_views.confirm_expiry, name="confirm-expiry"),
    path("pins/retirements/<uuid:retirement_id>/", register_views.vote, name="vote-retirement"),
    path("pins/proposals/<uuid:proposal_id>/", register_views.proposal, name="decide-proposal"),
]
