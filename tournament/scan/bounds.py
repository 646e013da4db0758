"""What the process that reads strangers' files cannot do, whatever a file makes of its decoders.

    python -m tournament.scan.bounds

says in one line which of these bounds this kernel does not keep, or nothing. It loads no decoder.
"""

import ctypes
import os
import resource
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

MAX_PIXELS = 120_000_000
# OpenCV and the numbers' library read these once, when they are loaded: a larger picture is refused after its header,
# and no thread is wanted that could not be started later.
VARIABLES = {"OPENCV_IO_MAX_IMAGE_PIXELS": str(MAX_PIXELS), "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
# Of the processor, for all files; each page has its own bound within it.
MAX_SECONDS = 900
# Of a file that is written: a picture, or what is said on standard error.
MAX_FILE_BYTES = 300_000
LIMITS = {
    resource.RLIMIT_AS: 3 * 2**30,
    resource.RLIMIT_FSIZE: MAX_FILE_BYTES,
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_NPROC: 0,
    resource.RLIMIT_NOFILE: 16,
    resource.RLIMIT_CPU: MAX_SECONDS,
}

NETWORK, FILES, PROCESSES = "the network", "other files and programs", "new processes"

# From linux/sched.h, linux/prctl.h and linux/landlock.h; the numbers of calls are those of every processor.
NEW_USER, NEW_NETWORK, NO_NEW_PRIVILEGES = 0x10000000, 0x40000000, 38
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
# All that the first version knows: executing, reading, writing, making and removing.
EVERYTHING, READ, LIST, WRITE = (1 << 13) - 1, 1 << 2, 1 << 3, 1 << 1 | 1 << 8
PATH_BENEATH = 1
# Where libraries, their data and the fonts of a PDF are.
LIBRARIES = ("/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/dev/urandom")


def confine(files: Sequence[Path], out: Path | None) -> list[str]:
    """Shuts this process off for good; what it could not be shut off from.

    It may read these files and its libraries, and write new files in the folder `out`. To be called when everything is
    loaded and nothing of a stranger's was looked at.
    """
    missing = [name for name, held in ((NETWORK, _no_network()), (FILES, _no_files(files, out))) if not held]
    for limit, most in LIMITS.items():
        hard = resource.getrlimit(limit)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # Some systems know a limit and do not let it be set.
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, most))
    # The kernel does not count the processes of root.
    return missing if os.geteuid() else [*missing, PROCESSES]


def _no_network() -> bool:
    """Moves this process to a network of its own, in which there is nothing."""
    return _call("unshare", NEW_NETWORK) or _call("unshare", NEW_USER | NEW_NETWORK)


def _no_files(files: Sequence[Path], out: Path | None) -> bool:
    """Lets this process open only these files and its libraries, for reading, and start no program."""
    if not sys.platform.startswith("linux"):
        return False
    library = ctypes.CDLL(None, use_errno=True)
    attributes = struct.pack("=Q", EVERYTHING)
    rules = library.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        return False
    ours = [Path(folder) for folder in (sys.prefix, sys.base_prefix, *LIBRARIES, Path(__file__).parent.parent)]
    rights = dict.fromkeys(files, READ) | {path: READ | LIST * path.is_dir() for path in ours}
    for path, may in (rights | ({out: WRITE} if out else {})).items():
        with suppress(OSError):
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
            library.syscall(ADD_RULE, rules, PATH_BENEATH, struct.pack("=Qi", may, opened), 0)
            os.close(opened)
    held = _call("prctl", NO_NEW_PRIVILEGES, 1, 0, 0, 0) and library.syscall(RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return held


def _call(name: str, *words: int) -> bool:
    """Whether a call of the kernel did what it was asked; False where there is none of that name."""
    call = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    return call is not None and call(*map(ctypes.c_ulong, words)) == 0


if __name__ == "__main__":
    if lacking := confine([], None):
        sys.stdout.write(f"What reads score sheets is not shut off from {', '.join(lacking)} on this system.\n")
