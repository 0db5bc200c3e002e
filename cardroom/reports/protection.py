"""What the database must guard of reports, line by line as in `protection.txt`."""

from pathlib import Path
from typing import Final

from cardroom.log.protection import Guarded

REPORTS: Final = Guarded("^reports_report$", "^reports_", Path(__file__).with_suffix(".txt"))
