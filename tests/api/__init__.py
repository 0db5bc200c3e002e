"""The API, through the whole stack: middleware, routes, views, services, PostgreSQL."""
