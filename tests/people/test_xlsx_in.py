"""Lists of players as people send them: in any order, language and encoding, with doubles, faults and hostility."""

import io
import struct
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.support.events import cast
from tests.support.files.workbooks import GOOD, HOSTILE, repacked, xlsx
from tournament.acts.people.registration import Entrant
from tournament.errors import UserError
from tournament.exchange.lists import people_in, table_in
from tournament.exchange.lists.list_lines import ListLine
from tournament.exchange.lists.proposal import Verdict
from tournament.models import Entry

V = Verdict


# --- Every way to write the same list ----------------------------------------------------------------------------

EXPECTED = Entrant("Cécile D’Hondt", "Les Quatre As", "fr", number=12)
CSV = {
    "Dutch": "Naam;Club;Nr;Taal\nCécile D’Hondt;Les Quatre As;12;fr\n",
    "French, another order": "N°,Langue,Nom du joueur,Cercle\n12,français,Cécile D’Hondt,Les Quatre As\n",
    "English, two names": "first name\tsurname\tclub\tnumber\tlanguage\nCécile\tD’Hondt\tLes Quatre As\t12\tFrench\n",
    "nom beside prénom": "Prénom;Nom;Club;Numéro;Langue\nCécile;D’Hondt;Les Quatre As;12;F\n",
    "a title above": "Liste 2026;;;\n;;;\nNom;Club;No;Langue\nCécile D’Hondt;Les Quatre As;12;fr\n",
    "quoted": 'Naam;Club;Nummer;Taal\n"Cécile D’Hondt";"Les Quatre As";"12";"fr"\n',
    "sep=": "sep=|\nNaam|Club|Nummer|Taal\nCécile D’Hondt|Les Quatre As|12|fr\n",
}


@pytest.mark.parametrize("text", CSV.values(), ids=CSV.keys())
def test_any_order_and_language_of_headings(text: str) -> None:
    (row,) = people_in.judge(table_in.lines(text.encode()), []).lines
    assert (row.verdict, row.person) == (V.NEW, EXPECTED)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman", "cp850"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_each_encoding_of_excel(encoding: str, end: str) -> None:
    text = f"Prénom;Nom;Club{end}Zoë;Lefèvre;Société d’Évian{end}"
    text = text.replace("’", "'") if encoding == "cp850" else text
    (row,) = people_in.judge(table_in.lines(text.encode(encoding)), []).lines
    assert row.person.name == "Zoë Lefèvre"
    assert row.person.club.endswith("Évian")


def test_a_workbook_with_numbers_as_numbers() -> None:
    data = xlsx([["Club", "Naam", "Nr", "Geboren"], ["Hartenaas", "An De Smet", 7.0, 1961], [None, None, None, None]])
    proposal = people_in.judge(table_in.lines(data), [])
    assert [row.person for row in proposal.lines] == [Entrant("An De Smet", "Hartenaas", number=7)]
    assert proposal.ignored == ("Geboren",)


# --- What becomes of each line -----------------------------------------------------------------------------------

AN = Entrant("An De Smet", "Hartenaas", "nl", number=5)


@pytest.mark.parametrize(
    ("line", "verdict", "said"),
    [
        ("Bea Claes;Hartenaas;", V.NEW, ""),
        ("an de  smet;Hartenaas;", V.SAME, ""),
        ("An De Smet;;", V.SAME, ""),
        ("An De Smet;hartenaas;5", V.SAME, ""),
        ("An De Smet;De Troefkaart;5", V.CHANGED, "Hartenaas → De Troefkaart"),
        ("An De Smet;De Troefkaart;", V.DOUBTFUL, "no. 5, De Smet An (Hartenaas)"),
        ("An De Smet;Hartenaas;9", V.DOUBTFUL, "no. 5"),
        ("De Smet An;Hartenaas;", V.SAME, ""),
        ("Ann De Smett;Hartenaas;", V.DOUBTFUL, "no. 5"),
        ("Bea Claes;;5", V.REFUSED, "Number 5 belongs to De Smet An."),
        ("Bea Claes;;twelve", V.REFUSED, "“twelve” is not the number of a player"),
        ("Bea Claes;;0", V.REFUSED, "“0” is not the number of a player"),
        ("Bea Claes;;1000001", V.REFUSED, "is not the number"),
        (";Hartenaas;", V.REFUSED, "There is no name in this line: “Hartenaas”."),
        ("---;Hartenaas;", V.REFUSED, "Enter the player’s name."),
        ("\u200b;Hartenaas;", V.REFUSED, "Enter the player’s name."),
        ("B" * 81 + ";;", V.REFUSED, "at most 80 characters"),
    ],
)
def test_a_line_beside_who_is_there(line: str, verdict: Verdict, said: str) -> None:
    (row,) = people_in.judge(table_in.lines(f"Naam;Club;Nummer\n{line}\n".encode()), [AN]).lines
    assert row.verdict == verdict
    assert said in row.why


def test_doubles_within_the_list() -> None:
    data = b"Naam;Nr\nAn De Smet;1\nBea Claes;1\nde smet AN;\nAn Desmet;\n"
    rows = people_in.judge(table_in.lines(data), []).lines
    assert [row.verdict for row in rows] == [V.NEW, V.REFUSED, V.DOUBTFUL, V.NEW]
    assert "line 2" in rows[1].why and "line 2" in rows[2].why


