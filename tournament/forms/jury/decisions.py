"""The jury's decisions as forms; they return players, tables and amounts."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel.begun import begun_tables
from tournament.acts.kernel.decisions import LONGEST_REASON
from tournament.models import Entry, Event, Table
from tournament.naming import folded, holds
from tournament.reading.jury.penalties import Amount
from tournament.reading.table.sheets import full_name
from tournament.wording import plain

MOST_PLAYERS = 8
BETWEEN = re.compile(r"[,;\n]")
NAMED_IN_ERROR = 5
# Both readings of "opponents receive 5 points" (2018, article 5).
RECEIVERS = (
    ("opponents", _("The opponents in the deal (against two players: these two)")),
    ("others", _("All three others at the table")),
)


class PlaceForm(forms.Form):
    """A deal of a table, by its numbers."""

    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=1000)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=10_000)
    deal = forms.IntegerField(label=_("Deal"), min_value=1, max_value=1000)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event

    def clean(self) -> dict[str, Any]:
        """Refuses a deal that no table plays."""
        data = super().clean() or {}
        if not self.errors:
            row = table_of(self.event, data["round"], data["table"])
            if row is None or data["deal"] > row.deals_planned:
                raise forms.ValidationError(_("There is no such deal."))
        return data


class WhoForm(forms.Form):
    """Whom a penalty is for, and where it happened; which of its `offences`, if they are counted apart; and
    whom the rule means by opponents, where the jury is asked `to` whom the points go.

    Those who sit `here` (numbers and names), at the table in the address, are ticked instead of typed.
    """

    players = forms.CharField(
        label=_("Player"),
        help_text=_("The number, or part of the name. Separate several with commas."),
        max_length=200,
        widget=forms.TextInput({"list": "players", "autocomplete": "off"}),
    )
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=1000, required=False)
    table = forms.IntegerField(
        label=_("Table"),
        help_text=_("Leave empty for the player’s table in the round being played."),
        min_value=1,
        max_value=10_000,
        required=False,
    )
    deal = forms.IntegerField(label=_("Deal"), min_value=1, max_value=1000, required=False)
    nowhere = forms.BooleanField(label=_("Not at a table"), required=False)

    def __init__(
        self,
        *args: Any,
        event: Event,
        offences: Sequence[tuple[str, str]] = (),
        seated: Sequence[tuple[int, str]] = (),
        to: str = "others",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        if seated:
            box = forms.CheckboxSelectMultiple
            self.fields["here"] = forms.MultipleChoiceField(
                label=_("Player"), choices=list(seated), required=False, widget=box
            )
            self.fields["players"].required, self.fields["players"].label = False, _("Another player")
            self.order_fields(["here"])
        if offences:
            self.fields["offence"] = forms.ChoiceField(
                label=_("What happened"), choices=list(offences), widget=forms.RadioSelect
            )
            self.order_fields(["offence"])
        if to == "opponents":
            self.fields["to"] = forms.ChoiceField(
                label=_("Who receives the points"),
                help_text=_("The source says only “opponents”. Our reading is the first; the jury decides."),
                choices=RECEIVERS,
                initial=to,
                required=False,
                widget=forms.RadioSelect,
            )

    def clean_players(self) -> list[Entry]:
        """The players meant, each once: those ticked and those typed."""
        entries = list(Entry.objects.filter(event=self.event).select_related("player").order_by("number"))
        typed = [part.strip() for part in BETWEEN.split(self.cleaned_data["players"]) if part.strip()]
        parts = [*self.cleaned_data.get("here", ()), *typed]
        if not parts:
            raise forms.ValidationError(self.fields["players"].error_messages["required"])
        if len(parts) > MOST_PLAYERS:
            raise forms.ValidationError(_("Name at most %(most)s players.") % {"most": MOST_PLAYERS})
        meant = {entry.number: entry for entry in (_meant(part, entries) for part in parts)}
        return list(meant.values())

    def clean(self) -> dict[str, Any]:
        """Finds the table, by its numbers or by where the player sits; `at` is that table or None."""
        data = super().clean() or {}
        data["at"] = None if self.errors or data.get("nowhere") else self._table(data)
        if data.get("deal") and (data["at"] is None or data["deal"] > data["at"].deals_planned):
            self.add_error("deal", _("There is no such deal."))
        return data

    def _table(self, data: Mapping[str, Any]) -> Table | None:
        players, number = data["players"], data.get("table")
        if not number and len(players) != 1:
            return None
        here = {"number": number} if number else {"seats__entry": players[0]}
        found = _table_in_play(Table.objects.filter(round__event=self.event, **here), data.get("round"))
        if number and found is None:
            self.add_error("table", _("There is no such table."))
        return found


class ReasonsForm(forms.Form):
    """Why something is decided: the public reason, and the internal one."""

    reason = forms.CharField(
        label=_("Public reason"),
        help_text=_("Shown with the player’s results. Name the rule, not the people."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 2}),
    )
    internal = forms.CharField(
        label=_("What happened (not public)"),
        help_text=_("Read by the staff, and at the table concerned while its round is open. May be left empty."),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )


def _range(amount: Amount) -> str:
    """The label of a field for points: the two numbers they are between, or the only number possible."""
    if amount.least == amount.most:
        return _("Points (%(points)s)") % {"points": plain(amount.least)}
    return _("Points (%(least)s to %(most)s)") % {"least": plain(amount.least), "most": plain(amount.most)}


class DecisionForm(ReasonsForm):
    """The points that a decision gives and takes, why, and by which article.

    `expected` is the number the decision was prepared under: see `acts.jury.rulings`. A decision that comes `late`, on
    a deal that was written already, is made only by somebody who says that the jury had spoken before play.
    """

    article = forms.CharField(label=_("Article"), max_length=20, required=False)
    expected = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, amounts: Iterable[Amount] = (), late: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if late:
            self.fields["spoken"] = forms.BooleanField(label=_("The jury said so before the first card was played."))
        self.amounts = list(amounts)
        for amount in self.amounts:
            self.fields[amount.field] = forms.IntegerField(
                label=_range(amount),
                help_text=_("Use a minus sign to deduct points.") if amount.least < 0 else "",
                min_value=amount.least,
                max_value=amount.most,
                initial=amount.usual,
            )

    def expect(self, number: int) -> None:
        """Prepares the decision again, under the number that is free now."""
        self.data = {**self.data, "expected": str(number)}

    def people(self) -> list[tuple[str, forms.BoundField]]:
        """The fields for points, each with the number and name of its player."""
        return [(f"{amount.entry.number} {full_name(amount.entry)}", self[amount.field]) for amount in self.amounts]

    def others(self) -> list[forms.BoundField]:
        """The fields about the decision as a whole."""
        about_people = {amount.field for amount in self.amounts}
        return [field for field in self if field.name not in about_people]

    def typed(self) -> list[int]:
        """The points of each as they were typed so far; the usual ones where nothing valid was."""
        self.full_clean()
        valid = self.cleaned_data if self.is_bound else {}
        return [valid.get(amount.field, amount.usual) for amount in self.amounts]

    def points(self) -> dict[int, int]:
        """Points by entry number: for those it is against, and for others who get any."""
        given = [(amount, self.cleaned_data[amount.field]) for amount in self.amounts]
        return {amount.entry.number: points for amount, points in given if points or amount.against}


def table_of(event: Event, round: int, number: int) -> Table | None:
    """A table by its numbers; None if there is no such table."""
    rows = Table.objects.filter(round__event=event, round__number=round, number=number)
    return rows.select_related("round__event").first()


def _meant(part: str, entries: Sequence[Entry]) -> Entry:
    """The one entry that a number or part of a name can mean."""
    if part.isascii() and part.isdigit():
        found = [entry for entry in entries if str(entry.number) == part.lstrip("0")]
    else:
        found = [entry for entry in entries if holds(entry.player.name, part)]
        found = [entry for entry in found if folded(entry.player.name) == folded(part)] or found
    if not found:
        raise forms.ValidationError(gettext("No player matches “%(part)s”.") % {"part": part})
    if len(found) > 1:
        names = ", ".join(f"{entry.number} {full_name(entry)}" for entry in found[:NAMED_IN_ERROR])
        raise forms.ValidationError(gettext("“%(part)s” could be %(names)s.") % {"part": part, "names": names})
    return found[0]


def _table_in_play(tables: QuerySet[Table], round: int | None) -> Table | None:
    """Of these tables the one in a round, or in the one being played: the last that has begun.

    If none has begun, the first in a round that is not closed.
    """
    published = tables.filter(round__published=True).select_related("round__event")
    if round:
        return published.filter(round__number=round).first()
    last = begun_tables(published).order_by("-round__number").first()
    return last or published.order_by("round__closed", "round__number").first()
