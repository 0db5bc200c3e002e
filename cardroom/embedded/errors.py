"""What can go wrong with the embedded PostgreSQL, as a sentence for the person at the keyboard."""


class EmbeddedError(Exception):
    """The embedded PostgreSQL cannot be used; the message says what to do."""
