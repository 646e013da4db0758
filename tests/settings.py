"""The settings of Troel as they are, away from this checkout's own data and from the machine's environment.

TEST_DATABASE_URL=postgres://… runs the tests on PostgreSQL instead of an SQLite file.
"""

import atexit
import os
import shutil
import tempfile

_folder = tempfile.mkdtemp(prefix="troel-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)

for _name in ("BASE_URL", "LISTEN", "DEBUG"):
    os.environ.pop(_name, None)
os.environ["VAR_DIR"] = _folder
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "")
os.environ["SECRET_KEY"] = "a secret that only the tests know, and which is long enough"

from tournament.settings import *  # noqa: E402, F403
from tournament.settings import DATABASES, VAR_DIR  # noqa: E402

if "sqlite3" in DATABASES["default"]["ENGINE"]:
    # A file, not Django's database in memory: WAL, locks and a second connection are part of what is tested.
    # The files' own is called after it, as a child process finds it (`environment.files_database`).
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
    DATABASES["files"]["TEST"] = {"NAME": str(VAR_DIR / "filestest.sqlite3")}

# Among the folders of Troel itself, where no backup goes: none is proposed.
HOME = VAR_DIR

# A password is checked in every other test; the real hash takes a third of a second on purpose.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# A test looks at once at what it has done; those of the board itself say how patient they are.
RANKING_PATIENCE = 0.0

# A client of a test asks for no static file, so it need not look around the disk for all there are.
WHITENOISE_AUTOREFRESH = True
