"""The rotation read from the log: findings and verdicts of gaming days, for reports."""

from tables.rotation.house_day import HouseDay, of_house
from tables.rotation.table_day import of_tables

__all__ = ["HouseDay", "of_house", "of_tables"]
