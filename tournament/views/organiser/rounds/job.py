"""The page of a job that somebody waits for: how far it is, and then what came of it."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from tournament.files.models import JobState
from tournament.jobs import job_queue
from tournament.jobs.job import Job, JobStatus
from tournament.models import Event
from tournament.views.organiser.shell import staff_page

Context = Mapping[str, Any]


def job_page(
    request: HttpRequest, event: Event, job: Job, whole: str, part: str, more: Callable[[JobStatus], Context]
) -> HttpResponse:
    """The template `whole`; for htmx only its `part`, or 204 if the page shows `v` already.

    Both get the job, its `progress` and `version`, and what `more` gives for that progress.
    """
    job_queue.tend()
    status = job.status()
    if status.state == JobState.BROKEN:
        # A bug of ours, like the server's own errors.
        logging.getLogger(__name__).error("%s failed: %s", " ".join(job.request.call), status.log)
    version = f"{status.state}-{status.done}-{status.all}".replace(" ", "-")
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    template = part if request.headers.get("HX-Request") == "true" else whole
    context = {"job": job, "progress": status, "version": version, **more(status)}
    response = staff_page(request, template, event, **context)
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response
