"""Printed files as a test reads them: words in the order of the file, where they are, codes as a camera has them."""

import io
import re
import subprocess
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import pikepdf
import segno
from django.core.management import call_command
from PIL import Image

from tests.support.events.laid_again import laid_again
from tournament.acts.rounds.room import set_room
from tournament.models import Event


@dataclass(frozen=True)
class Printed:
    """A PDF that the command made."""

    path: Path

    @property
    def pages(self) -> list[str]:
        """The words of each page with spaces between them, in the order in which they are drawn.

        From the list of boxes: where poppler writes a text, its versions see other gaps between the same words.
        """
        pages = re.findall(r"<page .*?</page>", self._text("-bbox", "-raw"), re.DOTALL)
        return [unescape(" ".join(re.findall(r"<word .*?>(.*?)</word>", page))) for page in pages]

    @property
    def text(self) -> str:
        """All text, a space between any two words."""
        return " ".join(" ".join(self.pages).split())

    @property
    def lines(self) -> list[str]:
        """Each line as somebody reads it, also from right to left, a space between any two words."""
        return [" ".join(line.split()) for line in self._text("-layout").splitlines() if line]

    @property
    def squeezed(self) -> str:
        """All text without spaces and hyphens: a long name may have been broken over lines."""
        return squeezed(self.text)

    @property
    def title(self) -> str:
        with pikepdf.open(self.path) as pdf:
            return str(pdf.docinfo["/Title"])

    @property
    def language(self) -> str:
        with pikepdf.open(self.path) as pdf:
            return str(pdf.Root.Lang)

    @property
    def tagged(self) -> bool:
        """Whether headings and tables are marked as what they are."""
        with pikepdf.open(self.path) as pdf:
            return "/StructTreeRoot" in pdf.Root and bool(pdf.Root.MarkInfo.Marked)

    @property
    def fonts(self) -> set[str]:
        """The families of the fonts by their first words, such as Source and DejaVu, all of them embedded."""
        listed = subprocess.run(["pdffonts", str(self.path)], capture_output=True, text=True, check=True).stdout
        rows = listed.splitlines()[2:]
        assert all(row.split()[-5] == "yes" for row in rows), listed
        return {re.sub("(-|Sans).*", "", row.split()[0].partition("+")[2]) for row in rows}

    @property
    def sizes(self) -> set[tuple[int, int]]:
        """The sizes of the pages in millimetres."""
        with pikepdf.open(self.path) as pdf:
            boxes = [[str(edge) for edge in page.mediabox] for page in pdf.pages]
        return {(round(_mm(right)), round(_mm(top))) for _left, _bottom, right, top in boxes}

    def outside(self) -> list[str]:
        """Words that reach over the edge of their page."""
        found = []
        for page in re.findall(r"<page .*?</page>", self._text("-bbox"), re.DOTALL):
            width, height = (float(edge) for edge in re.findall(r'<page width="(.*?)" height="(.*?)"', page)[0])
            for left, top, right, bottom, word in re.findall(
                r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>', page
            ):
                # The box of a word is that of the font, from the highest letter to the lowest: far more than a figure.
                spared = 0.3 * (float(bottom) - float(top)) if word.isdigit() else 0
                low, high = float(bottom) - spared, float(top) + spared
                if float(left) < 0 or high < 0 or float(right) > width or low > height:
                    found.append(word)
        return found

    def margin(self) -> float:
        """How far the ink nearest to an edge of its page is from it, in millimetres."""
        call = ["pdftoppm", "-r", "100", "-gray", str(self.path), str(self.path.with_suffix(""))]
        subprocess.run(call, capture_output=True, check=True)
        nearest = 1000.0
        for file in self.path.parent.glob(f"{self.path.stem}-*.pgm"):
            with Image.open(file) as page:
                left, top, right, bottom = page.point(lambda light: 255 * (light < 200)).getbbox() or (999,) * 4
                nearest = min(nearest, left, top, page.width - right, page.height - bottom)
            file.unlink()
        return nearest * 25.4 / 100

    def bottom(self, word: str) -> list[float]:
        """How far down each occurrence of a word ends, in millimetres."""
        return [bottom for *_edges, bottom, found in self.words() if found == word]

    def places(self, top: float, bottom: float) -> list[tuple[float, float, str]]:
        """Left edge, right edge and text of the words whose middle is between two heights; all in millimetres."""
        return [(left, right, word) for left, high, right, low, word in self.words() if top < (high + low) / 2 < bottom]

    def words(self) -> list[tuple[float, float, float, float, str]]:
        """The words of all pages with left, top, right and bottom edge in millimetres."""
        pattern = r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>'
        rows = re.findall(pattern, self._text("-bbox"))
        return [(_mm(left), _mm(top), _mm(right), _mm(bottom), word) for left, top, right, bottom, word in rows]

    def codes(self) -> list[tuple[str, bool]]:
        """The address of every code, and whether the picture in its place is the code of that address."""
        with pikepdf.open(self.path) as pdf:
            return [found for page in pdf.pages for found in _codes(page)]

    def pictures(self) -> str:
        """The list of the pictures in the file, as pdfimages prints it."""
        call = ["pdfimages", "-list", str(self.path)]
        return subprocess.run(call, capture_output=True, text=True, check=True).stdout

    def _text(self, *options: str) -> str:
        call = ["pdftotext", *options, str(self.path), "-"]
        return subprocess.run(call, capture_output=True, text=True, check=True).stdout


