"""The files of compose, as they are parsed: what they name exists, and each part lets in what it should."""

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.browser.support.server import ROOT
from tournament.printing.pdf.html_to_pdf import PACKAGES
from tournament.site import environment

DEPLOY = ROOT / "deploy"
FILES = sorted(DEPLOY.glob("compose*.yaml"))


def parsed(file: Path) -> dict[str, Any]:
    """The content of a file, with the names that its variables would have as their values."""
    text = re.sub(r"\$\{(\w+)[^}]*\}", r"\1", file.read_text())
    content: dict[str, Any] = yaml.safe_load(text)
    return content


def servers(content: dict[str, Any]) -> dict[str, Any]:
    """The services that are Troel."""
    return {name: service for name, service in content["services"].items() if "build" in service}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.name))
def test_servers_write_in_their_volume_alone_and_believe_their_proxy_alone(file: Path) -> None:
    content = parsed(file)
    (subnet,) = content["networks"]["default"]["ipam"]["config"]
    settings = (ROOT / "README.md").read_text()
    for service in servers(content).values():
        assert service["read_only"] and service["tmpfs"] == ["/tmp"] and service["cap_drop"] == ["ALL"]
        assert any(volume.endswith(":/var/lib/troel") for volume in service["volumes"]) and "ports" not in service
        assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        variables = service["environment"]
        assert environment.networks("TRUSTED_PROXIES", variables["TRUSTED_PROXIES"]) == [ip_network(subnet["subnet"])]
        assert all(f"`{name.removesuffix('_FILE')}`" in settings for name in variables)
    named = {volume.split(":")[0] for service in content["services"].values() for volume in service.get("volumes", ())}
    assert {name for name in named if not name.startswith(".")} == set(content["volumes"])


def test_the_pair_shares_a_database_and_keys_and_the_proxy_knows_both() -> None:
    content = parsed(DEPLOY / "compose-pair.yaml")
    pair, proxy = servers(content), content["services"]["proxy"]
    assert list(pair) == ["a", "b"] and len({str(service["volumes"]) for service in pair.values()}) == 2
    database = environment.database(pair["a"]["environment"]["DATABASE_URL"], Path("/nowhere"))
    assert (
        database["HOST"] == "postgres"
        and database["NAME"] == content["services"]["postgres"]["environment"]["POSTGRES_DB"]
    )
    (mounted,) = proxy["volumes"]
    configured = (DEPLOY / mounted.split(":")[0]).read_text()
    assert set(re.findall(r'"\$\{(\w+)\}"', configured)) == set(proxy["environment"])
    assert {proxy["environment"][f"TROEL_{name.upper()}"] for name in pair} == {f"{name}:8000" for name in pair}
    for name, secret in content["secrets"].items():
        assert {f"/run/secrets/{name}"} & set(pair["b"]["environment"].values()) and secret["file"].endswith(".key")


def test_one_machine_is_reached_through_caddy() -> None:
    content = parsed(DEPLOY / "compose.yaml")
    assert list(servers(content)) == ["troel"] and "DATABASE_URL" not in servers(content)["troel"]["environment"]
    caddy = content["services"]["caddy"]
    assert caddy["command"].endswith("--from TROEL_HOST --to troel:8000") and "443:443" in caddy["ports"]
    assert servers(content)["troel"]["environment"]["BASE_URL"] == "https://TROEL_HOST"


def test_an_image_has_what_papers_need() -> None:
    assert {*PACKAGES.split()} <= {*(DEPLOY / "Containerfile").read_text().split()}
    assert f"[pdf]='{PACKAGES}'" in (ROOT / "bin" / "need").read_text()
