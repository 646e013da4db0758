"""What is stored now, said at the fields of a form in which something else was typed."""

from django.forms import BoundField, Form
from django.utils.formats import localize
from django.utils.translation import gettext as _


def say_stored(form: Form) -> None:
    """Adds to each field that differs from what is stored what that is; what was typed stays.

    The form's initial values must be the stored ones. A field without one, such as a reason, is not stored yet.
    """
    for name in form.changed_data:
        if name in form.initial or form.fields[name].initial is not None:
            form.add_error(name, _("Stored now: %(value)s") % {"value": _in_words(form[name])})


def _in_words(bound_field: BoundField) -> str:
    """The stored value of a field as the page shows it; a dash for nothing."""
    value = bound_field.initial
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    choices = dict(getattr(bound_field.field, "choices", ()))
    values = value if isinstance(value, list) else [value]
    return ", ".join(str(choices.get(one, "" if one is None else localize(one))) for one in values) or "–"
