"""Every claim of the paper's text that is held against our results."""

from featureshift.bench.page.accuracy_claims import ACCURACY
from featureshift.bench.page.claim import Claim
from featureshift.bench.page.speed_claims import SPEED

CLAIMS: tuple[Claim, ...] = (*ACCURACY, *SPEED)
