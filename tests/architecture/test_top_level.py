"""The first thing that a stranger sees."""

from tests.architecture.tree import tracked

ALLOWED = {
    *("manage.py", "pyproject.toml", "README.md", "LICENSE"),
    *("cardroom", "tables", "ledger", "api", "tests", "docker"),
}


def test_the_top_of_the_repository_holds_what_the_map_names() -> None:
    top = {path.parts[0] for path in tracked()}
    assert {name for name in top if not name.startswith(".")} <= ALLOWED


def test_no_lock_file_says_where_packages_came_from() -> None:
    assert "uv.lock" not in {path.name for path in tracked()}
