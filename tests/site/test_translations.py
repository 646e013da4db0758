"""Collecting the sentences and judging their translations, on small projects written for the purpose."""

from pathlib import Path

import pytest
from django.utils import translation

from tournament.site import translations

PYTHON = """
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext, npgettext
plain = _("Close the round")
long = gettext_lazy("A table has "
                    "four seats.")
many = ngettext("%(n)s table", "%(n)s tables", 2)
card = pgettext("card", "joker")
cards = npgettext("card", "one joker", "%(n)s jokers", 2)
ours = _(plain)
"""
TEMPLATE = """{% load i18n %}
  {% translate "Ranking" %} {% translate "jack" context "card" %} {{ _("Seats") }}
      <p title="{% translate '100% sure' %}">
{% blocktranslate count n=n trimmed %}
  One player
{% plural %}
  {{ n }} players
{% endblocktranslate %}
{# Translators: the sum at the foot of a sheet #}
{% translate "Total" %}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The root of a project of one Python file and one template."""
    (tmp_path / "tournament").mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "tournament" / "code.py").write_text(PYTHON)
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE)
    return tmp_path


def faults_with(project: Path, old: str, new: str) -> list[str]:
    """The faults of nl when one piece of its file is written otherwise."""
    sentences = translations.collect(project)
    locale = project / "locale"
    translations.update("nl", sentences, locale)
    path = translations.po_file("nl", locale)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return list(translations.faults("nl", sentences, locale))


def test_every_way_of_saying_is_collected(project: Path) -> None:
    found = {(message.context, message.id) for message in translations.collect(project) if message.id}
    assert found == {
        (None, "Close the round"),
        (None, "A table has four seats."),
        (None, ("%(n)s table", "%(n)s tables")),
        ("card", "joker"),
        ("card", ("one joker", "%(n)s jokers")),
        (None, "Ranking"),
        ("card", "jack"),
        (None, "Seats"),
        (None, "100%% sure"),
        (None, ("One player", "%(n)s players")),
        (None, "Total"),
    }


def test_a_file_without_changes_stays_as_it_is(project: Path) -> None:
    sentences, locale = translations.collect(project), project / "locale"
    translations.update("fr", sentences, locale)
    first = translations.po_file("fr", locale).read_bytes()
    translations.update("fr", sentences, locale)
    assert translations.po_file("fr", locale).read_bytes() == first
    assert b"Creation-Date" not in first


def test_a_translation_is_kept_and_one_no_longer_used_goes(project: Path) -> None:
    before = faults_with(project, 'msgid "Ranking"\nmsgstr ""', 'msgid "Ranking"\nmsgstr "Stand"')
    assert not any("Ranking" in fault for fault in before)
    (project / "templates" / "page.html").write_text('{% load i18n %}{% translate "Ranking" %}')
    sentences = translations.collect(project)
    assert "nl: no longer used: 'Seats' (templates/page.html)" in list(
        translations.faults("nl", sentences, project / "locale")
    )
    translations.update("nl", sentences, project / "locale")
    text = translations.po_file("nl", project / "locale").read_text()
    assert 'msgstr "Stand"' in text and "Seats" not in text


def test_a_missing_translation_is_named_with_its_place(project: Path) -> None:
    assert "nl: missing: 'Seats' (templates/page.html)" in faults_with(project, 'msgid "Seats"', 'msgid "Seats"')


def test_a_fuzzy_translation_is_a_fault(project: Path) -> None:
    faults = faults_with(project, 'msgid "Seats"\nmsgstr ""', '#, fuzzy\nmsgid "Seats"\nmsgstr "Plaatsen"')
    assert "nl: fuzzy: 'Seats' (templates/page.html)" in faults


@pytest.mark.parametrize(
    ("first", "second", "in_order"),
    [
        ("%(n)s tafel", "%(n)s tafels", True),
        ("%(n)s tafel", "tafels", False),
        ("%(n)s tafel", "%(number)s tafels", False),
        ("%(n)s tafel", "", False),
    ],
)
def test_placeholders_agree_in_every_plural_form(project: Path, first: str, second: str, in_order: bool) -> None:
    old = 'msgid_plural "%(n)s tables"\nmsgstr[0] ""\nmsgstr[1] ""'
    new = f'msgid_plural "%(n)s tables"\nmsgstr[0] "{first}"\nmsgstr[1] "{second}"'
    assert any("%(n)s table'" in fault for fault in faults_with(project, old, new)) is not in_order


def test_a_singular_may_leave_its_number_out_as_the_original_does(project: Path) -> None:
    old = 'msgid_plural "%(n)s players"\nmsgstr[0] ""\nmsgstr[1] ""'
    new = 'msgid_plural "%(n)s players"\nmsgstr[0] "%(n)s speler"\nmsgstr[1] "%(n)s spelers"'
    assert not any("One player" in fault for fault in faults_with(project, old, new))


def test_what_is_compiled_is_what_django_says(project: Path, settings: object) -> None:
    locale = project / "locale"
    for language in translations.LANGUAGES:
        translations.update(language, translations.collect(project), locale)
    path = translations.po_file("nl", locale)
    path.write_text(path.read_text().replace('msgid "Seats"\nmsgstr ""', 'msgid "Seats"\nmsgstr "Plaatsen"'))
    translations.compile_all(locale)
    settings.LOCALE_PATHS = [locale]  # type: ignore[attr-defined]
    with translation.override("nl"):
        assert translation.gettext("Seats") == "Plaatsen"
