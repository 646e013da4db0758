"""What stays as it is in every language."""

from django.contrib.auth.models import User

from scoring import keys, load
from scoring.game.auction import bidding_of
from scoring.game.contracts import CONTRACTS
from scoring.rules.interpreted import all_interpretations
from tests.support.pages import tour
from tournament.forms.event.events import YEAR
from tournament.forms.register.plan import ZONES
from tournament.models import Event, Organisation, Person, Player, Series
from tournament.naming import by_surname, surname_of
from tournament.site import release

# Words that are the same in every language: names of ours, of languages, of formats.
LANGUAGES = ("nl", "fr", "en", "xx", "Nederlands", "nederlands", "Français", "français", "English")
# Places that a phone fills in.
PLACES = ("{number}", "{dealer_name}")
UNTRANSLATED = (*PLACES, "Troel", release.NAME, "DEMO", "joker", "JSON", "PDF", "XLSX", "QR", *LANGUAGES, *CONTRACTS)
# What is typed behind a command.
UNTRANSLATED += (release.to_all(8000),)
# What is in a list of names before anybody pastes one.
EXAMPLE = "Annelies Peeters; De Troefkaart"


def typed_in() -> list[str]:
    """What people put into the database themselves, which nobody translates."""
    events = list(Event.objects.values_list("name", "place", "slug"))
    # What another event with the same players is called, until somebody types another name.
    events += [(YEAR.sub(lambda year: str(int(year[0]) + 1), name), "", "") for name, *_more in events]
    events += Series.objects.values_list("name", "place", "slug")
    known = Player.objects.values_list("name", "club")
    people = [(name, by_surname(name), surname_of(name), club) for name, club in known]
    events += Organisation.objects.values_list("name", "place", "slug")
    persons = Person.objects.values_list("name", "code")
    people += [(name, by_surname(name), surname_of(name), code) for name, code in persons]
    users = User.objects.values_list("username", flat=True)
    sources = [source for key in keys() for source in (load(key).source, bidding_of(load(key)).source)]
    # What a source says stays in its own language; how we understand it has each language, not that of nobody.
    sources += [text for one in all_interpretations() for text in (one.source, one.text("xx"))]
    return [EXAMPLE, *tour.HEADED, *ZONES, *sources, *users, *(text for row in [*events, *people] for text in row)]