def _mm(points: str) -> float:
    return float(points) / 72 * 25.4


def squeezed(text: str) -> str:
    """A text without spaces and hyphens."""
    return re.sub(r"[\s-]", "", text)


def printed(event: Event, what: str, folder: Path, *options: str) -> Printed:
    """What `manage.py print` makes of an event, in English where no other language is asked for; "filled" is sheets."""
    path = folder / f"{what}.pdf"
    language = [] if "--language" in options else ["--language", "en"]
    order = ["sheets", "--filled"] if what == "filled" else [what]
    call_command("print", event.slug, *order, "-o", str(path), *language, *options, stderr=io.StringIO())
    return Printed(path)


@laid_again
def demo() -> Event:
    """A demo of 24 players in its second round."""
    call_command("demo", players=24, rounds=2, deals=8, slug="demo", stdout=io.StringIO(), stderr=io.StringIO())
    set_room(Event.objects.get(slug="demo"), "system", [[1, 2, 3], [6, 5, 4]])
    return Event.objects.get(slug="demo")


def _codes(page: pikepdf.Page) -> list[tuple[str, bool]]:
    links = [note for note in page.obj.get("/Annots", []) if "/A" in note]
    drawn = {(matrix, name) for matrix, name in _pictures(page)}
    return [(str(link.A.URI), any(_is_code(page, link, at, name) for at, name in drawn)) for link in links]


def _pictures(page: pikepdf.Page) -> list[tuple[tuple[float, ...], str]]:
    """Every picture that is drawn, by the matrix set just before it."""
    matrix: tuple[float, ...] = ()
    found: list[tuple[tuple[float, ...], str]] = []
    for step in pikepdf.parse_content_stream(page):
        if str(step.operator) == "cm":
            matrix = tuple(float(str(value)) for value in step.operands)
        elif str(step.operator) == "Do" and page.resources.XObject[str(step.operands[0])].Subtype == "/Image":
            found.append((matrix, str(step.operands[0])))
    return found


def _is_code(page: pikepdf.Page, link: Any, matrix: tuple[float, ...], name: str) -> bool:
    left, bottom, right, top = (float(edge) for edge in link.Rect)
    wanted = (abs(right - left), 0, 0, abs(top - bottom), min(left, right), min(bottom, top))
    if max(abs(one - other) for one, other in zip(matrix, wanted, strict=True)) > 0.1:
        return False
    picture = page.resources.XObject[name]
    code = segno.make(str(link.A.URI), error="m", mask=2, micro=False)
    # Either none or all of the quiet zone is in the rectangle.
    quiet = 0 if int(picture.Width) == len(code.matrix) else 4
    modules = [bytes(line) for line in code.matrix_iter(border=quiet)]
    row = -(-len(modules) // 8)
    bits = picture.read_bytes()
    return [
        [bits[line * row + at // 8] >> (7 - at % 8) & 1 for at in range(len(modules))] for line in range(len(modules))
    ] == [[module & 1 for module in line] for line in modules]
