import pytest, pathlib
from scoring import keys
from tests import cast
from tests.paper import printed
pytestmark = pytest.mark.django_db
@pytest.mark.parametrize("key", [k for k in keys() if k != "points-only"])
@pytest.mark.parametrize("language", ["fr","nl"])
def test_p(key, language):
    out = pathlib.Path(f"/tmp/pp/{key}-{language}"); out.mkdir(parents=True, exist_ok=True)
    event = cast.event(0, rules=key)
    for w in ("points","points-cards","bidding"):
        paper = printed(event, w, out, "--language", language)
        words = paper.words()
        with open("/tmp/pp/log","a") as f: print(key, language, w, len(paper.pages), round(max(x[3] for x in words),1), [round(x[3],1) for x in words if 142<x[3]<155][:2], file=f)
