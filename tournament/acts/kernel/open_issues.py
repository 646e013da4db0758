"""What is done although something is still open: it is named, and a reason is asked for."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Facts
from tournament.models import Event
from tournament.progress.open_issues import OpenIssue, issue_sentences
from tournament.version_tokens import require_unchanged, token_of

# A refusal names at most this many open issues.
MAX_NAMED = 12


def open_issues_token(issues: Sequence[OpenIssue]) -> str:
    """The version token of what is open."""
    return token_of(*(issue.fact for issue in issues))


def facts_despite(event: Event, issues: Sequence[OpenIssue], reason: str, seen: str | None = None) -> Facts:
    """The facts that an act adds which depends on open issues: they and the reason; {} if nothing is open.

    `seen` is the token (`open_issues_token`) of what was shown as open. Refused without a reason, naming what is open.
    """
    if not issues:
        return {}
    named = "; ".join(issue_sentences(list(issues[:MAX_NAMED]), event)) + ("; …" if len(issues) > MAX_NAMED else "")
    check_reason(reason, _("Something is still open, so a reason is needed. %(matters)s.") % {"matters": named})
    require_unchanged(seen, open_issues_token(issues))
    return {"open": [issue.fact for issue in issues], "reason": logbook.store_text(event, reason)}
