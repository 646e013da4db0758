"""The signatures of a table as people read them: who signed and how, what changed since, what is in dispute."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tournament.models import Event, Signature, Table
from tournament.progress.signing import BY_PLAYERS, SIGNED, SignedChange, Signing, open_disputes, signings


@dataclass(frozen=True, slots=True)
class Signer:
    """A player who signs: how and when they signed what stands there now, or what changed since; how is "" if not."""

    entry: int
    name: str
    left: bool
    how: str
    at: datetime | None
    changes: tuple[SignedChange, ...]
    signing: Signing = field(repr=False, compare=False)

    @property
    def total(self) -> int:
        """The points that they sign for."""
        return int(self.signing.current_content(self.entry)["total"])

    @property
    def seen(self) -> str:
        """The mark of what they would sign now, for a form."""
        return self.signing.version_token(self.entry)


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A written deal that nobody has confirmed yet, and who may: (entry, name), those who gained nothing first."""

    deal: int
    by: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Disputed:
    """A dispute that is open: its number at the table, who disputes which deal, and what they say."""

    number: int
    name: str
    deal: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Signed:
    """Everything about the signatures of one table; where it is not open any more, nobody can sign again."""

    policy: str
    signers: tuple[Signer, ...]
    unconfirmed: tuple[Unconfirmed, ...]
    disputes: tuple[Disputed, ...]
    complete: bool
    is_open: bool

    @property
    def by_players(self) -> bool:
        """Whether each player signs their column."""
        return self.policy == BY_PLAYERS

    @property
    def next_signer(self) -> Signer | None:
        """The first at the table who has not signed yet what stands there; None if there is nobody."""
        return next((signer for signer in self.signers if not signer.how and not signer.left), None)

    @property
    def missing(self) -> bool:
        """Whether a signature is missing, or a deal in dispute."""
        return self.is_signed and not self.complete

    @property
    def begun(self) -> bool:
        """Whether anything is signed, disputed, or to be confirmed by now."""
        signers = any(signer.how or signer.changes for signer in self.signers)
        return bool(signers or self.disputes or (self.is_signed and not self.by_players))

    @property
    def is_signed(self) -> bool:
        """Whether anything is signed in this event."""
        return self.policy in SIGNED


def signed(signing: Signing, names: Mapping[int, str], *, is_open: bool) -> Signed:
    """The signatures of a table in words; `names` are those of its people by entry number.

    `is_open` says whether the table can still be written, and so signed.
    """
    disputes = (
        Disputed(dispute.number, names[dispute.entry.number], dispute.deal, dispute.text)
        for dispute in signing.disputes
    )
    signers, unconfirmed = tuple(_signers(signing, names)), tuple(_unconfirmed(signing, names))
    return Signed(signing.policy, signers, unconfirmed, tuple(disputes), signing.complete, is_open)


def changed_since(signing: Signing, entry: int) -> list[SignedChange]:
    """What an entry signed at a table and is no longer so: in their column, or in the deals they confirmed."""
    latest = {
        signature.deal: signature
        for signature in signing.signatures
        if signature.accepted and signature.entry.number == entry
    }
    return [change for signature in latest.values() for change in signing.changes(signature)]


def states_of(tables: Mapping[int, Table], event: Event) -> dict[int, str]:
    """How far the signing of each table is, by primary key: disputed, unsigned (closed without), signed, begun or "".

    Only open tables at which somebody signed are computed; a table that is closed was signed, or says why not.
    """
    if event.confirmation not in SIGNED:
        return {}
    disputed = set(open_disputes(event).filter(table__in=tables).values_list("table", flat=True))
    signatures = Signature.objects.filter(table__in=tables, void=False, accepted=True)
    begun = {pk for pk in signatures.values_list("table", flat=True) if not tables[pk].closed}
    states = signings(Table.objects.filter(pk__in=begun), event) if begun else {}
    return {pk: _state(row, pk in disputed, states.get(pk)) for pk, row in tables.items()}


def _state(row: Table, disputed: bool, signing: Signing | None) -> str:
    if disputed:
        return "disputed"
    if row.closed:
        return "unsigned" if row.unsigned_because else "signed"
    return "" if signing is None else "signed" if signing.complete else "begun"


def _signers(signing: Signing, names: Mapping[int, str]) -> Iterator[Signer]:
    for entry in signing.sat if signing.policy == BY_PLAYERS else ():
        last, left = signing.last(entry), entry not in signing.seated
        stands = last is not None and signing.stands(last)
        changes = () if last is None or stands else tuple(signing.changes(last))
        how, at = (str(last.get_how_display()), last.at) if last and stands else ("", None)
        yield Signer(entry, names[entry], left, how, at, changes, signing)


def _unconfirmed(signing: Signing, names: Mapping[int, str]) -> Iterator[Unconfirmed]:
    for deal in (number for number in signing.unconfirmed if signing.settled(number)):
        points = signing.current_content(0, deal)["points"]
        others = [entry for entry in signing.at(deal) if not signing.writes(entry, deal)]
        others.sort(key=lambda entry: points.get(str(entry), 0) > 0)
        yield Unconfirmed(deal, tuple((entry, names[entry]) for entry in others))
