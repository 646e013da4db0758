"""The release of Troel that serves a page."""

from django import template

from tournament.site.release import NAME

register = template.Library()


@register.simple_tag
def release() -> str:
    """The version and the commit, as a backup has them too."""
    return NAME
