"""The page of a job that somebody waits for: how far it is, what came of it, and its file."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from django.http import FileResponse, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from tournament.files.models import JobState
from tournament.jobs import job_queue
from tournament.jobs.job import Job, JobStatus
from tournament.jobs.offers import TYPES

Context = Mapping[str, Any]
# The templates of a job that makes one file, and of their part that changes.
FILE_PAGE, FILE_PART = "organiser/papers/papers_job.html", "organiser/papers/papers_progress.html"


def job_page(
    request: HttpRequest,
    frame: Callable[..., HttpResponse],
    job: Job,
    more: Callable[[JobStatus], Context],
    whole: str = FILE_PAGE,
    part: str = FILE_PART,
) -> HttpResponse:
    """The template `whole`; for htmx only its `part`, or 204 if the page shows `v` already.

    Both get the job, its `progress` and `version`, and what `more` gives for that progress; `frame` puts a
    template into that of whose job it is.
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
    response = frame(template, **context)
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response


def job_file(job: Job) -> FileResponse | None:
    """The file of a job as a download under its own name, which no cache may keep: it may contain write links."""
    if (made := job.open()) is None:
        return None
    kind = TYPES[job.request.name.rpartition(".")[2]]
    response = FileResponse(made, as_attachment=True, filename=job.request.name, content_type=kind)
    response["Cache-Control"] = "no-store"
    return response


def size_of(job: Job, status: JobStatus) -> int:
    """How many bytes its file has; 0 before it is made."""
    made = job.file() if status.state == JobState.MADE else None
    return made.size if made else 0
