"""What an event says of registration by its players: data of the event, `{}` where there is none."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, NamedTuple

import segno
from django.utils import timezone
from segno.helpers import make_epc_qr

# The age that a regulation requires, by the key of the rule set made from it (article 6 of 2018).
MINIMUM_AGES = {"world-2018": 16}
# The hour at which its desk closes on the day: who is not there then does not play.
DESK_CLOSES = {"world-2018": time(9, 45)}
MAX_ROOM = 20_000
MAX_PRICES, PRICE_LENGTH, MAX_CENTS = 8, 40, 100_000

# As the European Payments Council limits them (EPC069-12, version 2).
MAX_PAYEE, MAX_MESSAGE = 70, 140
IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
# How long the numbers of some countries are (the registry of ISO 13616); others have 15 to 34 signs.
LENGTHS = {"BE": 16, "NL": 18, "LU": 20, "DE": 22, "FR": 27}


@dataclass(frozen=True, slots=True)
class Price:
    """What some of the players pay, in cents."""

    name: str
    cents: int


@dataclass(frozen=True, slots=True)
class Admission:
    """`form` says whether players register themselves; from `opens` until `closes`, at once and always if None.

    `room` is how many competitors the event takes, and `age` how old they must be (0: no matter). The first of the
    `prices` is for everybody for whom no other was chosen. Check-in closes at the hour `desk`.
    `account` is where prices may be transferred to, as `read_account` reads it; "" for nowhere.
    """

    form: bool = False
    opens: datetime | None = None
    closes: datetime | None = None
    desk: datetime | None = None
    room: int = 0
    age: int = 0
    prices: tuple[Price, ...] = ()
    account: str = ""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Admission":
        """What `to_dict` wrote, or the settings of an event without any."""
        hours = {name: datetime.fromisoformat(data[name]) for name in ("opens", "closes", "desk") if data.get(name)}
        prices = tuple(Price(**price) for price in data.get("prices", ()))
        return cls(**{**data, **hours, "prices": prices})

    @classmethod
    def required(cls, key: str, day: date | None) -> "Admission":
        """What the regulation behind the rule set `key` requires of an event that begins on this day."""
        return cls(desk=hour_on(day, DESK_CLOSES.get(key)), age=MINIMUM_AGES.get(key, 0))

    def to_dict(self) -> dict[str, Any]:
        """As data for JSON: only what differs from an event without registration."""
        data: dict[str, Any] = {name: getattr(self, name) for name in self.__slots__}
        data["prices"] = [asdict(price) for price in self.prices]
        return {
            name: value.isoformat() if isinstance(value, datetime) else value for name, value in data.items() if value
        }

    def moved(self, old: "Admission", new: "Admission") -> "Admission":
        """These settings, where a regulation requires `new` instead of `old`: what differs from it was chosen."""
        required = {name for name in ("desk", "age") if getattr(self, name) == getattr(old, name)}
        return replace(self, **{name: getattr(new, name) for name in required})

    def price(self, name: str) -> Price | None:
        """The price of this name, if there is one."""
        return next((price for price in self.prices if price.name == name), None)

    def open_at(self, at: datetime) -> bool:
        """Whether players may register themselves now."""
        begun = self.opens is None or self.opens <= at
        return self.form and begun and (self.closes is None or at < self.closes)


def hour_on(day: date | None, hour: time | None) -> datetime | None:
    """An hour of a day, here; None if either is not known."""
    return timezone.make_aware(datetime.combine(day, hour)) if day and hour else None


class Account(NamedTuple):
    """An IBAN without spaces, and the name of its holder as the bank knows it."""

    iban: str
    payee: str

    @property
    def spaced(self) -> str:
        """The IBAN as people read it, in groups of four."""
        return " ".join(self.iban[at : at + 4] for at in range(0, len(self.iban), 4))

    def __str__(self) -> str:
        return f"{self.iban} {self.payee}"


def read_account(text: str) -> Account | None:
    """The account in a text that `str` made of one; None for "" and for anything that is no account."""
    iban, _space, payee = text.partition(" ")
    return Account(iban, payee) if is_iban(iban) and 0 < len(payee) <= MAX_PAYEE else None


def compact_iban(typed: str) -> str:
    """An IBAN as it was typed, in capitals and without the signs that people put between."""
    return re.sub(r"[\s.\-]", "", typed).upper()


def is_iban(iban: str) -> bool:
    """Whether its length and its check digits are right: 97 divides it and leaves 1 (ISO 13616, ISO 7064)."""
    if not IBAN.fullmatch(iban) or LENGTHS.get(iban[:2], len(iban)) != len(iban):
        return False
    return int("".join(str(int(sign, 36)) for sign in iban[4:] + iban[:4])) % 97 == 1


def transfer_code(account: Account, cents: int, message: str) -> segno.QRCode:
    """The code of a transfer of so many cents, at least 1, with a message that says who pays for what."""
    # Apps expect UTF-8, also where fewer letters would do.
    amount = Decimal(cents) / 100
    return make_epc_qr(account.payee, account.iban, amount, text=message[:MAX_MESSAGE], encoding="utf-8")
