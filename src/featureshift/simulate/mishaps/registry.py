"""Every mishap, by the diagnosis that should be made of it."""

from __future__ import annotations

from featureshift.simulate.mishaps.categories import (
    category_lost,
    category_merged,
    category_new,
    category_renamed,
)
from featureshift.simulate.mishaps.cells import (
    constant_fill,
    missingness,
    outliers,
    sentinel,
    truncated,
)
from featureshift.simulate.mishaps.columns import Mishap
from featureshift.simulate.mishaps.dates import DATE_MISHAPS
from featureshift.simulate.mishaps.places import row_offset, shuffled, swapped
from featureshift.simulate.mishaps.predicted import predicted
from featureshift.simulate.mishaps.values import (
    clipping,
    noise,
    offset,
    reflection,
    rounding,
    scale,
    trend,
    type_changed,
)

MISHAPS: dict[str, Mishap] = {
    "scale": scale,
    "offset": offset,
    "reflection": reflection,
    "rounding": rounding,
    "clipping": clipping,
    "constant-fill": constant_fill,
    "sentinel": sentinel,
    "outliers": outliers,
    "noise": noise,
    "shuffled": shuffled,
    "row-offset": row_offset,
    "swapped": swapped,
    "category-renamed": category_renamed,
    "category-merged": category_merged,
    "category-new": category_new,
    "missingness": missingness,
    "predicted": predicted,
    "type-changed": type_changed,
    **DATE_MISHAPS,
    "truncated": truncated,
    "category-lost": category_lost,
    "trend": trend,
}
"""Code of the diagnosis to be made -> mishap."""
