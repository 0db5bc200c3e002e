"""The demo: an invented house, whose short evening `up` plays over HTTP as a table system would.

Over HTTP, and not in this process, since that is what somebody trying this out will do next: the
evening shows that key, web server, service and database hold together before `ready` is said, its
events are recorded by a key like everybody's, and a line to copy is a request like those before it.
"""

from cardroom.demo.play import play

__all__ = ["play"]
