"""The first migration: who may do what in the database."""
