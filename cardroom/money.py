"""Money: integer cents everywhere; this is how people read them."""


def dollars(cents: int) -> str:
    """Cents as people write them: `$1,234.50`, `-$0.05`."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02d}"
