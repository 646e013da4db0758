"""The release of Troel that serves a page."""

from django import template
from django.conf import settings
from django.utils.html import format_html_join

from tournament.site import release as of_troel

register = template.Library()


@register.simple_tag
def release() -> str:
    """The version and the commit, as a backup has them too."""
    return of_troel.NAME


@register.simple_tag
def to_all() -> str:
    """With what Troel is started so that phones can open it; no line ends within a word of it."""
    words = of_troel.to_all(settings.LISTEN.port).split()
    return format_html_join(" ", '<span class="whole">{}</span>', ((word,) for word in words))
