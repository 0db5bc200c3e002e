"""The house's set-up: its items version by version, its keys, who signs in."""
