"""The files that a command line asks for, and the standard output as one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from featureshift.cli.inputs import STANDARD_INPUT
from featureshift.cli.same_file import same_file
from featureshift.errors import OptionError, UnwritableFileError
from featureshift.tables.places import files_of

STANDARD_OUTPUT = Path("-")
PLACEHOLDER = "{query}"
_PIPED_IN = Path("/dev/stdin")
"""May be a file of the shell: < reference.csv"""


@dataclass(frozen=True)
class Outputs:
    """What to write of one comparison."""

    files: tuple[tuple[str, Path], ...]
    """Format of the report and where to; ``-`` is the standard output."""
    repair: Path | None = None

    def __post_init__(self) -> None:
        if sum(path == STANDARD_OUTPUT for _, path in self.files) > 1:
            raise OptionError(
                "two reports cannot go to the standard output",
                expected=f"{STANDARD_OUTPUT} for at most one of them",
            )

    @property
    def paths(self) -> list[Path]:
        """All that is written, but for the standard output."""
        paths = [path for _, path in self.files] + ([self.repair] if self.repair else [])
        return [path for path in paths if path != STANDARD_OUTPUT]

    @property
    def takes_standard_output(self) -> bool:
        """Whether nothing else may be printed there."""
        return any(path == STANDARD_OUTPUT for _, path in self.files)

    def check_several(self) -> None:
        """Refuse that the report of one query overwrites that of another."""
        for path in self.paths:
            if PLACEHOLDER not in path.name:
                raise OptionError(
                    "one file cannot hold what is written of several queries",
                    expected=f"a name with {PLACEHOLDER} in it, as in report-{PLACEHOLDER}.html",
                    found=str(path),
                )

    def of(self, query: str) -> Outputs:
        """With the name of the query, without its ending, in the names of files.

        >>> Outputs((("html", Path("out-{query}.html")),)).of("feb.csv").files[0][1].name
        'out-feb.html'
        """

        def named(path: Path) -> Path:
            stem = query.rsplit("/", 1)[-1].partition(".")[0] or "query"
            return path.with_name(path.name.replace(PLACEHOLDER, stem))

        files = tuple((kind, named(path)) for kind, path in self.files)
        return Outputs(files, None if self.repair is None else named(self.repair))


def check_outputs(outputs: Sequence[Path], inputs: Iterable[str | Path]) -> None:
    """Refuse, before anything is read, to write over what is read, or two things to one file."""
    for number, path in enumerate(outputs):
        for other in outputs[:number]:
            if same_file(path, other):
                raise OptionError(
                    f"two outputs would be written to {str(path)!r}",
                    expected="a file for each",
                    found=f"{str(other)!r} is the same file" if other != path else None,
                )
    read = [
        (place, path)
        for place in inputs
        for path in ([_PIPED_IN] if place == STANDARD_INPUT else files_of(str(place)))
    ]
    for path in outputs:
        for place, file in read:
            if same_file(path, file):
                raise OptionError(
                    f"{str(path)!r} would be written over what is read",
                    expected="an output that is no input",
                    found=f"it is the file of {str(place)!r}",
                )


@dataclass
class Unwritten:
    """Files that could not be written: no reason to keep a verdict back."""

    errors: list[UnwritableFileError] = field(default_factory=list)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Go on after the block, whether the file in it could be written or not."""
        try:
            yield
        except UnwritableFileError as error:
            self.errors.append(error)

    def check(self) -> None:
        """Raise what is to be told in the end."""
        if len(self.errors) == 1:
            raise self.errors[0]
        if self.errors:
            raise OptionError(
                f"{len(self.errors)} files could not be written",
                found="; ".join(f"{error.problem}: {error.found}" for error in self.errors),
                remedy=self.errors[0].remedy,
            )
