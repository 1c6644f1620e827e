"""The networks that can be trained. A line here, and ``featureshift train`` knows one more."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from featureshift.errors import UnknownNameError
from featureshift.train.settings import from_dict, read_toml
from featureshift.train.task import AnyTask

TASKS: dict[str, str] = {
    "fslnet": "featureshift.methods.fslnet.training.task:FSLNetTask",
    "fslnet-maps": "featureshift.methods.fslnet.training.maps.task:MapTask",
    "graphnet": "featureshift.methods.graphnet.training.task:GraphNetTask",
}
"""The ``Task`` of each network as "module:Class", imported when asked for: methods need torch."""
DEFAULT = "fslnet"
"""Of a configuration without a ``kind``."""


def task_class(name: str) -> type[AnyTask]:
    """The ``Task`` of a network."""
    if name not in TASKS:
        raise UnknownNameError("network", name, TASKS)
    module, _, attribute = TASKS[name].partition(":")
    found: type[AnyTask] = getattr(import_module(module), attribute)
    return found


def load_task(path: str | Path) -> AnyTask:
    """The task of a TOML file, whose ``kind`` names the network."""
    content = read_toml(path)
    task = task_class(str(content.get("kind", DEFAULT)))
    return task(from_dict(task.config_class, content))
