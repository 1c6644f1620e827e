"""What goes wrong on Spark's executors, as an error of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from featureshift.errors import EngineError, MissingExtraError


@contextmanager
def spark_errors() -> Iterator[None]:
    """What goes wrong on executors, without the two tracebacks around it."""
    try:
        from pyspark.errors import PySparkException
    except ImportError as cause:
        raise MissingExtraError("the engine spark", "spark") from cause
    try:
        yield
    except PySparkException as cause:
        raise EngineError(
            "Spark could not read the table",
            found=_told(str(cause)),
            remedy="featureshift must be installed for the Python of the executors "
            "(PYSPARK_PYTHON), and files must be there, too",
        ) from cause


def _told(message: str) -> str:
    """The error of a worker: the last line of its traceback that is one."""
    lines = [line.strip() for line in message.splitlines()]
    errors = [line for line in lines if "Error" in line and not line.startswith(("File", "at "))]
    return (errors or lines)[-1][:500]
