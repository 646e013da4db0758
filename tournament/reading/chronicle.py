"""The logbook for people to read: each sealed line in a few words of the visitor's language."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import RuleSet, differences, words
from scoring.differences import RuleSetDifference
from scoring.parts import part_name
from tournament.acts.clock import hour
from tournament.ranking.format import Format
from tournament.ranking.round_names import inside, round_name, rounds_name
from tournament.reading.chronicle_words import WORDS
from tournament.reading.decided import labelled
from tournament.reading.history import Moment
from tournament.wording import language, points, tricks_text

ACTS = {
    "make_event": gettext_lazy("Event created"),
    "change_event": gettext_lazy("Plan changed"),
    "change_state": gettext_lazy("State changed"),
    "wipe_rehearsal": gettext_lazy("Event started, rehearsal wiped"),
    "bring_rehearsal_back": gettext_lazy("Rehearsal restored"),
    "import_event": gettext_lazy("Event imported from a file"),
    "bin_event": gettext_lazy("Event moved to the bin"),
    "restore_event": gettext_lazy("Event restored from the bin"),
    "change_rules": gettext_lazy("Rules changed"),
    "correct_rules": gettext_lazy("Rules corrected"),
    "compare_rules": gettext_lazy("Rules compared with the sheet"),
    "set_logo": gettext_lazy("Logo chosen"),
    "remove_logo": gettext_lazy("Logo removed"),
    "set_sponsors": gettext_lazy("Picture of the sponsors chosen"),
    "remove_sponsors": gettext_lazy("Picture of the sponsors removed"),
    "grant_role": gettext_lazy("Role given"),
    "revoke_role": gettext_lazy("Role removed"),
    "plays_as": gettext_lazy("Which player a member is"),
    "add_entries": gettext_lazy("Players entered"),
    "register": gettext_lazy("Player registered"),
    "set_admission": gettext_lazy("Registration changed"),
    "set_fee": gettext_lazy("Fee paid or taken back"),
    "count_cash": gettext_lazy("Cash counted"),
    "move_up": gettext_lazy("Moved up from the waiting list"),
    "import_people": gettext_lazy("List of players imported"),
    "change_entry": gettext_lazy("Player corrected"),
    "renew_personal_link": gettext_lazy("Personal link and PIN renewed"),
    "delete_entry": gettext_lazy("Player deleted"),
    "say_restored": gettext_lazy("Restored from a backup"),
    "anonymise": gettext_lazy("Names removed"),
    "rename_clubs": gettext_lazy("Clubs merged or renamed"),
    "check_in": gettext_lazy("Attendance"),
    "check_in_all": gettext_lazy("Everybody is here"),
    "withdraw": gettext_lazy("Withdrawn"),
    "close_desk": gettext_lazy("Check-in closed: absent players are out"),
    "reopen_desk": gettext_lazy("Check-in reopened: players it had put out may play"),
    "readmit": gettext_lazy("Readmitted"),
    "exclude": gettext_lazy("Excluded"),
    "set_format": gettext_lazy("Format changed"),
    "freeze_ranking": gettext_lazy("Public ranking frozen or shown"),
    "reveal_places": gettext_lazy("Places revealed"),
    "set_prizes": gettext_lazy("Prizes set"),
    "enlist": gettext_lazy("Player put in lists of prizes"),
    "cut": gettext_lazy("Cut made"),
    "undo_cut": gettext_lazy("Cut undone"),
    "replace_finalist": gettext_lazy("Finalist replaced"),
    "promise_draw": gettext_lazy("Draw promised"),
    "draw_rounds": gettext_lazy("Rounds drawn"),
    "reseat": gettext_lazy("Upcoming rounds reseated"),
    "set_room": gettext_lazy("Map of the room"),
    "seat_round": gettext_lazy("Round drawn"),
    "withdraw_draw": gettext_lazy("Draw rejected"),
    "publish_round": gettext_lazy("Seating published"),
    "withdraw_publication": gettext_lazy("Publication withdrawn"),
    "exchange_places": gettext_lazy("Seats swapped by hand"),
    "swap_seats": gettext_lazy("Swapped seats put right"),
    "show_round": gettext_lazy("Round shown or hidden"),
    "close_round": gettext_lazy("Round closed"),
    "reopen_round": gettext_lazy("Round reopened"),
    "set_clock": gettext_lazy("Hour until which a round is provisional"),
    "start_timer": gettext_lazy("Timer started"),
    "pause_timer": gettext_lazy("Timer paused"),
    "resume_timer": gettext_lazy("Timer resumed"),
    "change_timer": gettext_lazy("Timer changed"),
    "remove_timer": gettext_lazy("Timer removed"),
    "give_time": gettext_lazy("Extra minutes for a table"),
    "declare_final": gettext_lazy("Ranking declared final"),
    "take_back_final": gettext_lazy("Ranking provisional again"),
    "choose_captain": gettext_lazy("Captain chosen"),
    "substitute": gettext_lazy("Substitute seated"),
    "take_table": gettext_lazy("A phone took the table"),
    "renew_link": gettext_lazy("Link of a table renewed"),
    "announce": gettext_lazy("Contract announced"),
    "record_deal": gettext_lazy("Deal recorded"),
    "correct_deal": gettext_lazy("Deal corrected"),
    "empty_table": gettext_lazy("Sheet emptied"),
    "end_table": gettext_lazy("Table stopped early"),
    "play_on": gettext_lazy("Table plays on"),
    "undo_deal": gettext_lazy("Deal taken back"),
    "count_passes": gettext_lazy("All pass"),
    "misdeal": gettext_lazy("Misdeal"),
    "undo_misdeal": gettext_lazy("Misdeal taken back"),
    "close_table": gettext_lazy("Table closed"),
    "verify_table": gettext_lazy("Sheet typed a second time, and it agrees"),
    "keep_picture": gettext_lazy("Score sheet kept as a picture"),
    "reopen_table": gettext_lazy("Table reopened"),
    "sign": gettext_lazy("Signed"),
    "dispute": gettext_lazy("Deal disputed"),
    "resolve_dispute": gettext_lazy("Dispute resolved"),
    "sign_on_paper": gettext_lazy("Table closed, signed on paper"),
    "close_unsigned": gettext_lazy("Table closed without all signatures"),
    "call": gettext_lazy("Jury called"),
    "withdraw_call": gettext_lazy("Call withdrawn"),
    "take_call": gettext_lazy("Call taken or handed on"),
    "settle_call": gettext_lazy("Call settled"),
    "post_notice": gettext_lazy("Announcement"),
    "take_back_notice": gettext_lazy("Announcement taken back"),
    "penalise": gettext_lazy("Penalty"),
    "rule": gettext_lazy("Ruling on a deal"),
    "cancel_decision": gettext_lazy("Decision cancelled"),
    "end_rulings": gettext_lazy("Earlier rulings ended"),
    "appeal": gettext_lazy("Appeal against a decision"),
    "settle_appeal": gettext_lazy("Appeal settled"),
}
# Acts whose `number` is an entry's; at a table it is a deal's.
ABOUT_PLAYERS = frozenset(
    {
        "change_entry",
        "renew_personal_link",
        "delete_entry",
        "check_in",
        "withdraw",
        "readmit",
        "move_up",
        "exclude",
        "enlist",
        "set_fee",
    }
)
DESK = frozenset({"check_in_all", "close_desk", "reopen_desk"})
# At most this many changes or parts of the rules are named on one line.
MOST_NAMED = 4
NOBODY: Mapping[int, str] = MappingProxyType({})


def act(name: str) -> str:
    """The name of an act in words; an act of a later version keeps its own name."""
    return str(ACTS.get(name, name))


def describe(moment: Moment, ruleset: RuleSet, planned: Format) -> str:
    """What an act was about and what it did: "Round 1, table 3, deal 5 · samen 8, seat 1 and seat 3: 9 tricks".

    Rounds are named by `planned`, the event's current format.
    """
    parts = [_place(moment, planned), *_who(moment), *_what(moment, ruleset, planned)]
    return " · ".join(part for part in parts if part)


def _place(moment: Moment, planned: Format) -> str:
    """The round, table and deal, as far as the line has them."""
    at: Mapping[str, Any] = {**moment.facts, **(moment.facts.get("place") or {})}
    deal = at.get("deal", None if moment.act in ABOUT_PLAYERS else at.get("number"))
    if at.get("table") is None:
        return round_name(planned, at["round"]) if "round" in at else ""
    numbers = {"round": round_name(planned, at["round"]), "table": at["table"], "deal": deal}
    if deal is None:
        return _("%(round)s, table %(table)s") % numbers
    return _("%(round)s, table %(table)s, deal %(deal)s") % numbers


def _who(moment: Moment) -> Iterator[str]:
    """The players in a line, by number, because names are not in the logbook."""
    given = moment.facts
    number = given.get("number") if moment.act in ABOUT_PLAYERS else given.get("entry")
    number = number["number"] if isinstance(number, Mapping) else number
    if number is not None:
        yield _("player %(number)s") % {"number": number}
    if "out" in given:
        yield _("player %(number)s replaces player %(out)s") % {"number": given["in"], "out": given["out"]}
    if "entries" in given or "finalists" in given:
        count = len(given.get("entries", given.get("finalists", ())))
        yield ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    if moment.act in DESK:
        yield ", ".join(str(number) for number in given["entries"])
    if "decision" in given and given["decision"] is not None:
        yield _("decision %(number)s") % {"number": given["decision"]}
    yield ", ".join(labelled(entry, points(value)) for entry, value in given.get("adjustments", {}).items())


def _what(moment: Moment, ruleset: RuleSet, planned: Format) -> Iterator[str]:
    """What was decided, entered or counted."""
    given = moment.facts
    for name, in_words in WORDS.items():
        if given.get(name) is not None:
            yield str(in_words(given[name]))
    if given.get("announced"):
        yield _who_plays(given["announced"], ruleset, NOBODY)
    if given.get("result"):
        yield describe_result(given["result"], ruleset)
    yield from _drawn(moment, planned)
    yield _named(
        [
            differences.describe(RuleSetDifference.from_dict(change), language(), ruleset)
            for change in given.get("changes", ())
        ]
    )
    if moment.act == "set_clock":
        yield hour(datetime.fromisoformat(given["until"])) if given["until"] else _("No hour")
    if moment.act == "compare_rules":
        yield _named([part_name(part, ruleset, language()) for part in given["parts"]])


def _named(names: Sequence[str]) -> str:
    """The first MOST_NAMED names, and an ellipsis if there are more."""
    return "; ".join([*names[:MOST_NAMED], *(["…"] if len(names) > MOST_NAMED else [])])


def describe_result(result: Mapping[str, Any], ruleset: RuleSet, names: Mapping[int, str] = NOBODY) -> str:
    """A result on one line: "samen 9, An and Bert: 10 tricks". A player without a name in `names` is "seat 1"."""
    if "points" in result:
        points_of = ((int(seat), points(value)) for seat, value in result["points"].items())
        return ", ".join(labelled(_called(seat, names), value) for seat, value in points_of)
    tricks = result["tricks"]
    if isinstance(tricks, int):
        return labelled(_who_plays(result, ruleset, names), tricks_text(tricks))
    each = (labelled(_called(int(seat), names), tricks_text(count)) for seat, count in tricks.items())
    return ", ".join([words.contract(result["contract"], language(), ruleset), *each])


def _who_plays(played: Mapping[str, Any], ruleset: RuleSet, names: Mapping[int, str]) -> str:
    """A contract and its declarers: "samen 9, An and Bert"."""
    contract = words.contract(played["contract"], language(), ruleset)
    return f"{contract}, {_together([_called(seat, names) for seat in played['declarers']])}"


def _called(seat: int, names: Mapping[int, str]) -> str:
    return names.get(seat) or _("seat %(seat)s") % {"seat": seat}


def _together(names: Sequence[str]) -> str:
    """The names of one side: "An and Bert"."""
    *others, last = names
    return _("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last} if others else last


def _drawn(moment: Moment, planned: Format) -> Iterator[str]:
    """What a line says about rounds and seats: drawn, published, withdrawn or discarded together, exchanged."""
    given = moment.facts
    if moment.act == "draw_rounds":
        yield _from_to(planned, given["first"], given["first"] + given["count"] - 1)
        yield ngettext("%(count)s player", "%(count)s players", len(given["players"])) % {
            "count": len(given["players"])
        }
        if given["attempt"] > 1:
            yield _("draw number %(number)s under this promise") % {"number": given["attempt"]}
    elif "rounds" in given and moment.act in ("publish_round", "withdraw_draw", "withdraw_publication"):
        yield _from_to(planned, given["rounds"][0], given["rounds"][-1])
    elif moment.act == "reseat":
        yield _from_to(planned, given["seated"][0]["round"], given["seated"][-1]["round"])
        yield _("%(left)s left, %(came)s arrived") % {"left": len(given["absent"]), "came": len(given["arrived"])}
    elif moment.act == "exchange_places":
        yield " ↔ ".join(_("player %(number)s") % {"number": number} for number, *_at in given["places"])
    elif moment.act == "empty_table":
        numbers = ", ".join(str(number) for number, _version in given["deals"])
        yield _("deals %(numbers)s") % {"numbers": numbers}
    if "revealed" in given:
        yield _("secret revealed")


def _from_to(planned: Format, first: int, last: int) -> str:
    return inside(rounds_name(planned, first, last)) if last > first else round_name(planned, first)
