"""A figure's place on its scale as a small inline SVG: interval, value, baselines, floor and ideal."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from trustmh.report.numbers import written, written_interval

_WIDTH, _HEIGHT, _MARGIN = 180.0, 26.0, 7.0


def interval_plot(
    value: float | None,
    interval: tuple[float, float] | None,
    scale: tuple[float, float],
    baselines: Sequence[float] = (),
    decimals: int = 3,
) -> Markup:
    """The plot; an empty scale when there is no value, since a gap is no zero.

    Args:
        value: the figure.
        interval: its 95 % interval.
        scale: worst and best end; drawn from left to right, so right is always better.
        baselines: values marked by a thin line each.
        decimals: decimals of the description.
    """
    worst, best = scale

    def x(figure: float) -> str:
        share = (figure - worst) / (best - worst)
        return f"{_MARGIN + min(1.0, max(0.0, share)) * (_WIDTH - 2 * _MARGIN):.1f}"

    middle = f"{_HEIGHT / 2:.1f}"
    parts = [Markup('<line class="scale" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(x(worst), x(best), middle, middle)]
    parts += [
        Markup('<line class="baseline" x1="{0}" x2="{0}" y1="4" y2="22"/>').format(x(baseline))
        for baseline in baselines
    ]
    if value is not None and interval is not None:
        low, high = x(interval[0]), x(interval[1])
        parts.append(
            Markup('<line class="interval" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(low, high, middle, middle)
        )
    if value is not None:
        parts.append(Markup('<circle class="value" cx="{}" cy="{}" r="4.5"/>').format(x(value), middle))
    label = f"{written(value, decimals)} ({written_interval(interval, decimals)})"
    return Markup('<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        f"{_WIDTH:.0f}", f"{_HEIGHT:.0f}", label, Markup("").join(parts)
    )
