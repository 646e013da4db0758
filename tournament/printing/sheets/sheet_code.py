"""The short code of a score sheet, for the desk: round, four-digit table number, and a check digit ("20017-3").

The check digit is Damm's (H. M. Damm, Total anti-symmetrische Quasigruppen, Marburg 2004): it detects every single
wrong digit and every swap of two adjacent digits.
"""

from django.utils.translation import gettext as _

from tournament.errors import UserError

TABLE_DIGITS = 4
MAX_SIGNS = 12

# Damm's quasigroup of order 10.
_QUASIGROUP = (
    "0317598642",
    "7092154863",
    "4206871359",
    "1750983426",
    "6123045978",
    "3674209581",
    "5869720134",
    "8945362017",
    "9438617205",
    "2581436790",
)


def sheet_code(round: int, table: int) -> str:
    """The code on the sheet of a table (1-9999) in a round."""
    body = f"{round}{table:0{TABLE_DIGITS}d}"
    return f"{body}-{_check(body)}"


def read_sheet_code(typed: str) -> tuple[int, int]:
    """The round and table of a typed code, with or without hyphen and spaces; UserError if it cannot be right."""
    digits = "".join(sign for sign in typed[:MAX_SIGNS] if sign not in " -")
    if not (digits.isascii() and digits.isdigit() and len(digits) > TABLE_DIGITS + 1) or _check(digits) != 0:
        raise UserError(_("This is not the code of a sheet; a digit may be wrong."), 422)
    return int(digits[: -TABLE_DIGITS - 1]), int(digits[-TABLE_DIGITS - 1 : -1])


def _check(digits: str) -> int:
    interim = 0
    for digit in digits:
        interim = int(_QUASIGROUP[interim][int(digit)])
    return interim
