"""Summarisers of one's own: a Python callable, or a command that is given JSON and writes a summary."""

from __future__ import annotations

import importlib
import json
import shlex
import subprocess

from reviewapp.drill.summarisers.asked import Asked, Summarise, SummariserFailed

SECONDS = 120.0


class BadSummariser(ValueError):
    """What was named is no summariser. The text says why."""


def from_callable(name: str) -> Summarise:
    """`package.module:function`, which takes the chat messages and gives the summary."""
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadSummariser(f"{name} is no package.module:function ({error})") from error
    if not callable(found):
        raise BadSummariser(f"{name} can't be called")

    def summarise(asked: Asked) -> str:
        try:
            told = found(asked.messages)
        except Exception as error:
            raise SummariserFailed(f"raised {type(error).__name__}") from error
        if not isinstance(told, str):
            raise SummariserFailed(f"gave {type(told).__name__} instead of a text")
        return told

    return summarise


def from_command(command: str, seconds: float = SECONDS) -> Summarise:
    """Words as a shell would split them, without a shell. In: `{"task", "messages", "round", "most"}`; out: UTF-8."""
    words = shlex.split(command)
    if not words:
        raise BadSummariser("the command is empty")

    def summarise(asked: Asked) -> str:
        told = {"task": asked.task, "messages": asked.messages, "round": asked.round, "most": asked.most}
        try:
            done = subprocess.run(
                words, input=json.dumps(told).encode(), capture_output=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise SummariserFailed("did not end in time") from error
        except OSError as error:
            raise SummariserFailed("could not be started") from error
        if done.returncode:
            raise SummariserFailed(f"ended with code {done.returncode}")
        try:
            return done.stdout.decode().strip()
        except UnicodeDecodeError as error:
            raise SummariserFailed("wrote what is no UTF-8") from error

    return summarise
