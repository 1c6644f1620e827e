"""Every manipulation by its name, the lists the paper uses, and our own."""

from __future__ import annotations

from featureshift.errors import UnknownNameError
from featureshift.simulate.evaluation import EVALUATION_MANIPULATIONS
from featureshift.simulate.manipulation import Manipulation
from featureshift.simulate.own import FAULT_MANIPULATIONS, OWN_MANIPULATIONS
from featureshift.simulate.training import TRAINING_MANIPULATIONS

MANIPULATIONS: dict[str, Manipulation] = {
    manipulation.name: manipulation
    for manipulation in (
        *TRAINING_MANIPULATIONS,
        *EVALUATION_MANIPULATIONS,
        *OWN_MANIPULATIONS,
        *FAULT_MANIPULATIONS,
    )
}

TRAINING: tuple[str, ...] = tuple(manipulation.name for manipulation in TRAINING_MANIPULATIONS)
OWN: tuple[str, ...] = tuple(manipulation.name for manipulation in OWN_MANIPULATIONS)
FAULTS: tuple[str, ...] = tuple(manipulation.name for manipulation in FAULT_MANIPULATIONS)
RESAMPLING: tuple[str, ...] = tuple(name for name, each in MANIPULATIONS.items() if each.resamples)
"""Those whose cells are drawn from the reference."""
EVALUATION_CONTINUOUS = ("E1", "E2", "E3", "E4.1", "E4.2", "E4.3", "E5", "E7", "E8", "E9")
EVALUATION_CATEGORICAL = ("E2", "E3", "E6.1", "E6.2", "E6.3", "E7", "E8", "E10")


def manipulation_named(name: str) -> Manipulation:
    """Look a manipulation up.

    >>> manipulation_named("E4.2")
    SignedStep(name='E4.2', alpha=0.05)
    """
    try:
        return MANIPULATIONS[name]
    except KeyError:
        raise UnknownNameError("manipulation", name, MANIPULATIONS) from None
