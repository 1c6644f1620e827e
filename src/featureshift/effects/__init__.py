"""How much each column changed, on one scale for all columns and methods: 0 nothing, 1 all."""

from featureshift.effects.effect_sizes import EffectSizes, effect_sizes

__all__ = ["EffectSizes", "effect_sizes"]
