#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the summary that scripts/scaling.sh writes: efficiencies of the weak series, and how many times faster the strong
ones solve.

  scripts/figure-scaling.py SUMMARY.JSON > docs/figures/scaling.svg

Solid: an iteration, or the solve; dashed: the set-up. Beside the strong series, dotted: as many times as there are GPUs.
"""
import json
import math
import sys

WIDTH, HEIGHT, LEFT, TOP, GAP = 330, 230, 52, 40, 90
COLOURS = ["#1f5fd0", "#d1490c", "#0a7d55", "#8a35c8", "#8a6d00"]


class Panel:
    """One pair of axes; numbers of GPUs double from mark to mark."""

    def __init__(self, left, title, ranks, highest, marks):
        self.left, self.highest, self.most = left, highest, max(ranks)
        self.out = [f'<text x="{left}" y="24" class="title">{title}</text>']
        for mark in marks:
            y = self.y(mark)
            self.out.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + WIDTH}" y2="{y:.1f}" class="grid"/>')
            self.out.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{mark:g}</text>')
        for rank in ranks:
            self.out.append(f'<text x="{self.x(rank):.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{rank}</text>')
        self.out.append(f'<text x="{left + WIDTH / 2}" y="{TOP + HEIGHT + 36}" text-anchor="middle">GPUs</text>')

    def x(self, ranks):
        return self.left + WIDTH * math.log2(ranks) / max(1, math.log2(self.most))

    def y(self, value):
        return TOP + HEIGHT * (1 - value / self.highest)

    def line(self, points, style):
        path = " ".join(f"{self.x(ranks):.1f},{self.y(value):.1f}" for ranks, value in points)
        self.out.append(f'<polyline points="{path}" {style}/>')


def series(system, kind, value):
    rows = [row for row in system["series"].get(kind, []) if row["converged"] and row["ranks"] == row["run_ranks"]]
    first = next((row for row in rows if row["ranks"] == 1), None)
    return [(row["ranks"], value(row, first)) for row in rows] if first else []


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        summary = json.load(file)
    ranks = sorted({row["ranks"] for s in summary["systems"] for rows in s["series"].values() for row in rows})
    most = max(ranks)
    weak = Panel(LEFT, "Weak: efficiency of an iteration and of the set-up", ranks, 1.1, [0, 0.25, 0.5, 0.75, 1])
    strong = Panel(LEFT + WIDTH + GAP, "Strong: times as fast as one GPU", ranks, most, [0, 1] + ranks[1:])
    strong.line([(rank, rank) for rank in ranks], 'class="ideal"')
    legend = []
    for number, system in enumerate(summary["systems"]):
        colour = f'style="stroke:{COLOURS[number % len(COLOURS)]}"'
        for key, css in (("iteration_ms", "solid"), ("setup_seconds", "dashed")):
            weak.line(series(system, "weak", lambda row, first, k=key: row["efficiency"][k]), f'class="{css}" {colour}')
        for key, css in (("solve_seconds", "solid"), ("setup_seconds", "dashed")):
            speed = series(system, "strong", lambda row, first, k=key: first[k]["median"] / row[k]["median"])
            if len(speed) > 1:
                strong.line(speed, f'class="{css}" {colour}')
        x = LEFT + 200 * number
        y = TOP + HEIGHT + 62
        legend.append(f'<line x1="{x}" y1="{y}" x2="{x + 26}" y2="{y}" class="solid" {colour}/>')
        legend.append(f'<text x="{x + 34}" y="{y + 4}">{system["name"]}, {system["problem"]}</text>')
    width, height = LEFT + 2 * WIDTH + GAP + 24, TOP + HEIGHT + 80
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
          f'aria-label="Weak and strong scaling, {summary["device"]}">')
    print("<style>text{font:13px sans-serif;fill:#333}.title{font-weight:bold}.grid{stroke:#ddd}"
          "polyline,.solid{fill:none;stroke-width:2.4}.dashed{stroke-dasharray:6 4}"
          ".ideal{stroke:#999;stroke-dasharray:2 4}</style>")
    print(f'<rect width="{width}" height="{height}" fill="#fff"/>')
    print("\n".join(weak.out + strong.out + legend))
    print("</svg>")


main()
