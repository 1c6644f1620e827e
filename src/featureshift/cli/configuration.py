"""What a project always says: ``featureshift.toml``, or ``[tool.featureshift]`` in pyproject.toml.

The nearest one is taken, from the working directory upwards. Only the command line reads it, and
what is said there goes before.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from featureshift.errors import OptionError, UnknownNameError
from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.options import ReadOptions

FILE, PROJECT = "featureshift.toml", "pyproject.toml"
DECIDING = ("threshold", "n_shifted", "error_budget")
"""At most one of these decides: one on the command line silences the others of the file."""


@dataclass(frozen=True)
class Configuration:
    """Options of ``featureshift locate``; empty where nothing is said."""

    method: str | None = None
    columns: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    types: Mapping[str, str] = field(default_factory=dict)
    """Column, or a glob of columns -> text, number, date or boolean."""
    csv: Dialect = field(default_factory=Dialect)
    """The dialect of both tables, as far as it is not to be sniffed."""
    threshold: float | None = None
    n_shifted: int | None = None
    error_budget: float | None = None
    min_effect: float | None = None
    groups: str | None = None
    time: str | None = None
    max_rows: int | None = None
    strict: bool = False
    engine: str | None = None
    fail_on: tuple[str, ...] = ()
    """What makes the exit code 1."""

    def __post_init__(self) -> None:
        ReadOptions(self.csv, self.types)  # refuses unknown types

    def overruled(self, **said: Any) -> Configuration:
        """With what the command line says; what it leaves empty stays.

        >>> Configuration(threshold=0.5, strict=True).overruled(error_budget=0.1, strict=False)
        Configuration(... threshold=None, n_shifted=None, error_budget=0.1, ... strict=True, ...)
        """
        given = {name: value for name, value in said.items() if value not in (None, (), False)}
        silenced = dict.fromkeys(DECIDING) if any(name in given for name in DECIDING) else {}
        csv = replace(self.csv, **_given(said["csv"])) if said.get("csv") else self.csv
        return replace(self, **{**silenced, **given, "csv": csv})

    @property
    def reading(self) -> ReadOptions:
        return ReadOptions(self.csv, self.types)


def _given(dialect: Dialect) -> dict[str, Any]:
    return {name: value for name, value in asdict(dialect).items() if value is not None}


def found_configuration(config: Path | None, no_config: bool) -> Configuration:
    """What the file that is named says, or the nearest one; nothing if none is wanted."""
    found = configuration_file(config, no_config)
    return read_configuration(found) if found else Configuration()


def configuration_file(config: Path | None, no_config: bool) -> Path | None:
    """The file that is named, or the nearest one, if any is wanted."""
    if no_config or config is not None:
        return None if no_config else config
    try:
        return find_configuration(Path.cwd())
    except FileNotFoundError:  # the working directory was deleted
        return None


def find_configuration(start: Path) -> Path | None:
    """The nearest file that says something, from a directory upwards."""
    for directory in (start, *start.parents):
        for path in (directory / FILE, directory / PROJECT):
            if path.is_file() and _section(path) is not None:
                return path
    return None


def read_configuration(path: Path) -> Configuration:
    """What a file says; keys that are unknown, or of the wrong type, are refused."""
    section = _section(path)
    if section is None:
        raise OptionError(
            f"{str(path)!r} does not configure featureshift",
            expected=f"a section [tool.featureshift], or a file with another name than {PROJECT}",
        )
    kinds = get_type_hints(Configuration)
    settings = {key.replace("-", "_"): value for key, value in section.items()}
    try:
        return Configuration(**{key: _value(key, value, kinds) for key, value in settings.items()})
    except OptionError as error:
        raise OptionError(
            f"in {str(path)!r}: {error.problem}",
            expected=error.expected,
            found=error.found,
            remedy=error.remedy,
        ) from error


def _section(path: Path) -> dict[str, Any] | None:
    """The table of a file that is ours: all of it, or one section of a project's."""
    try:
        content: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as cause:
        raise OptionError(
            f"cannot read the configuration {str(path)!r}", expected="TOML", found=str(cause)
        ) from cause
    if path.name != PROJECT:
        return content
    section: dict[str, Any] | None = content.get("tool", {}).get("featureshift")
    return section


def _value(key: str, value: Any, kinds: Mapping[str, Any]) -> Any:
    if key not in kinds:
        raise UnknownNameError("setting", key, kinds)
    kind = kinds[key]
    if kind is Dialect:
        return _dialect(key, value)
    for accepted, takes in _ACCEPTED.items():
        if kind == accepted:
            if not takes.is_one(value):
                raise OptionError(f"{key} is no {takes.word}", found=repr(value))
            return takes.convert(value)
    raise AssertionError(f"no way to read {key}")


def _dialect(key: str, value: Any) -> Dialect:
    known = [option.name for option in fields(Dialect)]
    if not isinstance(value, dict):
        raise OptionError(f"{key} is no table", expected=f"a section with {', '.join(known)}")
    for name in value:
        if name not in known:
            raise UnknownNameError("setting", f"{key}.{name}", [f"{key}.{each}" for each in known])
    return Dialect(**value)


class _Takes(NamedTuple):
    word: str
    is_one: Callable[[Any], bool]
    convert: Callable[[Any], Any] = lambda value: value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _are_texts(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(each, str) for each in value)
    )


_ACCEPTED: dict[Any, _Takes] = {
    bool: _Takes("true or false", lambda value: isinstance(value, bool)),
    str | None: _Takes("text", lambda value: isinstance(value, str)),
    int | None: _Takes("whole number", lambda value: type(value) is int),
    float | None: _Takes("number", _is_number, float),
    tuple[str, ...]: _Takes(
        "list of texts", _are_texts, lambda value: (value,) if isinstance(value, str) else (*value,)
    ),
    Mapping[str, str]: _Takes(
        "table of texts",
        lambda value: isinstance(value, dict) and _are_texts([*value.values()]),
    ),
}
"""Type of a setting -> what may stand for it in a file."""
