"""The place of the static files, without which the web server's middleware warns."""

from tests.api.conftest import static_root

__all__ = ["static_root"]
