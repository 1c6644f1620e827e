"""Where weights lie, and the check that they are the ones the manifest speaks of."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from featureshift.errors import UnknownNameError, WeightsError
from featureshift.weights.header import FORMAT, MANIFEST

SHIPPED = Path(__file__).parent
"""The directory of the weights that come with the package."""

MOST_BYTES = 1 << 28
"""Of a graph: a hundred times the largest that is shipped."""
MOST_BYTES_OF_A_MANIFEST = 1 << 24


class StoredWeights(NamedTuple):
    name: str
    network: str
    graphs: dict[str, bytes]
    """Verified content of each ONNX file, by its role: ``describe``, ``predict``."""


def shipped_weights() -> tuple[str, ...]:
    """Names of the weights that come with the package."""
    return tuple(sorted(_entries(SHIPPED))) if (SHIPPED / MANIFEST).exists() else ()


def read_weights(source: str | Path) -> StoredWeights:
    """The weights of a shipped name, of a directory that holds one, or of ``directory/name``."""
    directory, name = _located(source)
    entry = _entries(directory)[name]
    try:
        files = {role: (file["file"], file["sha256"]) for role, file in entry["files"].items()}
        network = str(entry["network"])
    except (KeyError, TypeError, AttributeError) as error:
        raise _unreadable(directory / MANIFEST, f"a broken entry {name!r}") from error
    if not all(isinstance(text, str) for file in files.values() for text in file):
        raise _unreadable(directory / MANIFEST, f"a broken entry {name!r}")
    graphs = {role: _verified(directory, *file) for role, file in files.items()}
    return StoredWeights(name, network, graphs)


def _located(source: str | Path) -> tuple[Path, str]:
    """Directory and name. A string that a shipped network bears is taken for that one."""
    if isinstance(source, str) and source in shipped_weights():
        return SHIPPED, source
    path = Path(source)
    if (path / MANIFEST).exists():
        names = sorted(_entries(path))
        if len(names) == 1:
            return path, names[0]
        raise WeightsError(
            f"{path} does not hold one network's weights",
            expected="one name, or a path that ends in the name",
            found=", ".join(names) or "none",
        )
    if (path.parent / MANIFEST).exists() and len(path.parts) > 1:
        known = _entries(path.parent)
        if path.name in known:
            return path.parent, path.name
        raise UnknownNameError(f"weights in {path.parent}", path.name, known)
    raise UnknownNameError("weights", str(source), shipped_weights())


def _entries(directory: Path) -> dict[str, Any]:
    path = directory / MANIFEST
    try:
        manifest = json.loads(_content(path, MOST_BYTES_OF_A_MANIFEST).decode("utf-8"))
        found, entries = manifest["format"], manifest["weights"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise _unreadable(path, "something else") from error
    if found != FORMAT or not isinstance(entries, dict):
        raise _unreadable(path, f"format {found!r}")
    return entries


def _verified(directory: Path, file: str, sha256: str) -> bytes:
    """The content of a file, read once, so that what was checked is what is run."""
    if Path(file).name != file:
        raise _unreadable(directory / MANIFEST, f"a file outside of its directory: {file!r}")
    try:
        content = _content(directory / file, MOST_BYTES)
    except (OSError, ValueError) as error:
        raise WeightsError(f"weights {file} cannot be read", found=str(error)) from error
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise WeightsError(
            f"weights {file} are damaged or were altered",
            expected=f"sha256 {sha256}",
            found=f"sha256 {found}, {len(content)} bytes",
            remedy="install the package anew, or export the network anew",
        )
    return content


def _content(path: Path, most: int) -> bytes:
    """All of a file that is no larger than it can be; a sparse one may claim to be of any size."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {str(path)!r}")
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"{path.stat().st_size:,} bytes, where {most:,} are enough")
    return content


def _unreadable(path: Path, found: str) -> WeightsError:
    return WeightsError(
        f"{path} is no manifest of weights that this version reads",
        expected=f"format {FORMAT}",
        found=found,
    )
