"""Making a championship, changing its plan, moving it from rehearsal to archive."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta
from secrets import token_hex
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring import TIE_BREAKS, RuleSet
from scoring.catalogue import LANGUAGES
from tournament import access
from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.open_event import require_all_shown, require_open
from tournament.acts.kernel.rehearsal_data import rehearsal_data_of
from tournament.errors import UserError
from tournament.models import Decision, Event, Membership
from tournament.naming import first_free, is_storable, short_slug
from tournament.version_tokens import require_unchanged, token_of

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# Addresses below /staff/ that are pages of clubs.
RESERVED = {"o", "organisations"}
STATES = list(Event.State)
MAX_APPEAL_MINUTES = 1440
# A second form of the same name within so many seconds is the first one sent again.
SENT_TWICE = 60
# What the ranking depends on besides the facts.
RANKED_BY = ("tie_breaks", "ranks_jokers")


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What an organiser decides about an event. `rules` is a rule set as `RuleSet.to_dict` returns it."""

    name: str
    rules: Mapping[str, Any]
    place: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    planned_rounds: int = 3
    deals_per_round: int = 16
    tie_breaks: list[str] = field(default_factory=lambda: list(TIE_BREAKS))
    languages: list[str] = field(default_factory=lambda: list(LANGUAGES))
    confirmation: str = Event.Confirmation.CAPTAIN
    jury: str = Event.Jury.TABLE
    appeal_minutes: int = 0
    typed_twice: bool = False
    paper_signed: bool = False
    records_trump: bool = False
    ranks_jokers: bool = False
    listed: bool = True

    @classmethod
    def of(cls, event: Event) -> "EventPlan":
        """The present plan of an event."""
        return cls(**{name: getattr(event, name) for name in cls.__dataclass_fields__})


def make_event(actor: str, slug: str, plan: EventPlan, *, demo: bool = False, lot_seed: str = "") -> Event:
    """Makes an event, in rehearsal. Refused when the slug is taken or not made of a-z, 0-9 and hyphens."""
    check_plan(plan)
    check_penalties(RuleSet.from_dict(plan.rules))
    check_slug(slug)
    with transaction.atomic():
        event, created = Event.objects.get_or_create(slug=slug)
        if not created:
            raise UserError(_("There is already an event at this address. Choose another one."))
        facts = {
            "slug": slug,
            "demo": demo,
            "lot_seed": lot_seed or token_hex(16),
            "plan": sealed_plan(event, plan),
        }
        logbook.write(event, actor, "make_event", facts)
    return event


def change_event(event: Event, actor: str, plan: EventPlan, *, seen: str | None = None) -> None:
    """Gives the event another plan. The plan's rules are ignored: `acts.event.rules` changes those.

    `seen` is the token (see `plan_token`) of the plan that was looked at: refused if it has changed since. The same
    plan again writes nothing. Once the event is closed its ranking is final: nothing in the plan that the ranking
    depends on can change. If the format names its stages, those determine the number of rounds.
    """
    check_plan(plan)
    with logbook.locked_event(event) as event:
        plan = replace(plan, rules=event.rules)
        if plan == EventPlan.of(event):
            return
        require_unchanged(seen, plan_token(event))
        if any(getattr(plan, name) != getattr(event, name) for name in RANKED_BY):
            require_open(event)
        if event.format.get("stages") and plan.planned_rounds != event.planned_rounds:
            raise UserError(_("The format of this event sets the number of rounds."), 422)
        logbook.write(event, actor, "change_event", {"plan": sealed_plan(event, plan)})


def count_paper_signed(event: Event, actor: str) -> None:
    """From now on what the staff typed from paper counts as signed, in the whole event."""
    with logbook.locked_event(event) as event:
        change_event(event, actor, replace(EventPlan.of(event), paper_signed=True))


def plan_token(event: Event) -> str:
    """A token of the plan of an event without its rules, which are changed by acts of their own."""
    return token_of(replace(EventPlan.of(event), rules={}))


def change_state(event: Event, actor: str, state: str, *, due: str = "") -> None:
    """Moves the event one step on (rehearsal, live, closed, archived), or from closed back to live.

    Refused here if something was played in the rehearsal: `rehearsal.start` begins such an event. Closing an event with
    a hidden round or a frozen ranking is refused too: the public would not see the final ranking. An event with a head
    jury is closed once that has declared the ranking final (`acts.event.declaration`), because closing makes it final.
    What the clock closes says when that was `due` (ISO 8601).
    """
    with logbook.locked_event(event, even_archived=True) as event:
        current, requested = STATES.index(Event.State(event.state)), STATES.index(Event.State(state))
        reopened = (event.state, state) == (Event.State.CLOSED, Event.State.LIVE)
        if requested != current + 1 and not reopened:
            raise UserError(_("The event cannot change from its present state to that one."))
        if event.state == Event.State.REHEARSAL and rehearsal_data_of(event):
            raise UserError(_("Choose whether to wipe or keep the rehearsal."), 422)
        if state == Event.State.CLOSED:
            require_closable(event)
        logbook.write(event, actor, "change_state", {"state": state, **({"due": due} if due else {})})


