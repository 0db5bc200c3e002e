"""The floor page: every table at a glance, renewed by itself."""
