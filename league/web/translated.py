"""Django's tags for translations; `blocktranslate` settles prepositions before numbers as well."""

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.templatetags import i18n
from django.utils.safestring import SafeString

from league.prepositions import spoken

register = template.Library()
register.filters.update(i18n.register.filters)
register.tags.update(i18n.register.tags)


class SpokenNode(template.Node):
    def __init__(self, text: i18n.BlockTranslateNode) -> None:
        self.text = text

    def render(self, context: Context) -> str:
        written = spoken(self.text.render(context))
        if name := self.text.asvar:
            context[name] = SafeString(spoken(context[name]))
        return written


@register.tag("blocktranslate")
@register.tag("blocktrans")
def block_translate(parser: Parser, token: Token) -> SpokenNode:
    return SpokenNode(i18n.do_block_translate(parser, token))
