"""The release of Troel that serves a page."""

from django import template

from tournament import __version__

register = template.Library()


@register.simple_tag
def release() -> str:
    """The version, as a backup has it too."""
    return __version__
