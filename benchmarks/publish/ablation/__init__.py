"""The paper's ablation: FSL-Net with some of its parts, trained and measured."""
