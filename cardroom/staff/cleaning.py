"""What signing in leaves behind, taken away by the clockwork once nothing needs it any more."""

from datetime import datetime, timedelta
from typing import Final

from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session

# For so long it can be asked who signed in when, and from which address.
SIGN_INS_KEPT: Final = timedelta(days=90)


def clean(now: datetime) -> None:
    """Take away sessions that ended, wrong tries that shut nobody out, and old sign-ins."""
    Session.objects.filter(expire_date__lte=now).delete()
    AccessAttempt.objects.filter(attempt_time__lt=now - settings.AXES_COOLOFF_TIME).delete()
    AccessLog.objects.filter(attempt_time__lt=now - SIGN_INS_KEPT).delete()
