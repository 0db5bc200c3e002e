"""What `docker/compose.yaml` says, read so that its processes can run without an engine."""

import json
import re
import sys
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import yaml

from tests.architecture.tree import ROOT

VARIABLE: Final = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
CMD: Final = re.compile(r"^CMD (\[.*\])$", re.MULTILINE)


class Process(NamedTuple):
    """A process of ours as compose would start it: what Python is given, and its environment."""

    arguments: list[str]
    environment: dict[str, str]


def processes(given: Mapping[str, str], moved: Mapping[str, str]) -> dict[str, Process]:
    """Our processes by the names of their services.

    `given` stands for `docker/.env`; `moved` says for parts of commands and URLs what stands there
    on this machine.
    """
    text = (ROOT / "docker" / "compose.yaml").read_text(encoding="utf-8")
    services = yaml.safe_load(VARIABLE.sub(lambda found: _value(found, given), text))["services"]
    ours = {name: service for name, service in services.items() if service["image"] == "cardroom"}
    return {name: _process(service, moved) for name, service in ours.items()}


def _value(found: re.Match[str], given: Mapping[str, str]) -> str:
    """What a variable stands for; those with a question mark must be given."""
    name, kind, default = found.groups()
    return given[name] if kind == "?" else given.get(name, default or "")


def _process(service: Mapping[str, Any], moved: Mapping[str, str]) -> Process:
    python, *arguments = service.get("command") or _image_command()
    assert python == "python", sys.executable
    environment = {
        name: _moved(str(value), moved) for name, value in service["environment"].items()
    }
    return Process([_moved(word, moved) for word in arguments], environment)


def _image_command() -> list[str]:
    """What the image runs when nothing else is said."""
    (command,) = CMD.findall((ROOT / "docker" / "Dockerfile").read_text(encoding="utf-8"))
    words: list[str] = json.loads(command)
    return words


def _moved(text: str, moved: Mapping[str, str]) -> str:
    for there, here in moved.items():
        text = text.replace(there, here)
    return text
