"""Torch modules of the networks and their export. Nothing here but ``config`` runs without torch.

``FSLNet`` is in :mod:`featureshift.networks.fslnet`; this file imports nothing, so that
:mod:`featureshift.networks.config` can be read where torch is not installed.
"""
