"""The person's kind of failure: an act that is refused, with a sentence they understand."""

from typing import Any


class Refusal(Exception):
    """An act was refused and nothing was written.

    `sentence` is a (lazily) translated sentence, `status` the 4xx it is answered with: 409 when the championship
    has moved on or is not in a state for it, 422 when what was asked cannot be.
    """

    def __init__(self, sentence: Any, status: int = 409) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status

    def __str__(self) -> str:
        return str(self.sentence)
