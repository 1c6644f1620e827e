"""Every claim of the paper's text that is held against our results."""

from benchmarks.publish.fields.accuracy_claims import ACCURACY
from benchmarks.publish.fields.claim import Claim
from benchmarks.publish.fields.speed_claims import SPEED

CLAIMS: tuple[Claim, ...] = (*ACCURACY, *SPEED)
