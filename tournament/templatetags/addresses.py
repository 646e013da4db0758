"""`{% url %}` of every template, with the addresses it has made before kept: a table's page has some thirty of them."""

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parse_url
from django.urls import get_urlconf, reverse
from django.urls.base import get_script_prefix
from django.utils.html import conditional_escape

register = template.Library()
# As many as the pages of a hall with 600 tables ask for in a minute.
MAX_ADDRESSES = 16_384


class KeptURLNode(URLNode):
    """As Django's own, where arguments are plain and the answer is shown at once; it does whatever else there is."""

    def render(self, context: template.Context) -> str:
        """The address, escaped. Raises NoReverseMatch."""
        name = self.view_name.resolve(context)
        args = tuple(arg.resolve(context) for arg in self.args)
        if self.asvar or self.kwargs or not all(type(arg) in (str, int) for arg in args):
            return str(super().render(context))
        address = _address(name, args, get_urlconf(), get_script_prefix())
        return str(conditional_escape(address)) if context.autoescape else address


@lru_cache(MAX_ADDRESSES)
def _address(name: str, args: tuple[Any, ...], urlconf: str | None, _prefix: str) -> str:
    return reverse(name, urlconf, args)


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """The address of a view; as Django's own."""
    node: URLNode = parse_url(parser, token)
    node.__class__ = KeptURLNode
    return node
