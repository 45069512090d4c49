"""The settings of the site. Most of them are read from environment variables.

``docs/serving.md`` and ``docs/limits.md`` describe the variables. If DEBUG is off, the process doesn't start
without a secret key, and cookies, redirects and HSTS require HTTPS. With HTTPS=off, nothing requires HTTPS:
this is for a site that can only be reached from its own computer.
"""

import os
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from jinja2 import StrictUndefined
from whitenoise.compress import Compressor

from builder.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
# An empty variable counts as not set: .env may contain lines without a value.
env.ENVIRON = {name: value for name, value in os.environ.items() if value}

# pytest sets this variable. Tests run without HTTPS and without the files that a site builds.
TESTING = "PYTEST_VERSION" in os.environ

DEBUG = env.bool("DEBUG", default=False)


def _secret_key() -> str:
    """Return the secret key from the environment. If it is not set there, return the key in the key file.

    If there is no key file either, development and tests use a fixed key. Otherwise, raises
    ImproperlyConfigured.
    """
    key: str = env.str("SECRET_KEY", default="")
    path = Path(env.str("SECRET_KEY_FILE", default=str(BASE_DIR / ".secret-key")))
    if not key and path.is_file():
        key = path.read_text(encoding="utf-8").strip()
    if key:
        return key
    if DEBUG or TESTING:
        return "for-development-and-tests-only-never-for-a-site-that-others-can-reach"
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. Set it in the environment, or run 'make setup', or set DEBUG=on to develop."
    )


SECRET_KEY = _secret_key()

# ------------------------------------------------------------------ hosts, HTTPS and proxies

ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

HTTPS = env.bool("HTTPS", default=not (DEBUG or TESTING))
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
# If the name of a cookie has this prefix, browsers only accept the cookie over HTTPS, and only from this host
# itself. So other hosts of the same domain can't set the site's cookies.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
SECURE_SSL_REDIRECT = HTTPS
# The health check of a container sends requests directly to the process, and not through the proxy that adds
# HTTPS. The API rejects requests over HTTP. If it redirected them, programs would continue to send their
# tokens without encryption.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^api/v1/(?!docs)"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
# The checks W005 and W021 recommend HSTS for subdomains and on preload lists. Both affect other hosts of the
# domain, so the operator decides about them.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# Only set this if there is a proxy that always sets the header X-Forwarded-Proto itself, and that removes
# such a header from the client's request.
TRUST_PROXY_HEADER = env.bool("TRUST_PROXY_HEADER", default=False)
if TRUST_PROXY_HEADER:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Requests are counted for each client address. Without a proxy, this is the address of the connection. Behind
# a proxy, it is the last address in the header X-Forwarded-For, which the proxy has added.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if TRUST_PROXY_HEADER else 0
# The site is at the root of its host. Without this setting, a request header could set a prefix for all
# addresses, which would then be in caches and in mails.
FORCE_SCRIPT_NAME = ""
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

SESSION_ENGINE = "builder.web.people.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60  # a guest's lists can only be found through the session
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "builder.web.shared.message_storage.MessageStorage"
CSRF_FAILURE_VIEW = "builder.web.shared.errors.csrf_failure"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "img-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# Features of browsers that no page of the site needs. Passkeys and the clipboard work without a policy.
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture",
        "encrypted-media", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer",
        "microphone", "midi", "payment", "serial", "usb", "window-management", "xr-spatial-tracking",
    )
)  # fmt: skip

# ------------------------------------------------------------------ the application

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "corsheaders",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "builder",
]

MIDDLEWARE = [
    "builder.web.request_log.RequestLogMiddleware",
    "builder.replica.ReplicaMiddleware",
    "builder.web.middleware.SecurityHeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "builder.web.middleware.GZipMiddleware",
    "builder.web.middleware.RenamedCookiesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "builder.web.middleware.BudgetMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "builder.web.middleware.GuestsAsAnonymousMiddleware",
    "builder.web.middleware.LastSeenMiddleware",
    "builder.web.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "builder.web.middleware.ErrorMiddleware",
]

