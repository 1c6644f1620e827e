"""Logarithms of tail probabilities too small for a double.

With ten thousand rows an ordinary shift has p = 1e-2000; where p underflows, all such columns
would tie. ``log(sf)`` is used where it holds, a series beyond.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import special

_SAFE = 1e-280
_TERMS = 60


def log_f_tail(f: NDArray[np.float64], freedom: float) -> NDArray[np.float64]:
    """Logarithm of P(F > f), for F with (1, freedom) degrees of freedom.

    >>> log_f_tail(np.array([0.0, 4.0, 1e6]), 1000.0).round(3).tolist()
    [0.0, -3.084, -3458.057]
    """
    a = freedom / 2
    x = freedom / (freedom + f)
    plain = special.betainc(a, 0.5, x)
    tail = np.log(np.maximum(plain, _SAFE))
    far = plain <= _SAFE
    # I_x(a, 1/2) = x^a / (a B(a, 1/2)) * 2F1(1/2, a; a + 1; x)
    series = np.log(special.hyp2f1(0.5, a, a + 1, x[far]))
    tail[far] = a * np.log(x[far]) - np.log(a) - special.betaln(a, 0.5) + series
    return np.asarray(tail)


def log_chi2_tail(
    statistic: NDArray[np.float64], freedom: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Logarithm of P(X > statistic), for a chi-square X; 0 where there is no degree of freedom.

    >>> log_chi2_tail(np.array([3.841459, 20000.0]), np.array([1.0, 1.0])).round(3).tolist()
    [-2.996, -10005.178]
    """
    a, z = np.maximum(freedom, 1) / 2, statistic / 2
    plain = special.gammaincc(a, z)
    far = np.maximum(z, a + 200)  # only read where p underflows, and there z is larger than this
    # Legendre's continued fraction of the upper incomplete gamma function, from its tail inwards
    fraction = far + 2 * _TERMS + 1 - a
    for i in range(_TERMS, 0, -1):
        fraction = far + 2 * i - 1 - a - i * (i - a) / fraction
    beyond = a * np.log(far) - far - special.gammaln(a) - np.log(fraction)
    tail = np.where(plain > _SAFE, np.log(np.maximum(plain, _SAFE)), beyond)
    return np.where(freedom > 0, tail, 0.0)
