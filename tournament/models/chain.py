"""What the two chains have in common: an event's logbook and an organisation's register.

Whoever has a chain (`ChainOwner`) reaches its lines as `log` and its appendix as `texts`, so that one way of writing,
replaying and proving serves both.
"""

from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models


class ChainOwner(models.Model):
    """A row that changes only by sealed lines of its own, which are named by its address (`slug`)."""

    # Of random bits with each text of its appendix, in bytes: nobody can try names on a digest whose salt is gone.
    SALT_BYTES: ClassVar[int] = 16

    if TYPE_CHECKING:
        slug: models.SlugField[str, str]
        log: Any
        texts: Any

    # Goes up with every act, so that anything computed from the row and what belongs to it can be cached under it.
    revision = models.PositiveIntegerField(default=0)
    # The hash of the last line, from which the next one follows; its number is the revision.
    seal = models.CharField(max_length=64, default="0" * 64)

    class Meta:
        abstract = True

    @property
    def address(self) -> str:
        """What the owner is called among all that have a chain: an event by its slug."""
        return self.slug

    @property
    def version_token(self) -> str:
        """A token of the row as it was read, which changes with every act and is another in another history."""
        return self.seal[:16]

    def has_line(self, line: int, seal: str) -> bool:
        """Whether the chain ever ended with this line: its number, and its hash or the beginning of it.

        Then what was read at that moment is of the same history; a lost commit or a restored backup begins another.
        """
        if line == self.revision:
            return self.seal.startswith(seal)
        return bool(self.log.filter(sequence=line, hash__startswith=seal).exists())


class SealedLine(models.Model):
    """One act. `text` is the exact canonical JSON that was hashed; it contains no personal names."""

    sequence = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=40)
    act = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    text = models.TextField()
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        abstract = True
        ordering = ["sequence"]


class AppendixText(models.Model):
    """A name or a free text to which a sealed line refers by SHA-256(salt ‖ text).

    Emptying `text` anonymises it: the chain still verifies, and only the words are gone. `salt` goes with it, so that
    nobody can try names on the digest; acts of version 1 left it.
    """

    digest = models.CharField(max_length=64)
    salt = models.CharField(max_length=32)
    text = models.TextField(blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.digest[:12]