ROOT_URLCONF = "builder.urls"
WSGI_APPLICATION = "builder.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["builder.web.shared.html"],  # the tag that renders a Jinja2 template
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "builder.web.people.context_processors.account",
            ],
        },
    },
    # For the templates that end in .jinja: the rows and controls of long pages (docs/decisions/0016).
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "builder.web.shared.jinja_environment.jinja_environment",
            "undefined": StrictUndefined,
        },
    },
]

# ------------------------------------------------------------------ accounts (docs/running-accounts.md)

AUTH_USER_MODEL = "builder.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lists"
AUTH_PASSWORD_VALIDATORS = [{"NAME": "builder.services.people.passwords.PasswordValidator"}]
# The library that checks for stolen passwords reads this dictionary. The timeout is in seconds.
PWNED_PASSWORDS = {"API_TIMEOUT": 2.0}
PWNED_PASSWORDS_URL = env.str("PWNED_PASSWORDS_URL", default="https://api.pwnedpasswords.com/range/")
if env.bool("PWNED_PASSWORDS", default=False):
    AUTH_PASSWORD_VALIDATORS += [
        {"NAME": "builder.services.people.breached_passwords.BreachedPasswordValidator"}
    ]
if TESTING:  # tests don't need a slow hash
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

ACCOUNT_ADAPTER = "builder.web.people.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "builder.web.people.forms.AddEmailForm",
    "change_password": "builder.web.people.forms.ChangePasswordForm",
    "login": "builder.web.people.forms.LoginForm",
    "reauthenticate": "builder.web.people.forms.ReauthenticateForm",
    "reset_password": "builder.web.people.forms.ResetPasswordForm",
    "reset_password_from_key": "builder.web.people.forms.ResetPasswordKeyForm",
    "set_password": "builder.web.people.forms.SetPasswordForm",
    "signup": "builder.web.people.forms.SignupForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_USERNAME_VALIDATORS = "builder.web.people.forms.USERNAME_VALIDATORS"
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "guest", "moderator", "musterbook", "nobody", "staff"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# A visitor who signs up with an e-mail address of an existing account sees the same page as with a new
# address. Only the mail to this address says that there is an account.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Musterbook] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
# Log-in has its own limits (builder/web/people/adapter.py). Each page also spends from a budget.
ACCOUNT_RATE_LIMITS = {"login": "", "login_failed": "10/m/ip,5/300s/key", "signup": "20/m/ip,60/h/ip"}
USERSESSIONS_ADAPTER = "builder.web.people.adapter.SessionsAdapter"
MFA_ADAPTER = "builder.web.people.adapter.SecondFactorAdapter"
MFA_FORMS = {
    "activate_totp": "builder.web.people.forms.ActivateTOTPForm",
    "add_webauthn": "builder.web.people.passkey_forms.AddPasskeyForm",
    "authenticate": "builder.web.people.forms.AuthenticateForm",
    "authenticate_webauthn": "builder.web.people.passkey_forms.AuthenticatePasskeyForm",
    "edit_webauthn": "builder.web.people.passkey_forms.RenamePasskeyForm",
    "login_webauthn": "builder.web.people.passkey_forms.LoginPasskeyForm",
    "reauthenticate": "builder.web.people.forms.SecondReauthenticateForm",
    "reauthenticate_webauthn": "builder.web.people.passkey_forms.ReauthenticatePasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RATE_LIMITS = {"webauthn_login": "20/m/ip"}  # many people can have the same address, as in a club room
# The keys for the secrets of second factors. The first key encrypts. All keys can decrypt.
TOTP_KEYS: list[str] = env.list("TOTP_KEYS", default=[])
MFA_TOTP_ISSUER = "Musterbook"
MFA_TOTP_PERIOD = 30  # seconds
MFA_TOTP_TOLERANCE = 1  # in periods: the codes of the periods before and after are valid too
# E-mail addresses are optional, so an unconfirmed address must not prevent the use of a second factor.
MFA_ALLOW_UNVERIFIED_EMAIL = True

# Rate limits are counted in the database, because they apply to all processes together.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "counted",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
    # Papers (docs/typesetting.md). MUSTERBOOK_KEPT_PAPER_BYTES limits their size.
    "papers": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": env.str("PAPERS_FOLDER", default=str(BASE_DIR / ".papers")),
        "TIMEOUT": 30 * 24 * 60 * 60,
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}

