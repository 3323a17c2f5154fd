#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the steps that example 10_time_steps wrote: docs/guide/figures/reservoir.svg.

  10_time_steps 24 rule reservoir && scripts/figure-reservoir.py 24 reservoir docs/guide/figures/reservoir.svg

Left the vertical section through the middle after the last step, deformed, coloured by how far it sank; right the top
along the same section after each step.
"""
import sys
import xml.etree.ElementTree as tree

unit = 100  # displacements are drawn so many times as large
paper, ink, grid = "#ffffff", "#333333", "#cccccc"
light, dark = (242, 246, 250), (10, 72, 120)


def read(path):
    """Points and displacements, lists of triples."""
    def triples(array):
        numbers = [float(word) for word in array.text.split()]
        return list(zip(numbers[::3], numbers[1::3], numbers[2::3]))

    piece = tree.parse(path).getroot().find("UnstructuredGrid/Piece")
    return triples(piece.find("Points/DataArray")), triples(piece.find("PointData/DataArray"))


def section(values, n):
    """Values at j in the middle: rows k, columns i."""
    return [[values[i + n * (n // 2 + n * k)] for i in range(n)] for k in range(n)]


def colour(share):
    return "#%02x%02x%02x" % tuple(round(a + (b - a) * share) for a, b in zip(light, dark))


def text(x, y, words, anchor="middle", extra=""):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" {extra}>{words}</text>'


def body(points, moved, n, left, top, width, height):
    """The section as quadrilaterals; returns them and the deepest subsidence."""
    places, shifts = section(points, n), section(moved, n)
    length = places[0][-1][0] + places[0][0][0]
    depth = places[-1][0][2]
    sunk = -min(u[2] for row in shifts for u in row)

    def at(k, i):
        x = places[k][i][0] + unit * shifts[k][i][0]
        z = places[k][i][2] + unit * shifts[k][i][2]
        return f"{left + width * x / length:.1f},{top + height * (1 - z / depth):.1f}"

    shapes = []
    for k in range(n - 1):
        for i in range(n - 1):
            mean = -sum(shifts[a][b][2] for a in (k, k + 1) for b in (i, i + 1)) / 4
            corners = " ".join((at(k, i), at(k, i + 1), at(k + 1, i + 1), at(k + 1, i)))
            shapes.append(f'<polygon points="{corners}" fill="{colour(max(0.0, mean / sunk))}"/>')
    return shapes, sunk


def subsidence(steps, n, left, top, width, height):
    """The top after each step, as curves in a frame."""
    length = steps[0][0][n - 1][0] + steps[0][0][0][0]
    curves = [[(points[p][0], -moved[p][2]) for p in range(n * (n // 2 + n * (n - 1)), n * (n // 2 + 1 + n * (n - 1)))]
              for points, moved in steps]
    most = max(value for curve in curves for _, value in curve)
    shapes = [f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="{grid}"/>']
    for number, curve in enumerate(curves, 1):
        line = " ".join(f"{left + width * x / length:.1f},{top + height * value / (1.1 * most):.1f}"
                        for x, value in [(0.0, 0.0)] + curve + [(length, 0.0)])
        shapes.append(f'<polyline points="{line}" fill="none" stroke="{colour(0.15 + 0.85 * number / len(steps))}" '
                      'stroke-width="1.5"/>')
    shapes.append(text(left - 6, top + 4, "0", "end"))
    shapes.append(text(left - 6, top + height / 1.1 + 4, f"{most:.3f}", "end"))
    shapes.append(text(left + width / 2, top + height + 20, "along x; cell edges in the lens are 1"))
    return shapes


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    n, name, output = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    steps = [read(f"{name}{number}.vtu") for number in range(1, 11)]
    shapes, sunk = body(*steps[-1], n, 20, 50, 400, 300)
    shapes += subsidence(steps, n, 520, 50, 300, 300)
    title = 'font-weight="bold"'
    shapes.append(text(220, 28, f"Section after step 10, displacements x {unit}", extra=title))
    shapes.append(text(670, 28, "Subsidence of the top, steps 1 to 10", extra=title))
    for number in range(11):
        shapes.append(f'<rect x="{60 + 28 * number}" y="366" width="28" height="12" fill="{colour(number / 10)}"/>')
    shapes.append(text(60, 394, "0", "start"))
    shapes.append(text(368, 394, f"sunk by {sunk:.3f}", "end"))
    with open(output, "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 850 405" font-family="sans-serif" '
                   f'font-size="13" fill="{ink}">\n<rect width="850" height="405" fill="{paper}"/>\n')
        file.write("\n".join(shapes) + "\n</svg>\n")


if __name__ == "__main__":
    main()
