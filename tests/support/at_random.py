"""What state machines of random acts share: each sequence is undone, and what the model refuses writes nothing."""

from collections.abc import Callable

from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tests.support.events import cast, laid_again
from tests.support.pages.tour import forget
from tournament import guards
from tournament.acts.kernel.co_signature import CoSignatureNeededError
from tournament.errors import UserError
from tournament.exchange.logbook import proof
from tournament.models import Event


class Undone(RuleBasedStateMachine):
    """A sequence that is proved and undone at its end: the guards let nobody delete its lines."""

    def __init__(self) -> None:
        super().__init__()
        forget()
        self.undone = transaction.atomic()
        self.undone.__enter__()

    def tried(self, allowed: bool, act: Callable[[], object]) -> bool:
        """Does what the model allows; what it does not is refused, and writes nothing. Whether it was done."""
        if allowed:
            act()
            return True
        with cast.refused(), transaction.atomic():
            try:
                act()
            except CoSignatureNeededError as asked:
                raise UserError("It needs a second name.") from asked
        return False

    def teardown(self) -> None:
        """The lines replayed give the same rows."""
        try:
            for event in Event.objects.all():
                assert proof.prove(event) == event.revision
            transaction.set_rollback(True)
        finally:
            self.undone.__exit__(None, None, None)
            forget()


def sequences(examples: int, steps: int) -> settings:
    """So many sequences of at most so many acts."""
    return settings(max_examples=examples, stateful_step_count=steps, suppress_health_check=list(HealthCheck))


def in_any_order(machine: type[Undone], examples: int, steps: int) -> None:
    """Plays sequences of a machine whose events are made anew."""
    guards.lay()
    with laid_again.made_anew():
        run_state_machine_as_test(machine, settings=sequences(examples, steps))
