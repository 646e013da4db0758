"""Django's settings. What differs between installations comes from the environment.

DATABASE_URL, SECRET_KEY, LINK_KEY (or …_FILE), BASE_URL, LISTEN, TIME_ZONE, TRUSTED_PROXIES, METRICS_TOKEN, LOG, DEBUG,
VAR_DIR. README says what each means. Safe when none is set.
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import Literal

from csp.constants import NONE, SELF
from platformdirs import user_data_path

from tournament.site import environment, keys, release
from tournament.site.addresses import machine_addresses, machine_names, url_of

BASE_DIR = Path(__file__).resolve().parent.parent

# Whatever our processes write is for their owner alone: names, keys, printed files.
os.umask(0o077)

# --- From the environment -------------------------------------------------------------------------------------

DEBUG = environment.flag("DEBUG", os.environ.get("DEBUG", ""))

# Everything that a run writes is here: database, keys, printed files.
USUAL_VAR = user_data_path("troel") if release.INSTALLED else BASE_DIR / "var"
VAR_DIR = environment.folder("VAR_DIR", os.environ.get("VAR_DIR", ""), USUAL_VAR)

environment.narrow(VAR_DIR)

# Where backups are proposed to go if no stick is in.
HOME = Path("~").expanduser()

# Empty until the first start has made it: only an installation without keys may (tournament.installation).
SECRET_KEY = keys.read_key("SECRET_KEY", VAR_DIR)

DATABASES = {"default": environment.database(os.environ.get("DATABASE_URL", ""), VAR_DIR / "troel.sqlite3")}
DATABASES |= environment.files_database(DATABASES["default"])
DATABASE_ROUTERS = ["tournament.files.database.Router"]

LISTEN = environment.listen(os.environ.get("LISTEN", ""))

# Listening everywhere is for the hall's own network: there this machine is known by each of its addresses.
OWN_ADDRESSES = machine_addresses() if LISTEN.everywhere else []
OWN_NAMES = machine_names() if LISTEN.everywhere else []

# What the first organiser chose, which the environment may overrule.
CHOICES = environment.read_choices(VAR_DIR)

# The address in every link, QR code and PDF.
_first = CHOICES.host if CHOICES.host in OWN_ADDRESSES else (OWN_ADDRESSES or ["127.0.0.1"])[0]
BASE_URL = environment.base_url(
    os.environ.get("BASE_URL") or url_of(_first if LISTEN.everywhere else LISTEN.host, LISTEN.port)
)

ALLOWED_HOSTS = [environment.host_of(BASE_URL), "localhost", "127.0.0.1", "[::1]", *OWN_ADDRESSES, *OWN_NAMES]

# Proxies that may say from which address a request comes; none where phones reach the server directly.
TRUSTED_PROXIES = environment.networks("TRUSTED_PROXIES", os.environ.get("TRUSTED_PROXIES", ""))

# Who may read /metrics from elsewhere.
METRICS_TOKEN = environment.metrics_token(os.environ.get("METRICS_TOKEN", ""))

# --- The parts ------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_tables2",
    "django_filters",
    "django_htmx",
    "axes",
    "csp",
    "tournament",
    "tournament.files",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.views.shared.unstored.unstored",
    "tournament.views.outside.cookieless.cookieless",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournament.views.shared.identity.StaysSignedIn",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "tournament.views.shared.co_signature.AsksForSecond",
]

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [] if release.INSTALLED else [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["tournament.templatetags.addresses"],
        },
    },
]

DJANGO_TABLES2_TEMPLATE = "django_tables2/troel.html"

# --- Static files: collected by set-up, so that a page never searches the disk --------------------------------

STATIC_URL = "static/"
STATIC_ROOT = release.COLLECTED if release.INSTALLED else BASE_DIR / "var" / "static"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "tournament.site.static_files.BundleFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tournament.site.static_files.HashedStaticFiles"},
}

# --- Languages and time ---------------------------------------------------------------------------------------

LANGUAGES = [("nl", "Nederlands"), ("fr", "Français"), ("en", "English")]
# The visitor's browser chooses; English, in which the sentences in the code are written, is the last resort.
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
LANGUAGE_COOKIE_NAME = "troel_language"
LANGUAGE_COOKIE_AGE = int(timedelta(days=365).total_seconds())
TIME_ZONE = environment.zone("TIME_ZONE", os.environ.get("TIME_ZONE", "")) or CHOICES.zone or "Europe/Brussels"
USE_TZ = True

# --- Signing in -----------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "tournament.site.passwords.LongEnough", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# Name and address together: a hall shares one address, and a stranger must not lock an organiser out.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
# A browser in which the same name signed in before counts as an address of its own.
AXES_CLIENT_IP_CALLABLE = "tournament.site.devices.address_of"
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # who signed in when is nobody's business here
AXES_ENABLE_ADMIN = False
AXES_LOCKOUT_CALLABLE = "tournament.views.shared.failures.locked_out"
AXES_VERBOSE = False
# What was sent with a wrong password is stored beside the attempt, and so is in backups: these fields are not.
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address"]
AXES_SENSITIVE_PARAMETERS += ["old_password", "new_password1", "new_password2", "second_password", "present_password"]

# --- What a browser may do ------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],  # Pico draws its arrows and ticks as data: images
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"  # a table's token is in its address

# Behind https a proxy terminates it; on the hall's own network there is none.
BEHIND_HTTPS = BASE_URL.startswith("https://")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_HTTPS else None
SECURE_HSTS_SECONDS = int(timedelta(days=30).total_seconds()) if BEHIND_HTTPS else 0
# Over plain http browsers ignore this header, and complain in their console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if BEHIND_HTTPS else None
CSRF_TRUSTED_ORIGINS = [BASE_URL]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = BEHIND_HTTPS

SESSION_COOKIE_NAME = "troel_session"
# Since it was last used to change something (views.shared.identity).
SESSION_COOKIE_AGE = int(timedelta(days=7).total_seconds())
CSRF_COOKIE_NAME = "troel_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "tournament.views.shared.failures.stale_form"
SESSION_COOKIE_SAMESITE: Literal["Lax"] = "Lax"
CSRF_COOKIE_SAMESITE: Literal["Lax"] = "Lax"
LANGUAGE_COOKIE_SAMESITE: Literal["Lax"] = "Lax"

# --- The public ranking ---------------------------------------------------------------------------------------

# Seconds for which an outdated ranking may still be shown while the next one is being rendered.
RANKING_PATIENCE = 2.0

# --- How much a visitor may send ------------------------------------------------------------------------------

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000
DATA_UPLOAD_MAX_NUMBER_FILES = 200
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
UPLOAD_MAX_BYTES = 20 * 1024 * 1024
# Eighty sheets from a scanner; photos are sent in parts. Less than what the server receives at once (serving.bodies).
SCANS_MAX_BYTES = 60 * 1024 * 1024
# A backup with three thousand pictures of sheets. Only an empty installation takes one, and the server receives one at
# a time (serving.bodies).
RESTORE_MAX_BYTES = 1024 * 1024 * 1024
FILE_UPLOAD_HANDLERS = [
    "tournament.site.uploads.BoundedUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# --- What is logged, and where: standard error, warnings and errors only --------------------------------------

LOG = environment.log_format(os.environ.get("LOG", ""))

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {"()": "tournament.site.log.DiscreetJson"},
        "text": {
            "()": "tournament.site.log.Discreet",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
    },
    "filters": {"once": {"()": "tournament.site.outages.OncePerOutage"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG, "filters": ["once"]}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Django's own handlers would send mail to administrators.
        "django": {"handlers": [], "propagate": True},
        # A 4xx is the visitor's affair, and its address may contain a token.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
    },
}