# ------------------------------------------------------------------ the programming interface (docs/api.md)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.shared.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["api.shared.permissions.SignedIn"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.shared.parsers.JSONParser"],
    "DEFAULT_THROTTLE_CLASSES": ["api.shared.throttling.RequestThrottle"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "api.shared.schema.OperationSchema",
    "EXCEPTION_HANDLER": "api.shared.errors.exception_handler",
    "NUM_PROXIES": ALLAUTH_TRUSTED_PROXY_COUNT,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Musterbook",
    "DESCRIPTION": "Company lists, their points and findings, for programs.",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,  # otherwise the values would be described twice
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SCHEMA_PATH_PREFIX_TRIM": True,
    "SERVERS": [{"url": "/api/v1", "description": "This site."}],
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVE_INCLUDE_SCHEMA": False,
    # This check would create the schema, which depends on the editions in the database. But deployment checks
    # run before the tables exist.
    "ENABLE_DJANGO_DEPLOY_CHECK": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,  # because changes have their own components
    "ENUM_SUFFIX": "",
    # The groups of operations, in reading order.
    "TAGS": [
        {"name": "start", "description": "Addresses of the API, and kinds of problems."},
        {"name": "rules", "description": "Games, their catalogues and sample lists. Open to everybody."},
        {
            "name": "calculations",
            "description": "Calculations on a document that you send. Nothing is stored.",
        },
        {"name": "lists", "description": "Your lists as documents."},
        {"name": "profiles", "description": "Profiles of your lists."},
        {"name": "rosters", "description": "Rosters of your lists."},
        {"name": "history", "description": "Changes of your lists."},
        {"name": "sharing", "description": "Who can see your lists."},
        {"name": "shared", "description": "Lists and rosters that other people share."},
        {"name": "gallery", "description": "Public lists."},
        {"name": "clubs", "description": "Clubs, their members and shared lists."},
        {"name": "events", "description": "Events of clubs and their hand-ins."},
        {"name": "me", "description": "Your account."},
    ],
    "ENUM_NAME_OVERRIDES": {"ClubRole": "api.clubs.serializers.ROLES"},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.shared.schema.add_document_schemas",
        "api.shared.stored_parts.add_stored_part_schemas",
        "api.systems.catalogue_schema.add_catalogue_schemas",
        "api.shared.schema.describe_path_parameters",
        "api.shared.schema.refuse_unknown_fields",
    ],
}
# Other sites whose pages may call the API, such as https://club.example. They can't send cookies.
CORS_ALLOWED_ORIGINS: list[str] = env.list("CORS_ALLOWED_ORIGINS", default=[])
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_HEADERS = [
    "accept",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
]
CORS_EXPOSE_HEADERS = [
    "Content-Disposition", "ETag", "Idempotency-Replayed", "Location", "RateLimit-Limit",
    "RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "X-Request-ID",
]  # fmt: skip
# The headers of views with open data. Pages of any other site may read the response. But these pages can't
# send cookies or tokens, because other headers would have to allow this.
OPEN_DATA_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": ", ".join(
        (*CORS_EXPOSE_HEADERS, "Accept-Ranges", "Content-Range", "Last-Modified")
    ),
}

# ------------------------------------------------------------------ budgets (docs/limits.md)

