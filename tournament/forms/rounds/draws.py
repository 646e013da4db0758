"""An organiser's wishes for a draw, as a form; it returns a finished `DrawRequest`."""

import re
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.acts.people.registration import NAME_LENGTH
from tournament.acts.rounds.draws import MAX_WORDS
from tournament.acts.rounds.rounds import deals_at_five
from tournament.draw.drawable import Drawable
from tournament.draw.drawing import DrawRequest
from tournament.draw.field import JOKERS
from tournament.draw.wishes import KINDS, USUAL
from tournament.ranking.round_names import rounds_name, the_round
from tournament.seating.constraints import FIVES, SIT_OUTS

FIRST, THEN = pgettext_lazy("constraint of a draw", "First"), pgettext_lazy("constraint of a draw", "Then")
PAIR = re.compile(r"(\d{1,7})\s*[-+]\s*(\d{1,7})", re.ASCII)
STAY = re.compile(r"(\d{1,7})\s*:\s*(\d{1,4})", re.ASCII)
# The separators between several items.
BETWEEN = re.compile(r"[,;\n]")
MOST_TYPED = 2000


class DrawForm(forms.Form):
    """How many rounds, which wishes, what to do with players who do not fill a table; only what this event allows."""

    words = forms.CharField(
        label=_("Public phrase"),
        help_text=_(
            "For example, four dice thrown by a player. They go into the draw, so that nobody can choose it alone."
        ),
        max_length=MAX_WORDS,
        required=False,
    )
    apart = forms.CharField(
        label=_("Not at one table"),
        help_text=_("Pairs of player numbers, such as 3-17, 4-9."),
        max_length=MOST_TYPED,
        required=False,
    )
    stays = forms.CharField(
        label=_("Stays at a table"),
        help_text=_("The number of a player and of a table, such as 5:1, for someone who cannot move easily."),
        max_length=MOST_TYPED,
        required=False,
    )

    def __init__(self, data: QueryDict | None = None, *, drawable: Drawable) -> None:
        super().__init__(data, initial={"rounds": drawable.left, "rest": "" if drawable.lacking else JOKERS})
        self.drawable = drawable
        if drawable.left > 1:
            self.fields["rounds"] = _rounds_field(drawable)
        if drawable.uneven and drawable.rests:
            self.fields["rest"] = _rest_field(drawable)
        self.wish_fields = [f"wish_{at}" for at in range(1, len(drawable.kinds) + 1)] if len(drawable.kinds) > 1 else []
        for at, name in enumerate(self.wish_fields):
            self.fields[name] = _kind_field(at, drawable.kinds)
        self.order_fields(["rounds", "rest", "words", *self.wish_fields])

    def clean_apart(self) -> tuple[tuple[int, int], ...]:
        """Pairs of different players who are in the event."""
        pairs = tuple((int(a), int(b)) for a, b in self._typed("apart", PAIR))
        self._known([number for pair in pairs for number in pair])
        if any(a == b for a, b in pairs):
            raise forms.ValidationError(_("A player cannot be kept apart from themselves."))
        return pairs

    def clean_stays(self) -> dict[int, int]:
        """The table of each player who stays at one."""
        found = {int(number): int(table) for number, table in self._typed("stays", STAY)}
        self._known(list(found))
        return found

    def clean(self) -> dict[str, Any]:
        """Refuses a wish that is chosen twice."""
        data = super().clean() or {}
        chosen = self._chosen(data)
        if len(set(chosen)) < len(chosen):
            self.add_error(self.wish_fields[0], _("Choose each only once."))
        return data

    def wanted(self) -> DrawRequest:
        """The wishes of a valid form."""
        data = self.cleaned_data
        return DrawRequest(
            rounds=int(data.get("rounds") or 1),
            wishes=tuple(self._chosen(data)) or _usual(self.drawable.kinds),
            rest=data.get("rest") or JOKERS,
            apart=data["apart"],
            stays=data["stays"],
            words=data["words"],
        )

    def _chosen(self, data: dict[str, Any]) -> list[str]:
        return [data[name] for name in self.wish_fields if data.get(name)]

    def _typed(self, name: str, form: re.Pattern[str]) -> list[tuple[str, ...]]:
        """The items that were typed; refused if one does not have the form."""
        items = [item.strip() for item in BETWEEN.split(self.cleaned_data[name]) if item.strip()]
        found = [form.fullmatch(item) for item in items]
        wrong = next((item for item, match in zip(items, found, strict=True) if match is None), "")
        if wrong:
            raise forms.ValidationError(gettext("This cannot be read: %(item)s") % {"item": wrong[:40]})
        return [match.groups() for match in found if match]

    def _known(self, numbers: list[int]) -> None:
        strangers = [number for number in numbers if number not in self.drawable.numbers]
        if strangers:
            raise forms.ValidationError(gettext("No player has number %(number)s.") % {"number": strangers[0]})


