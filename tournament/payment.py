"""Accounts to which fees are transferred, and the code that a banking app reads."""

import re
from decimal import Decimal
from typing import NamedTuple

import segno
from segno.helpers import make_epc_qr

# As the European Payments Council limits them (EPC069-12, version 2).
MAX_PAYEE, MAX_MESSAGE = 70, 140
IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
# How long the numbers of some countries are (the registry of ISO 13616); others have 15 to 34 signs.
LENGTHS = {"BE": 16, "NL": 18, "LU": 20, "DE": 22, "FR": 27}


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
