"""What the database itself must guard, line by line as in `protection.txt`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from msgspec import Struct

from cardroom.log.records import Finding
from cardroom.log.rows import rows
from cardroom.texts import counted


class Guarded(Struct, frozen=True):
    """Tables and functions by patterns of their names, and the file that lists their guards."""

    tables: str
    functions: str
    expected: Path


LOG: Final = Guarded(
    "^(log|house)_",
    "^(log_refuse|log_sequence|house_refuse)$",
    Path(__file__).with_suffix(".txt"),
)
REPORTS: Final = Guarded(
    "^reports_(report|delivery)$", "^reports_", Path(__file__).with_name("reports_protection.txt")
)

# Everything that is named like the log's and the house's, so that a table made by hand beside them
# is seen as well; a child of one of them would be read with it. Privileges of an application that
# is the owner itself say nothing: `doctor` names that weakness.
_PRESENT: Final = r"""
WITH kept AS (
    SELECT oid, oid::regclass AS name, relowner, relhasrules OR relrowsecurity AS ruled, EXISTS (
        SELECT FROM pg_inherits WHERE inhparent = oid OR inhrelid = oid
    ) AS shared
    FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relname ~ %(tables)b::text AND relkind IN ('r', 'p', 'f', 'v', 'm')
)
SELECT 'table ' || name || CASE WHEN ruled THEN ' under rules' ELSE '' END
    || CASE WHEN shared THEN ' with a child or parent' ELSE '' END FROM kept
UNION ALL
SELECT name || ' ' || regexp_replace(pg_get_constraintdef(c.oid, true), '\s+', ' ', 'g')
FROM pg_constraint c JOIN kept ON conrelid = kept.oid WHERE contype IN ('c', 'p', 'u')
UNION ALL
SELECT pg_get_triggerdef(t.oid, true)
    || CASE tgenabled WHEN 'A' THEN ' ALWAYS' ELSE ' SOMETIMES' END
FROM pg_trigger t JOIN kept ON tgrelid = kept.oid WHERE NOT tgisinternal
UNION ALL
SELECT 'function ' || oid::regprocedure || CASE WHEN prosecdef THEN ' as owner ' ELSE ' ' END
    || encode(sha256(convert_to(prosrc, 'UTF8')), 'hex')
FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND proname ~ %(functions)b::text
UNION ALL
SELECT 'application may ' || privilege || ' ' || name
FROM kept, unnest(ARRAY['SELECT', 'INSERT', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS privilege
WHERE NOT pg_has_role(relowner, 'USAGE') AND CASE
    WHEN privilege IN ('SELECT', 'INSERT') THEN has_any_column_privilege(oid, privilege)
    ELSE has_table_privilege(oid, privilege)
END
UNION ALL
SELECT 'application may UPDATE ' || name || '.' || attname
FROM kept JOIN pg_attribute ON attrelid = oid AND attnum > 0 AND NOT attisdropped
WHERE NOT pg_has_role(relowner, 'USAGE') AND has_column_privilege(oid, attnum, 'UPDATE')
"""
_TABLES: Final = r"""
SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
    AND relname ~ %(tables)b::text
"""
_MAY: Final = "application may "
_TABLE: Final = "table "


def verify_protection(guarded: Guarded = LOG) -> Iterator[Finding]:
    """Every guard that is missing, and everything that shouldn't be there."""
    if pending := unmigrated():
        detail = f"run `manage.py migrate`: {counted(pending, 'migration')} not applied yet"
        yield Finding("unmigrated", "", "", None, detail)
        return
    expected = _expected(guarded)
    wanted = {"tables": guarded.tables, "functions": guarded.functions}
    present = {str(line) for (line,) in rows(_PRESENT, wanted)}
    for line in sorted(expected - present):
        if not line.startswith(_MAY):  # to be allowed less is no danger
            yield Finding("unprotected", "", "", None, f"missing: {line}")
    for line in sorted(present - expected):
        yield Finding("unprotected", "", "", None, f"not expected: {line}")


def is_whole(guarded: Guarded = LOG) -> bool:
    """Whether all guarded tables are there to be read, and as new as this code."""
    wanted = {line.removeprefix(_TABLE) for line in _expected(guarded) if line.startswith(_TABLE)}
    return not unmigrated() and wanted <= {
        name for (name,) in rows(_TABLES, {"tables": guarded.tables})
    }


def _expected(guarded: Guarded) -> set[str]:
    return set(guarded.expected.read_text().splitlines())


def unmigrated() -> int:
    """How many migrations of this code the database hasn't seen."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
