"""What the forms of all rooms share."""

from __future__ import annotations

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm

from reviewapp.services.errors import Refused


def refuse(form: BaseForm, refusal: Refused) -> None:
    """Puts the refusal of a service beside the field that it names, or above the form."""
    field = refusal.field if refusal.field in form.fields else NON_FIELD_ERRORS
    form.add_error(field, refusal.message)
