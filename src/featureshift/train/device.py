"""The device that a network is trained on."""

from __future__ import annotations

import torch

from featureshift.errors import OptionError


def require_device(name: str) -> None:
    """Refuse a device that torch does not know or that is not there, before any work is done."""
    try:
        torch.zeros(1, device=name).item()
    # A build without a kind of device asserts, other absences are errors of several kinds.
    except (AssertionError, NotImplementedError, RuntimeError) as error:
        raise OptionError(
            f"cannot train on device {name!r}",
            expected="cpu, or another device that torch finds on this machine, such as cuda",
            found=str(error).splitlines()[0][:200],
        ) from error
