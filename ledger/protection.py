"""What the database must guard of the ledger, line by line as in `protection.txt`."""

from pathlib import Path
from typing import Final

from cardroom.log.protection import Guarded

LEDGER: Final = Guarded(
    "^ledger_(?!boxperiod|roundfee$|standing$)", "^ledger_", Path(__file__).with_suffix(".txt")
)
