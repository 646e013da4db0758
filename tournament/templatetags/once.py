"""What is the same on every page in a language, rendered once."""

from typing import Any

from django import template
from django.template import Context
from django.template.base import Node, NodeList, Parser, Token
from django.utils.safestring import SafeString

from tournament.wording import language

register = template.Library()


class OnceNode(Node):
    """What it holds sees nothing of the page: only texts, and addresses that never change."""

    def __init__(self, nodes: NodeList) -> None:
        self._nodes = nodes
        self._texts: dict[str, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """The same text for each language."""
        code = language()
        if code not in self._texts:
            alone = Context()
            alone.template, alone.render_context = context.template, context.render_context
            self._texts[code] = self._nodes.render(alone)
        return self._texts[code]


@register.tag
def once(parser: Parser, _token: Token) -> Any:
    """`{% once %}…{% endonce %}` around what depends on the language alone."""
    nodes = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(nodes)