# Each request costs units. These are the units that a client can spend per minute, and the bytes that a
# client can store per hour. Tests send many requests, so the limits are higher in tests.
MUSTERBOOK_UNITS_A_MINUTE = env.int("MUSTERBOOK_UNITS_A_MINUTE", default=10_000_000 if TESTING else 900)
MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = env.int(
    "MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS", default=10_000_000 if TESTING else 3_600
)
MUSTERBOOK_UNITS_A_MINUTE_OF_A_NETWORK = env.int(
    "MUSTERBOOK_UNITS_A_MINUTE_OF_A_NETWORK", default=10_000_000 if TESTING else 14_400
)
MUSTERBOOK_BYTES_AN_HOUR_OF_A_PERSON = env.int(
    "MUSTERBOOK_BYTES_AN_HOUR_OF_A_PERSON", default=10**12 if TESTING else 200_000_000
)
MUSTERBOOK_BYTES_AN_HOUR_OF_AN_ADDRESS = env.int(
    "MUSTERBOOK_BYTES_AN_HOUR_OF_AN_ADDRESS", default=10**12 if TESTING else 100_000_000
)
# If the disk of the data folder has fewer free bytes than this, the site accepts no new guests.
MUSTERBOOK_FREE_BYTES = env.int("MUSTERBOOK_FREE_BYTES", default=500_000_000)
DATA_FOLDER = env.str("DATA_FOLDER", default="")

# ------------------------------------------------------------------ open data (docs/gallery.md)

# The file that dump_gallery writes and the API serves.
GALLERY_DUMP = env.str("GALLERY_DUMP", default=str(BASE_DIR / "gallery.ndjson.gz"))
# The site's address, such as https://musters.example, for texts that are written outside of requests.
SITE_URL = env.str("SITE_URL", default="").rstrip("/")

# ------------------------------------------------------------------ the operator's texts

# Markdown files with texts of the operator. If a file is missing, its page says that there is no text.
OPERATOR_TEXTS = {
    "privacy": env.str("PRIVACY_FILE", default=""),
    "terms": env.str("TERMS_FILE", default=""),
    "contact": env.str("CONTACT_FILE", default=""),
    "takedown": env.str("TAKEDOWN_FILE", default=""),
}

# The addresses for reports of security problems, the preferred first. They begin with mailto: or https://.
SECURITY_CONTACTS: list[str] = env.list("SECURITY_CONTACTS", default=[])

# ------------------------------------------------------------------ mail

# If there is no mail server, mails could only be written to the log. With the links in them, everybody who
# reads the log could get access to accounts. So a site with HTTPS discards mails. A site without HTTPS is on
# a developer's computer, and writes mails to standard output.
vars().update(env.email_url("EMAIL_URL", default="dummymail://" if HTTPS else "consolemail://"))
SENDS_MAIL = bool(env.str("EMAIL_URL", default=""))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Musterbook <musterbook@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 10  # in seconds: a page waits for the mail server

# ------------------------------------------------------------------ language and time

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ------------------------------------------------------------------ database


def _database() -> dict[str, object]:
    """Return the database that DATABASE_URL names, or an SQLite database in the project's folder."""
    database: dict[str, object] = env.db_url("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'db.sqlite3'}")
    if database["ENGINE"] == "django.db.backends.sqlite3":
        # With IMMEDIATE, a transaction waits for other writers when it begins. Otherwise it would fail when
        # its first write follows a read. With WAL, readers never wait.
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": ("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"),
        }
        # Closing the last connection deletes the file of SQLite's write-ahead log. If the disk is full,
        # SQLite can't create this file again. So connections stay open.
        database["CONN_MAX_AGE"] = 0 if TESTING else None
    else:
        database["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
        database["CONN_HEALTH_CHECKS"] = True
    return database


DATABASES = {"default": _database()}

# A replica for reading (docs/scaling.md). After a change, a browser reads the primary for some seconds.
DATABASE_REPLICA_URL = env.str("DATABASE_REPLICA_URL", default="")
DATABASE_REPLICA_SECONDS = env.int("DATABASE_REPLICA_SECONDS", default=10)


def _replica() -> dict[str, object]:
    """Return the database of the replica. In tests, it is an alias of the main database."""
    if not DATABASE_REPLICA_URL:
        return {**DATABASES["default"], "TEST": {"MIRROR": "default"}}
    database: dict[str, Any] = env.db_url("DATABASE_REPLICA_URL")
    if {database["ENGINE"], DATABASES["default"]["ENGINE"]} != {"django.db.backends.postgresql"}:
        raise ImproperlyConfigured("DATABASE_REPLICA_URL needs PostgreSQL, there and in DATABASE_URL.")
    # An unreachable replica must not delay a page for long. PostgreSQL's default timeouts are minutes.
    options = {"connect_timeout": 3, "tcp_user_timeout": 5_000, **database.get("OPTIONS", {})}
    return {**DATABASES["default"], **database, "OPTIONS": options}


if DATABASE_REPLICA_URL or TESTING:
    DATABASES["replica"] = _replica()
    DATABASE_ROUTERS = ["builder.replica.ReplicaRouter"]

# ------------------------------------------------------------------ static files

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles"))
# Development and tests serve the source files. A site serves the files of collectstatic, with hashes in their
# names.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG or TESTING
# Pages only use the names with a hash. Source maps are only for debugging, and take long to compress.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG or TESTING
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        ),
    },
}

