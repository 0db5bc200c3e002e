"""Settings for people who sign in: password and code, lock-outs, sessions, what a page may load."""

from datetime import timedelta
from typing import Any, Final

from environs import Env

# Where the pages are; everything else is the API's.
SITE_PATH: Final = "/admin/"

# Around pages alone.
MIDDLEWARE_FOR_PEOPLE = [
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    # Last: it turns the answer to whoever is shut out into that.
    "axes.middleware.AxesMiddleware",
]

LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "admin:index"

AUTHENTICATION_BACKENDS = [
    # First, so that somebody who is shut out isn't even compared with.
    "axes.backends.AxesStandaloneBackend",
    "cardroom.staff.backends.HouseRoles",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]

# How many proxies of one's own stand in front and add to X-Forwarded-For.
PROXIES = Env().int("PROXIES", 0)

# Wrong passwords shut out one name at one address: a floor shares a few machines, and goes on.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "cardroom.staff.addresses.address_of"
AXES_LOCKOUT_CALLABLE = "cardroom.pages.refusals.locked_out"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

OTP_TOTP_ISSUER = "Cardroom"
OTP_TOTP_THROTTLE_FACTOR = 1

# A night's work; a browser that was closed has forgotten it.
SESSION_COOKIE_AGE = 12 * 3600
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "cardroom.pages.refusals.forged"

# Nothing but our own files: no inline script or style, no other host, no frame.
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}

# A correction gives a round anew: a thousand events of four fields each, and the form's own.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4_100