class JokerForm(forms.Form):
    """A joker who is present. `start` was the next free number when the form was made: sent twice, it enters one."""

    name = forms.CharField(label=_("Name of the joker"), max_length=NAME_LENGTH)
    start = forms.IntegerField(min_value=1, max_value=1_000_000, widget=forms.HiddenInput)


class ExchangeForm(forms.Form):
    """Two players who change places."""

    one = forms.IntegerField(label=_("Number of the first player"), min_value=1, max_value=1_000_000)
    other = forms.IntegerField(label=_("Number of the second player"), min_value=1, max_value=1_000_000)

    def numbers(self) -> tuple[int, int]:
        """The numbers of a valid form."""
        return self.cleaned_data["one"], self.cleaned_data["other"]


def _rounds_field(drawable: Drawable) -> forms.ChoiceField:
    planned = drawable.planned
    every = gettext("%(rounds)s at once") % {"rounds": rounds_name(planned, drawable.first, drawable.last)}
    next_one = gettext("Only %(round)s") % {"round": the_round(planned, drawable.first)}
    choices = [(str(drawable.left), every), ("1", next_one)]
    return forms.ChoiceField(label=_("What to draw"), choices=choices, required=False, widget=forms.RadioSelect)


def _rest_field(drawable: Drawable) -> forms.ChoiceField:
    """What to do with players who do not fill a table. If jokers are lacking, nothing is preselected."""
    return forms.ChoiceField(
        label=gettext("%(players)s players do not fill tables of four") % {"players": drawable.players},
        choices=[(rest, rest_words(drawable, rest)) for rest in drawable.rests],
        required=bool(drawable.lacking),
        widget=forms.RadioSelect,
    )


def rest_words(drawable: Drawable, rest: str) -> str:
    """What becomes of those who fill no table, if that is done with them."""
    return {JOKERS: _with_jokers, FIVES: _with_fives, SIT_OUTS: _with_sit_outs}[rest](drawable)


def _with_jokers(drawable: Drawable) -> str:
    told = ngettext(
        "%(wanting)s joker fills the last table: nobody sits out and no table plays longer",
        "%(wanting)s jokers fill the last table: nobody sits out and no table plays longer",
        drawable.wanting,
    )
    return told % {"wanting": drawable.wanting}


def _with_fives(drawable: Drawable) -> str:
    """How many tables of five, and how much longer these play, and so the whole round."""
    longer = deals_at_five(drawable.deals)
    told = ngettext(
        "%(tables)s table of five, where the dealer sits out: %(longer)s deals instead of %(deals)s, %(percent)s%% "
        "longer",
        "%(tables)s tables of five, where the dealer sits out: %(longer)s deals instead of %(deals)s, %(percent)s%% "
        "longer",
        drawable.over,
    )
    percent = (100 * (longer - drawable.deals) + drawable.deals // 2) // drawable.deals
    return told % {"tables": drawable.over, "longer": longer, "deals": drawable.deals, "percent": percent}


def _with_sit_outs(drawable: Drawable) -> str:
    """How many sit out each round, and what they get for it."""
    if drawable.sit_out == "average":
        told = ngettext(
            "%(players)s player sits out each round, in turn, for the average of the other rounds",
            "%(players)s players sit out each round, in turn, for the average of the other rounds",
            drawable.over,
        )
    else:
        told = ngettext(
            "%(players)s player sits out each round, in turn, without points",
            "%(players)s players sit out each round, in turn, without points",
            drawable.over,
        )
    return told % {"players": drawable.over}


def _usual(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The default wishes, limited to those for which the event has facts."""
    return tuple(kind for kind in kinds if kind in USUAL)


def _kind_field(at: int, kinds: tuple[str, ...]) -> forms.ChoiceField:
    choices = [("", _("nothing more")), *((kind, KINDS[kind].words) for kind in kinds)]
    usual = _usual(kinds)
    return forms.ChoiceField(
        label=THEN if at else FIRST,
        choices=choices if at else choices[1:],
        required=False,
        initial=usual[at] if at < len(usual) else "",
    )
