"""Work in a process of its own that begins with nothing, so that its memory can be told."""

from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from typing import Any


def alone(module: str, function: str, *arguments: Any) -> Any:  # noqa: ANN401
    """What a function of a module answers there."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_call, module, function, arguments).result()


def _call(module: str, function: str, arguments: tuple[Any, ...]) -> Any:  # noqa: ANN401
    django: Any = import_module("django")
    django.setup()
    return getattr(import_module(module), function)(*arguments)
