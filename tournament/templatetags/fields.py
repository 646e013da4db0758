"""Tags for a form, its fields and its buttons, and for links that look like those."""

from typing import Any

from django import template
from django.forms import BaseForm
from django.shortcuts import resolve_url
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

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


@register.simple_tag
def quiet_link(label: str, view: str, *args: Any) -> SafeString:
    """A link like a button, beside what matters more, to the page of this name with these arguments."""
    return format_html('<a class="button quiet" href="{}">{}</a>', resolve_url(view, *args), label)


@register.simple_tag
def menu_link(label: str, section: str, current: str, view: str, *args: Any) -> SafeString:
    """A link of a menu to the page of this name with these arguments, marked if its `section` is the `current` one."""
    mark = SafeString(' aria-current="page"' if section == current else "")
    return format_html('<a href="{}"{}>{}</a>', resolve_url(view, *args), mark, label)


@register.inclusion_tag("shared/form/buttons.html")
def buttons(action: str, back: str = "", *args: Any) -> dict[str, Any]:
    """The button of a form; beside it the way back to a path, or to the page of this name with these arguments."""
    return {"action": action, "back": back and resolve_url(back, *args)}


@register.inclusion_tag("shared/form/posted.html", takes_context=True)
def posted_form(context: Context, action: str, back: str = "", *args: Any) -> dict[str, Any]:
    """All that stands in the <form> of a page that has one: the page's `form`, its marks (`of`, `key`), its buttons."""
    page = {name: context.get(name) for name in ("form", "of", "key")}
    return {**page, **buttons(action, back, *args)}
