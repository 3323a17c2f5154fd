#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the lines of results that `chronos compare --lines` writes: total seconds over those of Chronos' first preset.

  scripts/figure-compare.py LINES... > docs/guide/figures/compare.svg

A bar is the median of the runs of a configuration on a system: set-up dark, solve light. A log axis would hide what
share is which, so bars beyond six times are cut, and say their value. A run that did not end has its name alone.
"""
import json
import statistics
import sys

LEFT, BAR, GAP, WIDTH, MOST = 300, 15, 16, 620, 6.0
COLOURS = {"chronos": "#1f5fd0", "boomeramg": "#d1490c", "gamg": "#0a7d55", "muelu": "#8a35c8"}


def medians(files):
    runs = {}
    for name in files:
        with open(name, encoding="utf-8") as file:
            for line in map(json.loads, file):
                runs.setdefault((line["matrix"], line["peer"], line["configuration"]), []).append(line)
    rows = {}
    for (matrix, peer, configuration), lines in runs.items():
        solved = [line for line in lines if line["converged"]]
        parts = ("setup_seconds", "solve_seconds")
        times = [statistics.median(line[key] for line in solved) for key in parts] if solved else None
        rows.setdefault(matrix, []).append((peer, configuration, times))
    return rows


def draw(rows):
    out, y = [], 34
    scale = WIDTH / MOST
    for matrix, solvers in rows.items():
        unit = sum(next(times for peer, _, times in solvers if peer == "chronos"))
        out.append(f'<text x="8" y="{y + 12}" class="system">{matrix}: {unit:.3g} s</text>')
        y += BAR + 6
        for peer, configuration, times in sorted(solvers, key=lambda row: sum(row[2]) if row[2] else 1e30):
            name = configuration if configuration.startswith(peer) else f"{peer} {configuration}"
            out.append(f'<text x="{LEFT - 8}" y="{y + 12}" class="name">{name}</text>')
            if times is None:
                out.append(f'<text x="{LEFT + 6}" y="{y + 12}" class="value">no result</text>')
            else:
                x = LEFT
                for seconds, opacity in zip(times, (1, 0.55)):
                    width = min(seconds / unit * scale, LEFT + WIDTH - x)
                    out.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{BAR}" '
                               f'fill="{COLOURS[peer]}" opacity="{opacity}"/>')
                    x += width
                out.append(f'<text x="{x + 6:.1f}" y="{y + 12}" class="value">{sum(times) / unit:.2f}</text>')
            y += BAR + 3
        y += GAP
    ticks = [(i, f"{LEFT + i * scale:.1f}") for i in range(int(MOST) + 1)]
    grid = "".join(f'<line x1="{x}" y1="26" x2="{x}" y2="{y - GAP}" class="grid"/>'
                   f'<text x="{x}" y="18" class="tick">{i}</text>' for i, x in ticks)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 60} {y}" '
            'font-family="sans-serif" font-size="13">'
            "<style>.grid{stroke:#d9dde3} .tick{text-anchor:middle;fill:#5b6470} .name{text-anchor:end;fill:#1a1d21}"
            ".system{font-weight:700;fill:#1a1d21} .value{fill:#1a1d21}</style>"
            f'<rect width="100%" height="100%" fill="#fff"/>{grid}' + "".join(out) + "</svg>\n")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.stdout.write(draw(medians(sys.argv[1:])))
