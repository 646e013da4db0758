"""Forms for choosing, loading and saving a whole rule set, and for the reason of a correction."""

import json
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import RuleSet, RuleSetError, keys, load, words
from scoring.catalogue import LANGUAGES
from scoring.errors import FaultyRuleSetError
from scoring.rules.presets import MAX_BYTES, read_text
from tournament.acts.event.own_rules import LONGEST_KEY
from tournament.acts.kernel.decisions import LONGEST_REASON
from tournament.errors import UserError
from tournament.naming import short_slug
from tournament.reading.event import rulesets
from tournament.wording import language

LONGEST_NAME = 120
# A rule set as JSON: room for everything that can be typed in the form, in three languages.
LONGEST_PROPOSAL = 600_000


def offered() -> list[tuple[str, str]]:
    """The rule sets to choose from, each labelled with how reliable its figures are: the presets, then saved ones."""
    own = [(ruleset.key, _described(ruleset, gettext("saved here"))) for ruleset in rulesets.own()]
    return [(key, _described(load(key))) for key in keys()] + own


def presets() -> list[tuple[str, str]]:
    """The rule sets that come with Troel, each with what it is: those that were saved here belong to nobody."""
    return [(key, _labelled(load(key))) for key in keys()]


def _described(ruleset: RuleSet, origin: str = "") -> str:
    """A rule set as the label of its radio button, with how reliable its figures are."""
    if ruleset.points_only:
        return _labelled(ruleset, words.why(ruleset, language()))
    mark = "" if ruleset.verified else gettext("unverified figures")
    return _labelled(ruleset, " · ".join(filter(None, [origin, mark, ruleset.source])))


def _labelled(ruleset: RuleSet, more: str = "") -> str:
    """Name, what it is, and more about it, each on a line of its own."""
    name, about = words.ruleset_name(ruleset, language()), words.about(ruleset.key, language())
    lines = format_html_join("", " <small>{}</small>", ([line] for line in (about, more) if line))
    return format_html("<span>{}{}</span>", name, lines)


class ChooseForm(forms.Form):
    """Another rule set for an event; the form returns the rule set itself."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rules"] = forms.ChoiceField(label=_("Rules"), choices=offered, widget=forms.RadioSelect)

    def ruleset(self) -> RuleSet:
        """The rule set of a valid form."""
        return rulesets.find(self.cleaned_data["rules"])


class LoadForm(forms.Form):
    """A rule set in a file. `faults` lists what is wrong with it, a sentence each, with its place."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("A rule set in TOML, as downloaded from Troel: at most 256 KB."),
        widget=forms.ClearableFileInput({"accept": ".toml"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.faults: list[str] = []
        self._ruleset: RuleSet | None = None

    def clean_file(self) -> UploadedFile:
        """Reads the file; refuses one that is too large, not TOML, or not a rule set."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MAX_BYTES:
            raise forms.ValidationError(_("This file is too large for a rule set: at most 256 KB."))
        try:
            self._ruleset = RuleSet.from_dict(read_text(file.read()))
        except FaultyRuleSetError as error:
            self.faults = [words.fault(fault, language()) for fault in error.faults]
            raise forms.ValidationError(_("The rules in this file have faults. Nothing was saved.")) from error
        except RuleSetError as error:
            raise forms.ValidationError(error.sentence(language())) from error
        return file

    def ruleset(self) -> RuleSet:
        """The rule set of a valid form."""
        if self._ruleset is None:
            raise ValueError("The form was not valid.")
        return self._ruleset


class KeepForm(forms.Form):
    """The name under which a rule set is saved on this installation."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    key = forms.CharField(
        label=_("Key"),
        help_text=_("Lowercase letters, digits and hyphens. Leave empty to make it from the name."),
        max_length=LONGEST_KEY,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """Makes the key from the name if none was given."""
        data = super().clean() or {}
        data["key"] = data.get("key") or short_slug(data.get("name", ""), LONGEST_KEY)
        if not data["key"] and "name" in data:
            self.add_error("key", _("No key can be made from this name: type one."))
        return data

    def names(self) -> dict[str, str]:
        """The name of a valid form, the same in each language."""
        return dict.fromkeys(LANGUAGES, self.cleaned_data["name"])


class CorrectForm(forms.Form):
    """Proposed rules, carried from page to page as JSON, and the reason for the correction."""

    rules = forms.CharField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Players and captains read this. Do not name anyone."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 3}),
    )


def proposed(ruleset: RuleSet) -> str:
    """A rule set as it is carried in the hidden field `rules`."""
    return json.dumps(ruleset.to_dict(), ensure_ascii=False, separators=(",", ":"))


def proposal(data: QueryDict) -> RuleSet:
    """The rules in that field, checked again, because the client may have changed them. Refused if they are invalid."""
    try:
        return RuleSet.from_dict(json.loads(data.get("rules", "")[:LONGEST_PROPOSAL]))
    except (ValueError, RecursionError) as error:
        raise UserError(_("These rules cannot be read."), 422) from error
