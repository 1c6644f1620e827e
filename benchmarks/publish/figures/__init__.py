"""Pictures of benchmark results: one file for each family, one registry, one look.

Whatever can be said without drawing (which figures there are, what they show, what they were drawn
from) needs no matplotlib; it is imported when the first figure is drawn.
"""

from benchmarks.publish.figures.drawing import alternatives, draw_images, draw_results
from benchmarks.publish.figures.registry import Picture, pictures
from benchmarks.publish.figures.save import stamp_of

__all__ = ["Picture", "alternatives", "draw_images", "draw_results", "pictures", "stamp_of"]
