"""The files that a command line asks for, and the standard output as one of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from featureshift.errors import OptionError

STANDARD_OUTPUT = Path("-")
PLACEHOLDER = "{query}"


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
    def takes_standard_output(self) -> bool:
        """Whether nothing else may be printed there."""
        return any(path == STANDARD_OUTPUT for _, path in self.files)

    def check_several(self) -> None:
        """Refuse that the report of one query overwrites that of another."""
        paths = [path for _, path in self.files] + ([self.repair] if self.repair else [])
        for path in paths:
            if path != STANDARD_OUTPUT and PLACEHOLDER not in path.name:
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
