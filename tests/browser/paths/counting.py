"""The pages of counts; those of one count are visited in its own tests."""

from typing import Final

PATHS: Final = ("/admin/counts/", "/admin/counts/?box=nowhere")