def require_closable(event: Event) -> None:
    """Refuses, as `change_state` would, to close an event whose final ranking the public would not see, or has not."""
    require_all_shown(event)
    if event.frozen_after is not None:
        raise UserError(_("The public ranking is frozen: show the whole ranking first, on the “Finale” page."))
    if not event.final_at and access.members(event, Membership.Role.HEAD_JURY):
        raise UserError(_("The head jury has not declared the ranking final yet."))


def check_slug(slug: str) -> None:
    """Refuses a slug that no event can have: its pages would have no address."""
    if not SLUG.fullmatch(slug) or len(slug) > 60:
        raise UserError(
            _("The address can contain lowercase letters, digits and single hyphens, at most 60 characters."), 422
        )
    if slug in RESERVED:
        raise UserError(_("There is already a page at this address. Choose another one."), 422)


def check_free(slug: str) -> None:
    """Refuses a slug that no event can have, or that one has."""
    check_slug(slug)
    if Event.objects.filter(slug=slug).exists():
        raise UserError(_("There is already an event at this address. Choose another one."))


def free_slug(name: str) -> str:
    """A slug made from a name, with a number where an event has it already; "" if the name has no letter for one."""
    plain = short_slug(name)
    if not plain:
        return ""
    taken = RESERVED | set(Event.objects.filter(slug__startswith=plain).values_list("slug", flat=True))
    return first_free(plain, taken)


def find_recent(actor: str, name: str, day: date | None) -> Event | None:
    """The event of this name and day that somebody made a moment ago: they sent the form twice."""
    since = timezone.now() - timedelta(seconds=SENT_TWICE)
    recent = Event.objects.filter(name=name, starts_on=day, binned=False)
    recent = recent.filter(log__act="make_event", log__by=actor, log__at__gte=since)
    return recent.order_by("-pk").first()


def check_plan(plan: EventPlan) -> None:
    """Refuses a plan that no event can have. A rule set that does not load is a bug of ours and raises."""
    RuleSet.from_dict(plan.rules)
    if not plan.name.strip():
        raise UserError(_("Enter a name for the event."), 422)
    if not is_storable(plan.name + plan.place):
        raise UserError(_("The name contains a character that cannot be stored."), 422)
    if not 1 <= plan.planned_rounds <= 50 or not 1 <= plan.deals_per_round <= 100:
        raise UserError(_("An event must have 1 to 50 rounds of 1 to 100 deals."), 422)
    if not 0 <= plan.appeal_minutes <= MAX_APPEAL_MINUTES:
        raise UserError(_("A decision can be appealed for at most 1440 minutes: a day."), 422)
    if plan.starts_on and plan.ends_on and plan.ends_on < plan.starts_on:
        raise UserError(_("The last day comes before the first."), 422)
    if not set(plan.tie_breaks) <= set(TIE_BREAKS) or len(set(plan.tie_breaks)) < len(plan.tie_breaks):
        raise UserError(_("A tie-break is unknown or is in the list twice."), 422)
    if not plan.languages or not set(plan.languages) <= set(LANGUAGES):
        raise UserError(_("Choose at least one language."), 422)


def check_penalties(ruleset: RuleSet) -> None:
    """Refuses rules without the penalty for a misdeal: every table may record one."""
    if Decision.MISDEAL not in {penalty.key for penalty in ruleset.penalties}:
        raise UserError(_("The rules must say what a misdeal costs: its penalty cannot be left out."), 422)


def sealed_plan(event: Event, plan: EventPlan) -> dict[str, Any]:
    """The plan as facts: texts by their digest, dates as ISO 8601."""
    facts = asdict(plan)
    facts["name"], facts["place"] = logbook.store_texts(event, [plan.name, plan.place])
    facts["rules"] = dict(plan.rules)
    for day in ("starts_on", "ends_on"):
        facts[day] = facts[day] and facts[day].isoformat()
    return facts


def _set_plan(line: LogLine) -> None:
    plan = dict(line.facts["plan"])
    plan["name"], plan["place"] = line.words(plan["name"], plan["place"])
    for day in ("starts_on", "ends_on"):
        plan[day] = plan[day] and date.fromisoformat(plan[day])
    for name, value in plan.items():
        setattr(line.event, name, value)
    line.event.save(update_fields=list(plan))


@Act("make_event", _("Event created"))
def apply_make_event(line: LogLine) -> None:
    line.event.demo = line.facts["demo"]
    line.event.lot_seed = line.facts["lot_seed"]
    line.event.save(update_fields=["demo", "lot_seed"])
    _set_plan(line)


@Act("change_event", _("Plan changed"))
def apply_change_event(line: LogLine) -> None:
    _set_plan(line)


@Act("change_state", _("State changed"))
def apply_change_state(line: LogLine) -> None:
    line.event.state = line.facts["state"]
    line.event.save(update_fields=["state"])
