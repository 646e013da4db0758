"""Every act declares itself, once; every list of acts is derived from that."""

import json
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.support.files import archive
from tools import verify
from tournament.acts.kernel import declaring
from tournament.acts.kernel.declaring import Act, DeclarationError, LogLine, Scope, acts_where, declared
from tournament.reading.logbook import chronicle


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module of acts that is there during a test; what it declares is gone after it."""
    module = ModuleType("tournament.acts.lifecycle.bin")
    declared()
    monkeypatch.setattr(declaring, "_declared", dict(declaring._declared))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    declared.cache_clear()
    yield module
    declared.cache_clear()


def test_the_outsiders_check_carries_out_every_act_or_passes_over_it_by_name() -> None:
    carried_out = {name.removeprefix("_on_") for name in vars(verify.Replay) if name.startswith("_on_")}
    assert declared().keys() == carried_out | verify.PASSED_OVER and not carried_out & verify.PASSED_OVER


@pytest.mark.long
def test_a_new_process_that_imports_nothing_else_knows_every_act() -> None:
    code = "import django; django.setup(); from tournament.acts.kernel.declaring import declared; print(*declared())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert set(run.stdout.split()) == declared().keys() and len(declared()) > 100


def test_an_act_declared_twice_is_an_error() -> None:
    def apply_sign(line: LogLine) -> None: ...

    with pytest.raises(DeclarationError, match="sign is declared twice"):
        Act("sign", "Signed")(apply_sign)


def test_an_act_declared_by_the_function_of_another_is_an_error(module: ModuleType) -> None:
    def apply_sing(line: LogLine) -> None: ...

    with pytest.raises(DeclarationError, match="another function than apply_dance"):
        Act("dance", "Danced")(apply_sing)
    Act("sing", "Sung")(apply_sing)
    assert chronicle.act("sing") == "Sung"


def test_a_function_that_applies_an_act_nobody_declared_is_an_error(module: ModuleType) -> None:
    def apply_sing(line: LogLine) -> None: ...

    module.apply_sing = apply_sing  # type: ignore[attr-defined]
    with pytest.raises(
        DeclarationError, match=r"tournament\.acts\.lifecycle\.bin\.apply_sing applies an act that is not declared"
    ):
        declared()


def test_an_act_of_a_later_version_concerns_everybody_and_keeps_its_name() -> None:
    assert chronicle.act("teleport") == "teleport" and declaring.declaration("teleport").scope == Scope.EVENT


def test_a_list_of_acts_follows_from_what_they_declare() -> None:
    assert acts_where(lambda act: act.beside_play) == {"choose_captain", "renew_link", "take_table", "keep_picture"}
    assert all(declared()[name].scope == Scope.TABLE for name in ("sign", "rule", "record_deal"))
    assert declared()["rule"].versions == (1, 2)


@pytest.mark.long
def test_every_line_of_the_archive_is_of_an_act_and_a_version_that_is_declared() -> None:
    rows = (json.loads(row) for _name, rows in archive.stored() for row in rows)
    lines = [json.loads(row["line"]) for row in rows if "line" in row]
    unknown = {line["act"] for line in lines if line["version"] not in declared()[line["act"]].versions}
    assert not unknown and len({line["act"] for line in lines}) > 85
