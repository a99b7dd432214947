"""Stress: perturbations, counterfactual profiles and jailbreak methods; items in, items out, seeded."""
