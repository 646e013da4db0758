"""Words of rule sets that are said otherwise by now.

The texts of a rule set are part of its hash, and events keep the rules that they were made with: the files and the
copies stay as they were written, and the words change where people read them.
"""

_REWORDED = {
    "legt zijn kaarten open": "gooit zijn kaarten open (geeft op)",
    "en wie openlegde, betaalt": "en wie opengooide, betaalt",
    "Elk de eerste keer zonder straf, daarna": "Voor elk is de eerste keer zonder straf, daarna",
    "abandonne ses cartes": "étale ses cartes et abandonne",
    "those points are our interpretation": "those points are our reading",
    "The ladder is the regulation’s;": "The ladder is that of the rules;",
    "for the regulation prints no table": "for the rules print no table",
}


def reworded(text: str) -> str:
    """A text of a rule set in the words of today."""
    for written, wording in _REWORDED.items():
        text = text.replace(written, wording)
    return text
