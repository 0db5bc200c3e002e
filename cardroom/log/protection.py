"""What the database itself must guard, line by line as in `protection.txt`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from cardroom.log.records import Finding
from cardroom.log.rows import rows


class Guarded(Struct, frozen=True):
    """Tables and functions by patterns of their names, and the file that lists their guards."""

    tables: str
    functions: str
    expected: Path


LOG: Final = Guarded(
    "^log_(head|event|outbox|feed)$",
    "^log_(refuse|sequence)$",
    Path(__file__).with_suffix(".txt"),
)
REPORTS: Final = Guarded(
    "^reports_report$", "^reports_", Path(__file__).with_name("reports_protection.txt")
)

# Privileges of an application that is the owner itself say nothing: `doctor` names that weakness.
_PRESENT: Final = """
WITH log AS (
    SELECT oid, oid::regclass AS name, relowner, relhasrules OR relrowsecurity AS ruled
    FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relkind = 'r' AND relname ~ %(tables)b::text
)
SELECT 'table ' || name || CASE WHEN ruled THEN ' under rules' ELSE '' END FROM log
UNION ALL
SELECT name || ' ' || pg_get_constraintdef(c.oid)
FROM pg_constraint c JOIN log ON conrelid = log.oid WHERE contype IN ('c', 'p', 'u')
UNION ALL
SELECT pg_get_triggerdef(t.oid) || CASE tgenabled WHEN 'A' THEN ' ALWAYS' ELSE ' SOMETIMES' END
FROM pg_trigger t JOIN log ON tgrelid = log.oid WHERE NOT tgisinternal
UNION ALL
SELECT 'function ' || oid::regprocedure || CASE WHEN prosecdef THEN ' as owner ' ELSE ' ' END
    || encode(sha256(convert_to(prosrc, 'UTF8')), 'hex')
FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND proname ~ %(functions)b::text
UNION ALL
SELECT 'application may ' || privilege || ' ' || name
FROM log, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS privilege
WHERE NOT pg_has_role(relowner, 'USAGE') AND CASE
    WHEN privilege IN ('SELECT', 'INSERT', 'UPDATE') THEN has_any_column_privilege(oid, privilege)
    ELSE has_table_privilege(oid, privilege)
END
"""
_MAY: Final = "application may "


def verify_protection(guarded: Guarded = LOG) -> Iterator[Finding]:
    """Every guard that is missing, and everything that shouldn't be there."""
    expected = set(guarded.expected.read_text().splitlines())
    wanted = {"tables": guarded.tables, "functions": guarded.functions}
    present = {str(line) for (line,) in rows(_PRESENT, wanted)}
    for line in sorted(expected - present):
        if not line.startswith(_MAY):  # to be allowed less is no danger
            yield Finding("unprotected", "", "", None, f"missing: {line}")
    for line in sorted(present - expected):
        yield Finding("unprotected", "", "", None, f"not expected: {line}")
