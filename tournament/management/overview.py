"""What `troel help` says: the commands of whoever keeps Troel, each in a sentence, without those of developers."""

from pathlib import Path

import django
from django.core.management import find_commands, load_command_class

from tournament.site import release

# What is no module of ours.
OTHERS = {
    "changepassword": "Gives an account another password.",
    "createsuperuser": "Makes an account for an administrator.",
    "upgrade-check": "Says before an upgrade what this release will change when it starts, and whether it may.",
}
# What the server calls itself, and what works in a source tree alone.
UNLISTED = ("do-job", "messages", "openapi")
FRAME = """{command} COMMAND [--var FOLDER] [--listen HOST:PORT] …

{lines}

--var: the folder of its data; --listen: where it serves. {command} help COMMAND says more of one,
{command} help --commands names Django's too."""


def overview() -> str:
    """The text of `help`: how a command is called, and all that a keeper may need."""
    django.setup()
    names = [name for name in find_commands(str(Path(__file__).parent)) if name not in UNLISTED]
    sentences = OTHERS | {name: load_command_class("tournament", name).help for name in names}
    width = max(map(len, sentences))
    lines = "\n".join(f"  {name:{width}}  {sentences[name]}" for name in sorted(sentences))
    return FRAME.format(command=release.COMMAND, lines=lines)
