"""What was signed of a feed."""

from django.db import models

from cardroom.log.models.octets import has_octets, is_digest


class Checkpoint(models.Model):
    """A signed statement of where a house's feed stood; see `cardroom.log.checkpoints`."""

    cursor = models.BigIntegerField()
    signed_at = models.DateTimeField()
    hash = models.BinaryField()
    signature = models.BinaryField()
    house = models.TextField()

    class Meta:
        """A signature has 64 bytes."""

        constraints = (
            models.CheckConstraint(
                condition=models.Q(
                    models.Q(cursor__gte=1), is_digest("hash"), has_octets("signature", 64)
                ),
                name="log_checkpoint_form",
            ),
        )

    def __str__(self) -> str:
        return f"{self.house} {self.cursor}"
