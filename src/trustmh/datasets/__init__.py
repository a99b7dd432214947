"""Datasets: the catalogue, one loader per dataset, and the open suite's own files."""
