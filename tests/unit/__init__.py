"""Tests of what needs no database."""
