"""Accounts, journals, entries, running balances.

What models cannot say (the balance of a journal, what is refused) stands in migration 0001.
"""

from typing import ClassVar

from django.db import models


class Account(models.Model):
    """An account of a house, by its code: `person:P-1004`, `box:B-014:collection`."""

    house = models.TextField()
    code = models.TextField(db_collation="C")

    class Meta:
        """Codes sort by their bytes, and begin with a kind of `ledger.rules.posting`."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "code"], name="ledger_account_code"),
            models.CheckConstraint(
                condition=models.Q(
                    code__regex="^(person|box|unboxed|count_room|vault|over_short):."
                ),
                name="ledger_account_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house} {self.code}"


class Journal(models.Model):
    """What one event moved between accounts: posted once for each kind and line of the event.

    The event is named by its stream's id and its position. `posted_on` is the gaming day while
    that is open, else the earliest open day.
    """

    stream_id = models.BigIntegerField()
    position = models.BigIntegerField()
    gaming_day = models.DateField()
    posted_on = models.DateField()
    round = models.IntegerField(null=True)
    revision = models.IntegerField(null=True)
    house = models.TextField()
    table = models.TextField(db_column="table_code")
    kind = models.TextField()
    line = models.TextField()

    class Meta:
        """An event has each line of a kind once; the indexes are those that reads go by."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["stream_id", "position", "kind", "line"], name="ledger_journal_source"
            ),
            models.CheckConstraint(
                condition=models.Q(posted_on__gte=models.F("gaming_day")),
                name="ledger_journal_days",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["house", "gaming_day", "table", "id"], name="ledger_journal_gaming_day"
            ),
            models.Index(
                fields=["house", "table", "round"],
                condition=models.Q(round__isnull=False),
                name="ledger_journal_round",
            ),
            models.Index(
                fields=["house", "gaming_day", "posted_on"],
                condition=models.Q(posted_on__gt=models.F("gaming_day")),
                name="ledger_journal_late",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.kind} {self.line}"


class Entry(models.Model):
    """What one account received, or gave, by a journal; the day is the journal's `posted_on`."""

    pk = models.CompositePrimaryKey("journal", "account")
    # A journal and an account are never removed, and a trigger looks for both at once.
    journal = models.ForeignKey(
        Journal, models.PROTECT, db_index=False, db_constraint=False, related_name="entries"
    )
    account = models.ForeignKey(Account, models.PROTECT, db_index=False, db_constraint=False)
    amount_cents = models.BigIntegerField()
    posted_on = models.DateField()
    is_received = models.BooleanField()

    class Meta:
        """An amount is positive, and who received it is said beside it."""

        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(amount_cents__gt=0), name="ledger_entry_amount"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["account", "posted_on", "journal"], name="ledger_entry_account")
        ]

    def __str__(self) -> str:
        return f"{self.journal_id} {self.account_id} {self.amount_cents}"


class Balance(models.Model):
    """What an account received and gave on one day, as the database sums it up while entries come.

    An account's balance is the sum of its days; so no row is every writer's, and the balance at
    the end of any day is read as fast as the present one.
    """

    pk = models.CompositePrimaryKey("account", "posted_on")
    account = models.ForeignKey(Account, models.PROTECT, db_index=False, db_constraint=False)
    received_cents = models.BigIntegerField()
    given_cents = models.BigIntegerField()
    posted_on = models.DateField()

    def __str__(self) -> str:
        return f"{self.account_id} {self.posted_on} {self.received_cents - self.given_cents}"
