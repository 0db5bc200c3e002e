"""Who sees how the house is set up: a right of its own, which inspectors have."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("staff", "0003_note_compliance")]

    operations = [
        migrations.AlterModelOptions(
            name="member",
            options={
                "default_permissions": (),
                "permissions": [
                    ("see_floor", "see the tables as they stand"),
                    ("see_fees", "see what was collected at a table"),
                    ("see_rounds", "see the rounds of a table and explain them"),
                    ("settle_rounds", "settle or void a round that is on, by hand"),
                    (
                        "correct_rounds",
                        "correct rounds and events, and settle or void what was settled",
                    ),
                    ("see_boxes", "see where the drop boxes are"),
                    ("count_boxes", "count drop boxes"),
                    ("see_money", "see reconciliations and statements"),
                    ("sign_money", "explain, sign and close days"),
                    ("see_compliance", "see findings, verdicts and reports"),
                    ("note_compliance", "note something of a finding or report"),
                    ("see_house", "see how the house is set up, and how it was"),
                    ("set_up_house", "change people, keys, offerings and schedules"),
                    ("issue_logins", "give people log-ins"),
                ],
            },
        ),
    ]
