"""Pages of the back office: they ask services and queries, and show what those say."""
