"""Robustness: support and diagnosis on perturbed input, against the same items clean."""
