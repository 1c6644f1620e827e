"""Methods of other packages, found by the entry-point group ``featureshift.methods``.

A package that brings a method says so in its ``pyproject.toml``::

    [project.entry-points."featureshift.methods"]
    my-method = "my_package.my_module:MyMethod"

Finding them imports nothing; a method is imported when it is asked for.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, NoReturn

from featureshift.errors import MethodError

if TYPE_CHECKING:
    from featureshift.methods.base import Localizer

GROUP = "featureshift.methods"


def find_plugins() -> dict[str, tuple[EntryPoint, ...]]:
    """Name -> the entry points of that name, more than one where packages disagree."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=GROUP):
        # An editable install beside an old one lists the same entry point twice.
        if entry.value not in {other.value for other in found.get(entry.name, ())}:
            found[entry.name] = (*found.get(entry.name, ()), entry)
    return found


def load_plugin(name: str, entries: tuple[EntryPoint, ...]) -> type[Localizer]:
    """The class behind a name; MethodError, saying which package to mend, where there is none."""
    from featureshift.methods.base import Localizer, MethodInfo

    if len(entries) > 1:
        raise MethodError(
            f"more than one package brings a method {name!r}",
            found=" and ".join(map(_origin, entries)),
            remedy="uninstall all but one, or pass an instance of the class you mean",
        )
    (entry,) = entries
    try:
        cls = entry.load()
    except Exception as cause:  # whatever the other package does while it is imported
        raise MethodError(
            f"the method {name!r} cannot be imported",
            found=f"{type(cause).__name__}: {cause}, in {_origin(entry)}",
            remedy="mend or uninstall that package",
        ) from cause
    if not (isinstance(cls, type) and issubclass(cls, Localizer)):
        raise MethodError(
            f"the method {name!r} is no Localizer",
            expected="the path of a subclass of featureshift.Localizer",
            found=f"{cls!r}, in {_origin(entry)}",
        )
    info = getattr(cls, "info", None)
    if not isinstance(info, MethodInfo) or info.name != name:
        raise MethodError(
            f"the method {name!r} goes by another name in its own description",
            expected=f"info = MethodInfo(name={name!r}, ...)",
            found=f"{getattr(info, 'name', info)!r}, in {_origin(entry)}",
        )
    return cls


def refuse_built_in_name(name: str, entries: tuple[EntryPoint, ...]) -> NoReturn:
    raise MethodError(
        f"{name!r} is a built-in method, which no other package can replace",
        found=" and ".join(map(_origin, entries)),
        remedy="rename the entry point, or pass an instance of its class",
    )


def _origin(entry: EntryPoint) -> str:
    package = f" of {entry.dist.name} {entry.dist.version}" if entry.dist else ""
    return f"{entry.value}{package}"
