"""What the wheel is made of besides the source: static files, translations, and the packages that it needs.

Hatchling runs it. The packages of requirements.txt must be there: `make package`.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

EXTRAS = ("postgres", "reading")
# Makes the translations, which a wheel has inside: 33 MB.
BUILDS = ("babel",)
# Django's own settings, with the one folder in which nothing of an earlier build is left.
COLLECT = (
    "import sys, django; from django.conf import settings; settings.STATIC_ROOT = sys.argv[1]; django.setup();"
    "from django.core.management import call_command; call_command('collectstatic', clear=True, interactive=False)"
)


def version() -> str:
    """The version of the wheel: before a tag it ends in the number of commits, so that a later build replaces it."""
    (plain,) = re.findall(r'^__version__ = "(.+)"$', Path("tournament/__init__.py").read_text(), re.MULTILINE)
    if not plain.endswith(".dev0"):
        return plain
    git = ["git", "rev-list", "--count", "HEAD"]
    counted = subprocess.run(git, capture_output=True, text=True, check=False)
    return plain[:-1] + (counted.stdout.strip() or "0")


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Collects static files under their hashed names, compressed, and compiles the translations."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds what it made to the files of the wheel."""
        folder = Path(self.root) / "var" / "package"
        folder.mkdir(parents=True, exist_ok=True)
        variables = {name: value for name, value in os.environ.items() if name not in ("DEBUG", "DATABASE_URL")}
        variables |= {"DJANGO_SETTINGS_MODULE": "tournament.settings", "VAR_DIR": str(folder)}
        for words in (["-c", COLLECT, str(folder / "static")], ["-m", "tournament.site.translations"]):
            subprocess.run(
                [sys.executable, *words], cwd=self.root, env=variables, check=True, stdout=subprocess.DEVNULL
            )
        build_data["force_include"][str(folder / "static")] = "tournament/collected"


class CustomMetadataHook(MetadataHookInterface):
    """The packages that Troel needs, from requirements*.in, each in the version of requirements*.txt."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Sets the dependencies, and those of the extras."""
        core, _mark, papers = (Path(self.root) / "requirements.in").read_text().partition("# [pdf]")
        metadata["dependencies"] = self._pinned(core, "requirements.txt")
        metadata["optional-dependencies"] = {"pdf": self._pinned(papers, "requirements.txt")} | {
            extra: self._pinned((Path(self.root) / f"requirements-{extra}.in").read_text(), f"requirements-{extra}.txt")
            for extra in EXTRAS
        }

    def _pinned(self, text: str, lock: str) -> list[str]:
        locked = (Path(self.root) / lock).read_text()
        versions = dict(re.findall(r"^([\w.-]+)==(\S+)", locked, re.MULTILINE))
        names = re.findall(r"^([\w.-]+(?:\[\w+\])?)", text, re.MULTILINE)
        keys = [re.sub(r"\[.*", "", name).lower().replace("_", "-") for name in names]
        pairs = [(name, key) for name, key in zip(names, keys, strict=True) if key not in BUILDS]
        return [f"{name}=={versions[key]}" for name, key in pairs if not name.startswith("-")]
