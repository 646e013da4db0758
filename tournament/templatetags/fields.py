"""Tags for the fields of a form."""

from django import template
from django.forms import BaseForm

register = template.Library()


@register.simple_tag
def begin_at_fault(form: BaseForm) -> str:
    """Sets the focus on the first faulty field of a form, and on no other field.

    Call it before the fields are rendered. It outputs nothing.
    """
    faulty = next((field for field in form.visible_fields() if field.errors), None)
    if faulty:
        for field in form.fields.values():
            field.widget.attrs.pop("autofocus", None)
        faulty.field.widget.attrs["autofocus"] = True
    return ""
