"""Acts of a register in any order: the rows are those of a model of a few lines, and follow from the lines."""

from dataclasses import dataclass, field

BY = "system"
NAMES = ("An De Smet", "Jan Maes", "Jan Maes", "Zoë d’Hondt", "Éloïse Lefèvre")


@dataclass
class Model:
    """What the register should say: names (None once forgotten), licence numbers of members, who is which entry."""

    names: dict[int, str | None] = field(default_factory=dict)
    licences: dict[int, str] = field(default_factory=dict)
    linked: dict[tuple[str, int], int] = field(default_factory=dict)
    forgotten_links: int = 0
