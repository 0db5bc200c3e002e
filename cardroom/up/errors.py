"""What can go wrong with `up`, as a sentence for the person at the keyboard."""


class UpError(Exception):
    """Something that `up` runs doesn't work; the message says what and where to look."""
