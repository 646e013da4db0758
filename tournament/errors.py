"""The failures that are for people: an act that is refused, with a sentence they understand."""

from typing import Any


class UserError(Exception):
    """An act was refused, and nothing was written.

    `sentence` is a (lazily) translated sentence. `status` is the 4xx to answer with: 409 if the championship has
    changed or is not in the right state, 422 if the request itself is impossible. `code` names the refusal for a
    program that goes on from it; most have none.
    """

    def __init__(self, sentence: Any, status: int = 409, code: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
        self.code = code

    def __str__(self) -> str:
        return str(self.sentence)
