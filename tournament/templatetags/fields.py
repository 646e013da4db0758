"""How a page marks the fields of a form."""

from django import template
from django.forms import BaseForm

register = template.Library()


@register.simple_tag
def begin_at_fault(form: BaseForm) -> str:
    """Has one begin to type in the first field of a form that must be put right, and nowhere else in it.

    Call it before the fields are shown. It writes nothing itself.
    """
    faulty = next((field for field in form.visible_fields() if field.errors), None)
    if faulty:
        for field in form.fields.values():
            field.widget.attrs.pop("autofocus", None)
        faulty.field.widget.attrs["autofocus"] = True
    return ""
