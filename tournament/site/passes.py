"""How often a JPEG goes over its pixels: each pass costs a decoder as much as the whole picture, and takes 20 bytes."""

import re

# A progressive picture has ten, and one that somebody tuned by hand some thirty.
MAX_PASSES = 64
JPEG = b"\xff\xd8\xff"
# The next marker that is followed by its length, or the one of the end: none of these is within the data of a pass.
MARKER = re.compile(rb"\xff([^\x00\x01\xd0-\xd8\xff])")
END, PASS = b"\xd9", b"\xda"


def too_many_passes(content: bytes) -> bool:
    """Whether a file is a JPEG that would keep its decoder busy for minutes; False for any other file."""
    passes, at = 0, 2
    while content.startswith(JPEG) and passes <= MAX_PASSES:
        marker = MARKER.search(content, at)
        if marker is None or marker[1] == END:
            break
        passes += marker[1] == PASS
        at = marker.end() + int.from_bytes(content[marker.end() : marker.end() + 2])
    return passes > MAX_PASSES