# ------------------------------------------------------------------ limits (docs/limits.md)

MUSTERBOOK_MAX_DOCUMENT_BYTES = env.int("MUSTERBOOK_MAX_DOCUMENT_BYTES", default=1_000_000)
MUSTERBOOK_MAX_UPLOAD_BYTES = env.int("MUSTERBOOK_MAX_UPLOAD_BYTES", default=2_000_000)
MUSTERBOOK_MAX_UNPACKED_BYTES = env.int("MUSTERBOOK_MAX_UNPACKED_BYTES", default=20_000_000)
MUSTERBOOK_MAX_ARCHIVE_FILES = env.int("MUSTERBOOK_MAX_ARCHIVE_FILES", default=1_500)
MUSTERBOOK_MAX_CELLS = env.int("MUSTERBOOK_MAX_CELLS", default=100_000)
MUSTERBOOK_MAX_PROFILES = env.int("MUSTERBOOK_MAX_PROFILES", default=300)
MUSTERBOOK_MAX_LISTS_PER_USER = env.int("MUSTERBOOK_MAX_LISTS_PER_USER", default=500)
MUSTERBOOK_MAX_NAME = env.int("MUSTERBOOK_MAX_NAME", default=200)
MUSTERBOOK_MAX_TEXT = env.int("MUSTERBOOK_MAX_TEXT", default=20_000)
MUSTERBOOK_MAX_ROSTERS = env.int("MUSTERBOOK_MAX_ROSTERS", default=100)
MUSTERBOOK_MAX_PICKS = env.int("MUSTERBOOK_MAX_PICKS", default=100)
MUSTERBOOK_MAX_WEAPONS = env.int("MUSTERBOOK_MAX_WEAPONS", default=20)
MUSTERBOOK_MAX_COUNT = env.int("MUSTERBOOK_MAX_COUNT", default=9_999)
MUSTERBOOK_MAX_DEPTH = env.int("MUSTERBOOK_MAX_DEPTH", default=30)
MUSTERBOOK_KEPT_DELETED = env.int("MUSTERBOOK_KEPT_DELETED", default=500)
MUSTERBOOK_DELETED_DAYS = env.int("MUSTERBOOK_DELETED_DAYS", default=30)
MUSTERBOOK_KEPT_REVISIONS = env.int("MUSTERBOOK_KEPT_REVISIONS", default=1_000)
MUSTERBOOK_EDIT_SESSION_MINUTES = env.int("MUSTERBOOK_EDIT_SESSION_MINUTES", default=30)
MUSTERBOOK_KEPT_REMOVED = env.int("MUSTERBOOK_KEPT_REMOVED", default=50)
MUSTERBOOK_MAX_TAGS = env.int("MUSTERBOOK_MAX_TAGS", default=100)
MUSTERBOOK_MAX_PRINT_SETUPS = env.int("MUSTERBOOK_MAX_PRINT_SETUPS", default=20)
MUSTERBOOK_MAX_TOKENS = env.int("MUSTERBOOK_MAX_TOKENS", default=50)
MUSTERBOOK_MAX_CLUBS_OWNED = env.int("MUSTERBOOK_MAX_CLUBS_OWNED", default=20)
MUSTERBOOK_MAX_CLUBS_PER_USER = env.int("MUSTERBOOK_MAX_CLUBS_PER_USER", default=100)
MUSTERBOOK_MAX_MEMBERS = env.int("MUSTERBOOK_MAX_MEMBERS", default=500)
MUSTERBOOK_MAX_INVITES = env.int("MUSTERBOOK_MAX_INVITES", default=20)
MUSTERBOOK_MAX_REQUESTS = env.int("MUSTERBOOK_MAX_REQUESTS", default=200)
MUSTERBOOK_MAX_SHARES = env.int("MUSTERBOOK_MAX_SHARES", default=5_000)
MUSTERBOOK_MAX_FROZEN_LINKS = env.int("MUSTERBOOK_MAX_FROZEN_LINKS", default=100)
MUSTERBOOK_MAX_EVENTS = env.int("MUSTERBOOK_MAX_EVENTS", default=300)
MUSTERBOOK_MAX_REPORTS = env.int("MUSTERBOOK_MAX_REPORTS", default=20)
MUSTERBOOK_MAX_REPORTS_OF_A_LIST = env.int("MUSTERBOOK_MAX_REPORTS_OF_A_LIST", default=20)
MUSTERBOOK_REPORTS_AN_HOUR_OF_A_PERSON = env.int(
    "MUSTERBOOK_REPORTS_AN_HOUR_OF_A_PERSON", default=10_000 if TESTING else 10
)
MUSTERBOOK_REPORTS_AN_HOUR_OF_AN_ADDRESS = env.int(
    "MUSTERBOOK_REPORTS_AN_HOUR_OF_AN_ADDRESS", default=10_000 if TESTING else 20
)
MUSTERBOOK_MAX_REQUEST_BYTES = env.int("MUSTERBOOK_MAX_REQUEST_BYTES", default=4_000_000)
MUSTERBOOK_PAPERS_AT_ONCE = env.int("MUSTERBOOK_PAPERS_AT_ONCE", default=2)
# Tests wait longer for each paper, because they share the processors.
MUSTERBOOK_PAPER_WAIT_SECONDS = env.int("MUSTERBOOK_PAPER_WAIT_SECONDS", default=120 if TESTING else 2)
MUSTERBOOK_PAPER_SECONDS = env.int("MUSTERBOOK_PAPER_SECONDS", default=30)
MUSTERBOOK_PAPER_MEGABYTES = env.int("MUSTERBOOK_PAPER_MEGABYTES", default=1_000)
MUSTERBOOK_KEPT_PAPER_BYTES = env.int("MUSTERBOOK_KEPT_PAPER_BYTES", default=200_000_000)
DATA_UPLOAD_MAX_MEMORY_SIZE = env.int("DATA_UPLOAD_MAX_MEMORY_SIZE", default=4_000_000)
DATA_UPLOAD_MAX_NUMBER_FIELDS = env.int("DATA_UPLOAD_MAX_NUMBER_FIELDS", default=3_000)
FILE_UPLOAD_HANDLERS = [
    "builder.web.exchange.uploads.SizeLimitedUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# ------------------------------------------------------------------ papers (docs/typesetting.md)

# A folder with fonts for scripts that the program's own fonts don't have (`make fonts`). It may be missing.
FONTS_FOLDER = env.str("FONTS_FOLDER", default=str(BASE_DIR / ".fonts"))

# ------------------------------------------------------------------ logging (docs/logging.md)

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOG_FORMAT = env.str("LOG_FORMAT", default="text")  # or json
try:
    LOGGING = logging_config(LOG_LEVEL, LOG_FORMAT)
except ValueError as error:
    raise ImproperlyConfigured(str(error)) from error
# Whether to log a line for each request.
ACCESS_LOG = env.bool("ACCESS_LOG", default=False)
# Requests and database queries that take longer than this are logged as warnings. The unit is milliseconds,
# and 0 turns the warnings off.
SLOW_REQUEST_MS = env.int("SLOW_REQUEST_MS", default=1_000)
SLOW_QUERY_MS = env.int("SLOW_QUERY_MS", default=250)
