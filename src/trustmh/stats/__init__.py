"""Intervals, agreement, paired comparisons and ranks: plain arrays in, numbers out.

Every function states what it returns where the statistic is not defined (too few values, no spread, one cluster). An
undefined figure is ``None``, never zero and never an interval of width zero, so that nothing looks surer than it is.
SciPy and scikit-learn are imported inside the functions that need them, which keeps ``import trustmh.stats`` cheap.
"""

from trustmh.stats.baselines import Baselines, accuracy_baselines, macro_f1_baselines, uniform_accuracy
from trustmh.stats.bootstrap import (
    PairedDifference,
    bootstrap_draws,
    bootstrap_interval,
    cluster_weights,
    paired_bootstrap_difference,
    weighted_mean,
    weighted_pearson,
)
from trustmh.stats.classification import (
    accuracy,
    confusion_counts,
    macro_f1,
    mean_absolute_error,
    quadratic_kappa,
    weighted_accuracy,
    weighted_macro_f1,
)
from trustmh.stats.comparisons import holm
from trustmh.stats.correlation import Correlation, pearson
from trustmh.stats.expanded_bootstrap import expanded_bootstrap_interval
from trustmh.stats.group_gaps import Gap, group_gaps
from trustmh.stats.group_spread import Cell, Excess, Noise, excess, spread, spread_interval, spread_noise
from trustmh.stats.intervals import (
    Interval,
    cluster_mean_interval,
    cluster_proportion_interval,
    mean_interval,
    reference_half_width,
    wilson,
)
from trustmh.stats.ranks import competition_ranks, pillar_ranks, rank_intervals
from trustmh.stats.retention import Retained, retained_mean

__all__ = [
    "Baselines",
    "Cell",
    "Correlation",
    "Excess",
    "Gap",
    "Interval",
    "Noise",
    "PairedDifference",
    "Retained",
    "accuracy",
    "accuracy_baselines",
    "bootstrap_draws",
    "bootstrap_interval",
    "cluster_mean_interval",
    "cluster_proportion_interval",
    "cluster_weights",
    "competition_ranks",
    "confusion_counts",
    "excess",
    "expanded_bootstrap_interval",
    "group_gaps",
    "holm",
    "macro_f1",
    "macro_f1_baselines",
    "mean_absolute_error",
    "mean_interval",
    "paired_bootstrap_difference",
    "pearson",
    "pillar_ranks",
    "quadratic_kappa",
    "rank_intervals",
    "reference_half_width",
    "retained_mean",
    "spread",
    "spread_interval",
    "spread_noise",
    "uniform_accuracy",
    "weighted_accuracy",
    "weighted_macro_f1",
    "weighted_mean",
    "weighted_pearson",
    "wilson",
]