def test_what_the_list_leaves_open_stays() -> None:
    there = Entrant(
        "An De Smet",
        "Hartenaas",
        "nl",
        Entry.PlayerRole.JOKER,
        initials_only=True,
        number=5,
        family="Smet",
        writes=True,
    )
    proposal = people_in.judge(table_in.lines(b"Naam;Club;Taal\nAn De Smet;;fr\n"), [there])
    assert proposal.intake().change == {
        5: Entrant("An De Smet", "Hartenaas", "fr", Entry.PlayerRole.JOKER, True, 5, "Smet", writes=True)
    }
    proposal = people_in.judge(table_in.lines(b"Naam;Gezin;Kapitein\nAn De Smet;Maes;nee\n"), [there])
    assert (proposal.lines[0].person.family, proposal.lines[0].person.writes) == ("Maes", False)
    assert proposal.lines[0].why == "Smet → Maes, keeps score for the table → does not keep score for the table"


def test_a_federation_list_of_320_with_doubles_and_faults() -> None:
    people = cast.people(300)
    rows: list[list[object]] = [["Nr", "Naam", "Club"]]
    rows += [[None, person.name, person.club] for person in people]
    rows += [[None, f"{person.name.split(' ')[1]} {person.name.split(' ')[0]}", ""] for person in people[:10]]
    rows += [["x", "Fout Nummer", ""], [None, "", "Zonder Naam"], [None, "=SUM(A1:A9)", ""], [None, "N" * 90, ""]]
    rows += [[None, f"Nieuwe {letter}", "Hartenaas"] for letter in "ABCDEF"]
    proposal = people_in.judge(table_in.lines(xlsx(rows)), [])
    assert len(proposal.lines) == 320
    assert {verdict: proposal.count(verdict) for verdict in Verdict} == {
        V.NEW: 306,
        V.CHANGED: 0,
        V.SAME: 0,
        V.DOUBTFUL: 10,
        V.REFUSED: 4,
    }
    assert all(row.why for row in proposal.lines if row.verdict in (V.DOUBTFUL, V.REFUSED))
    assert "formula" in proposal.lines[312].why


# --- What is refused whole, with a sentence -----------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("data", "said"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_file_that_cannot_be_a_list_is_refused_with_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(UserError, match=said) as refused:
        people_in.judge(table_in.lines(data), [])
    assert refused.value.status == 422


def test_a_workbook_of_a_hundred_thousand_rows_is_refused_in_time() -> None:
    row = b'<row r="%d"><c r="A%d" t="inlineStr"><is><t>An</t></is></c></row>'
    sheet = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'
    rows = b"".join(row % (n, n) for n in range(1, 100_001))
    with pytest.raises(UserError, match="more than 20000 lines"):
        table_in.lines(repacked(GOOD, sheet=sheet % rows))


def lying(packing: int) -> bytes:
    """A workbook of which one part declares a thousand bytes and unpacks to 16 MB."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as made:
        made.writestr("xl/workbook.xml", b" " * (16 * 1024 * 1024))
    return out.getvalue().replace(struct.pack("<I", 16 * 1024 * 1024), struct.pack("<I", 1000))


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_part_that_lies_about_its_size_takes_no_memory(packing: int) -> None:
    data = lying(packing)
    tracemalloc.start()
    try:
        with pytest.raises(UserError, match="damaged"):
            table_in.lines(data)
        assert tracemalloc.get_traced_memory()[1] < 4 * 1024 * 1024
    finally:
        tracemalloc.stop()


def far(column: str, row: int) -> bytes:
    cell = '<c r="%s%d" t="inlineStr"><is><t>%s</t></is></c>'
    near = cell % ("A", 1, "Naam") + cell % (column, 1, "x")
    rows = f'<row r="1">{near}</row><row r="{row}">{cell % ("A", row, "An")}</row>'
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return repacked(GOOD, sheet=f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>'.encode())


def test_a_cell_at_the_far_right_is_not_looked_at() -> None:
    assert table_in.lines(far("XFD", 90)) == [ListLine(1, ("Naam",)), ListLine(90, ("An",))]


def test_a_cell_at_the_far_end_costs_no_million_of_lines() -> None:
    assert table_in.lines(far("B", 1_000_000)) == [ListLine(1, ("Naam", "x")), ListLine(1_000_000, ("An",))]


# --- The command --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_command_tells_first_and_writes_when_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = cast.event(players=2)
    there = cast.entry(event, 1).player
    path = tmp_path / "list.csv"
    path.write_text(
        f"Naam;Club;Nr\nNieuwe Speler;Hartenaas;\n{there.name};Andere Club;1\nVast Nummer;;3\n{there.name};X;\n"
    )
    with cast.nothing_written():
        call_command("players", event.slug, str(path))
    assert "2 new, 1 changed, 0 same, 1 doubtful, 0 refused" in capsys.readouterr().out
    call_command("players", event.slug, str(path), "--write", "--accept", "5")
    entered = dict(Entry.objects.filter(event=event).values_list("number", "player__name"))
    assert entered[3] == "Vast Nummer" and entered[4] == "Nieuwe Speler" and entered[5] == there.name
    assert cast.entry(event, 1).player.club == "Andere Club"


@pytest.mark.django_db
def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    event = cast.event(players=0)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("players", event.slug, str(tmp_path / "none.csv"))
    with pytest.raises(CommandError, match="no event"):
        call_command("players", "nowhere", str(tmp_path / "none.csv"))
    (tmp_path / "bad.csv").write_bytes(b"%PDF")
    with pytest.raises(CommandError, match="not a spreadsheet"):
        call_command("players", event.slug, str(tmp_path / "bad.csv"))
