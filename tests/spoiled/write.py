"""Writes spoiled sheets into a folder, with their truth.

    .venv/bin/python -m tests.spoiled.write --first 0 --sheets 60 --out FOLDER

`FOLDER/var` has the database of the events, `files` the sheets, `truth.json` what was meant, `book.json` what the
reader is given. A folder that has some sheets already gets the others.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from tests.spoiled.place import lay_events, open_place


def main() -> None:
    """Writes the sheets."""
    parser = argparse.ArgumentParser(description="Writes spoiled sheets into a folder.")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sheets", type=int, default=60)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    open_place(options.out / "var")
    write(options.out, list(range(options.first, options.first + options.sheets)))


def write(folder: Path, numbers: list[int]) -> list[dict[str, Any]]:
    """Writes the sheets of these numbers that are not there yet; returns the truth of all of the folder's."""
    import cv2

    from tests.spoiled.blanks import blanks
    from tests.spoiled.sheets import spoiled_sheet

    cv2.setNumThreads(1)
    events = lay_events()
    forms = {event.slug: blanks(event) for event in events}
    files, path = folder / "files", folder / "truth.json"
    files.mkdir(parents=True, exist_ok=True)
    truth: list[dict[str, Any]] = json.loads(path.read_text()) if path.exists() else []
    existing = {sheet["number"] for sheet in truth}
    for number in numbers:
        if number not in existing:
            sheet = spoiled_sheet(number, forms)
            (files / sheet.file).write_bytes(sheet.data)
            truth.append(sheet.truth())
    truth.sort(key=lambda sheet: sheet["number"])
    path.write_text("[\n" + ",\n".join(map(json.dumps, truth)) + "\n]\n")
    (folder / "book.json").write_text(json.dumps(book(events)))
    return truth


def book(events: list[Any]) -> dict[str, Any]:
    """The book of several events as one."""
    from tournament.sheet_reading import expected_sheets

    whole: dict[str, Any] = {"forms": [], "sheets": {}}
    for event in events:
        read = expected_sheets.book(event).reader_input
        whole["sheets"] |= {text: at + len(whole["forms"]) for text, at in read["sheets"].items()}
        whole["forms"] += read["forms"]
    return whole


if __name__ == "__main__":
    main()
