"""A machine without Pango: in a mount namespace of its own the libraries are empty files, which no program can load."""

import subprocess
from functools import cache

import pytest

_HIDE = """
for library in /usr/lib/*/libpango*.so*; do mount --bind /dev/null "$(readlink -f "$library")" || exit 77; done
exec "$@"
"""
# Put it before a command. Root may make such a namespace, and elsewhere whom the system lets.
WITHOUT_PANGO = ["unshare", "--map-root-user", "--mount", "bash", "-c", _HIDE, "bash"]


@cache
def _hides() -> bool:
    try:
        return subprocess.run([*WITHOUT_PANGO, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


needs_namespace = pytest.mark.skipif(not _hides(), reason="no mount namespace can be made here")
