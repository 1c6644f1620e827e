"""Plain data as bytes: what travels between the workers of an engine.

Readers and what they have read are dataclasses, named tuples, mappings, numbers, texts and arrays.
They become one Arrow stream: arrays and long lists are its columns, the rest is a JSON tree in its
header. Nothing in it can be run, and of classes only those of this package are made from it.
"""

from __future__ import annotations

import importlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from featureshift.errors import EngineError
from featureshift.tables.arrow_lists import lists_of_table, table_of_lists

FORMAT = 1
"""Rises when workers of another version could misread what is sent to them."""
HEADER = b"featureshift.wire"
PACKAGE = __name__.partition(".")[0]
SHORT = 16
"""Lists of so many numbers or texts are written into the tree."""
_ROWS: dict[type, Any] = {float: np.float64, int: np.int64, str: None}
"""Of what long lists are columns -> as what numbers are stored."""


def packed(thing: Any) -> bytes:
    """A reader, or what one has read, as bytes; EngineError if it holds more than plain data."""
    columns: dict[str, NDArray[Any] | list[str]] = {}
    tree = _folded(thing, columns)
    header = json.dumps({"format": FORMAT, "tree": tree}).encode()
    # A list without columns has no row to stand in.
    table = table_of_lists(columns or {"0": np.empty(0)}, {HEADER: header})
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.ipc.new_stream(sink, table.schema, options=options) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue().to_pybytes())


def unpacked(content: bytes) -> Any:
    """What was packed; its arrays cannot be written to."""
    table = pa.ipc.open_stream(content).read_all()
    header = json.loads(table.schema.metadata[HEADER])
    if header["format"] != FORMAT:
        raise EngineError(
            "the workers run another version of featureshift",
            expected=f"format {FORMAT} of what is sent",
            found=f"format {header['format']}",
            remedy="install the same version on every worker",
        )
    return _unfolded(header["tree"], lists_of_table(table))


def _folded(thing: Any, columns: dict[str, NDArray[Any] | list[str]]) -> Any:
    """The tree of a thing, whose columns are put aside."""
    if thing is None or type(thing) in (bool, int, float, str):
        return thing
    if isinstance(thing, np.ndarray | np.generic):
        array = np.asarray(thing)
        stored = array.astype(np.uint8) if array.dtype == np.bool_ else array
        number = _put(np.ascontiguousarray(stored).ravel(), columns)
        return {"array": number, "shape": array.shape, "dtype": array.dtype.str}
    if isinstance(thing, Enum):
        return {"enum": _name(thing), "value": thing.value}
    if is_dataclass(thing) and not isinstance(thing, type):
        given = {field.name: getattr(thing, field.name) for field in fields(thing) if field.init}
        return _instance(thing, given, columns)
    if isinstance(thing, tuple) and hasattr(thing, "_asdict"):
        return _instance(thing, thing._asdict(), columns)
    if isinstance(thing, Mapping):
        kind = "counter" if isinstance(thing, Counter) else "mapping"
        return {kind: [_folded(list(each), columns) for each in (thing.keys(), thing.values())]}
    if isinstance(thing, list | tuple | range):
        return {"list" if isinstance(thing, list) else "tuple": _items(list(thing), columns)}
    raise EngineError(
        "this method cannot read a table in pieces on other machines",
        expected="a reader of plain data",
        found=f"one that holds a {type(thing).__module__}.{type(thing).__qualname__}",
        remedy="set max_rows, so that a sample is read here, or engine='local'",
    )


def _items(things: list[Any], columns: dict[str, NDArray[Any] | list[str]]) -> Any:
    kinds = set(map(type, things))
    if len(things) <= SHORT or len(kinds) > 1 or not kinds <= _ROWS.keys():
        return [_folded(each, columns) for each in things]
    stored = _ROWS[kinds.pop()]
    return {"column": _put(things if stored is None else np.array(things, stored), columns)}


def _put(column: NDArray[Any] | list[str], columns: dict[str, NDArray[Any] | list[str]]) -> str:
    name = str(len(columns))
    columns[name] = column
    return name


def _instance(
    thing: Any, given: Mapping[str, Any], columns: dict[str, NDArray[Any] | list[str]]
) -> Any:
    return {
        "class": _name(thing),
        "given": {name: _folded(value, columns) for name, value in given.items()},
    }


def _name(thing: Any) -> str:
    return f"{type(thing).__module__}:{type(thing).__qualname__}"


def _unfolded(tree: Any, columns: Mapping[str, Any]) -> Any:
    if not isinstance(tree, dict):
        return tree
    if "array" in tree:
        values = columns[tree["array"]].astype(np.dtype(tree["dtype"]), copy=False)
        array = values.reshape(tree["shape"])
        return array if tree["shape"] else array[()]
    if "enum" in tree:
        return _class(tree["enum"])(tree["value"])
    if "class" in tree:
        given = {name: _unfolded(value, columns) for name, value in tree["given"].items()}
        return _class(tree["class"])(**given)
    if "column" in tree:
        column = columns[tree["column"]]
        return column if isinstance(column, list) else column.tolist()
    ((kind, inner),) = tree.items()
    if kind in ("mapping", "counter"):
        keys, values = (_unfolded(each, columns) for each in inner)
        pairs = dict(zip(keys, values, strict=True))
        return Counter(pairs) if kind == "counter" else pairs
    items = _unfolded(inner, columns) if isinstance(inner, dict) else None
    items = [_unfolded(each, columns) for each in inner] if items is None else items
    return items if kind == "list" else tuple(items)


def _class(name: str) -> Any:
    """A class of plain data of this package, and no other."""
    module, _, path = name.partition(":")
    found: Any = None
    if module.partition(".")[0] == PACKAGE:
        found = importlib.import_module(module)
        for step in path.split("."):
            found = getattr(found, step)
    plain = isinstance(found, type) and (
        is_dataclass(found) or issubclass(found, Enum) or hasattr(found, "_fields")
    )
    if not plain:
        raise EngineError(
            "what was sent is no plain data of featureshift",
            expected=f"a dataclass of {PACKAGE}",
            found=name[:200],
        )
    return found
