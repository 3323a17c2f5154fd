#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""A model of many GPUs, fitted to the measurements of docs/scaling.md, which explains it.

  scaling_model.py [--rows-per-rank N] [--ranks LIST]

Prints the fit and, for weak series, what it foretells.
"""
import argparse
import math

# Measured on two H200 of one host with `peer`, 2026-11-23: docs/scaling.md. Ratios of rows from level to level are those
# of one GPU: flow of laplace3d7 300^3 (docs/performance.md), mechanics of elasticity3d 24^3.
flow = {"name": "flow", "rows": 27.0e6, "ratios": [16.67, 2.96, 3.77, 4.03, 4.5, 4.2, 3.9], "dofs": 1,
        "one": 5.41, "weak": (54.01e6, 6.13), "strong": (27.0e6, 1e3 * 0.091 / 27),
        "setup": (0.253, 0.362)}
mechanics = {"name": "mechanics", "rows": 1.536e6, "ratios": [10.06, 8.92], "dofs": 3,
             "one": 2.50, "weak": (3.091e6, 3.27), "strong": (1.536e6, 1e3 * 0.335 / 151),
             "setup": (0.276, 0.492)}
fsai = {"name": "adaptive fsai", "rows": 1.536e6, "ratios": [], "dofs": 3, "one": 0.874, "weak": (3.091e6, 0.971),
        "strong": None, "setup": (0.445, 0.509)}
measuredPerRank = 20000   # amg/rows per rank of the measurements
coarsest = 1000           # a GPU coarsens on above that
reduction = 2.5e-3        # ms, a step of a tree of ranks: assumed, not measured
network = 50e6            # bytes a ms and GPU between hosts (400 Gb/s): assumed, not measured


def levels(case, rows):
    """Rows of all levels; the last ratio goes on."""
    if not case["ratios"]:
        return [rows]
    found, ratios = [rows], list(case["ratios"])
    while found[-1] > coarsest:
        found.append(found[-1] / (ratios.pop(0) if len(ratios) > 1 else ratios[0]))
    return found


def distributed(case, rows, ranks, per_rank):
    """How many levels live on more than one rank: a coarse level goes to rows / per_rank of them."""
    count = 0
    for depth, size in enumerate(levels(case, rows)):
        count += (ranks if depth == 0 else min(ranks, max(1, int(size / per_rank)))) > 1
    return count


def exchanges(case, rows, ranks, per_rank):
    """Halo exchanges of an iteration: one a product whose level lives on several ranks.

    flow, V cycle, a Jacobi sweep before and after: residual, restriction, prolongation, second sweep. mechanics, W cycle, a
    sweep of FSAI is two products, with the residual three: 8 a visit from zero, 9 a visit from a guess; level k is visited
    2^k times. And A p.
    """
    count = distributed(case, rows, ranks, per_rank)
    if count == 0:
        return 0
    if case is flow:
        return 1 + 4 * count
    if case is fsai:
        return 3
    return 1 + 8 + sum(2 ** (depth - 1) * (8 + 9) for depth in range(1, count))


def solve(matrix, right):
    """Gauss with pivots, for the few unknowns here."""
    n = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def least_squares(rows, values):
    """Least sum of squared relative errors."""
    scaled = [[entry / value for entry in row] for row, value in zip(rows, values)]
    n = len(rows[0])
    normal = [[sum(row[i] * row[j] for row in scaled) for j in range(n)] for i in range(n)]
    return solve(normal, [sum(row[i] for row in scaled) for i in range(n)])


def fit_iterations(per_rank):
    """ms of an exchange; of each case ms that do not depend on the size, and ms a million rows."""
    rows, values, labels = [], [], []

    def add(label, place, million, count, value):
        row = [count, 0, 0, 0, 0, 0]
        row[place] = 1.0
        if place < 5:
            row[place + 1] = million
        rows.append(row), values.append(value), labels.append(label)

    for place, case in ((1, flow), (3, mechanics), (5, fsai)):
        add(case["name"] + ", 1 GPU", place, case["rows"] / 1e6, 0, case["one"])
        for series in ("weak", "strong"):
            if case[series]:
                size, value = case[series]
                add(f"{case['name']}, 2 GPUs, {series}", place, size / 2e6, exchanges(case, size, 2, per_rank), value)
    found = least_squares(rows, values)
    print("| measured | exchanges | ms an iteration | of the fit |\n|---|---|---|---|")
    for label, row, value in zip(labels, rows, values):
        print(f"| {label} | {row[0]} | {value:.2f} | {sum(a * b for a, b in zip(row, found)):.2f} |")
    print(f"\nAn exchange: {1e3 * found[0]:.0f} us. flow: {found[1]:.2f} ms + {found[2]:.3f} ms a million rows; mechanics: "
          f"{found[3]:.2f} ms + {found[4]:.2f} ms a million rows; adaptive fsai: {found[5]:.3f} ms.\n")
    return {"exchange": found[0], "flow": (found[1], found[2]), "mechanics": (found[3], found[4]), "adaptive fsai": (found[5], 0.0)}


def face(case, rows_of_part):
    """Unknowns of one face of a cube of so many."""
    return case["dofs"] * (rows_of_part / case["dofs"]) ** (2 / 3)


def slab(case, rows):
    """Unknowns of the cut through a cube of all rows: between two slabs."""
    return case["dofs"] * (rows / case["dofs"]) ** (2 / 3)


def visits(case, rows):
    """Of all levels in an iteration."""
    return sum(2 ** depth if case is mechanics else 1 for depth in range(len(levels(case, rows))))


def iteration(case, ranks, fit, per_rank, across):
    """ms; across hosts an exchange takes twice as long and its faces pass through the network."""
    rows = case["rows"] * ranks
    count = exchanges(case, rows, ranks, per_rank)
    fixed, slope = fit[case["name"]]
    time = fixed * visits(case, rows) / visits(case, case["rows"]) + slope * case["rows"] / 1e6
    time += count * fit["exchange"] * (2 if across else 1)
    if across:
        finest = 3 if case is fsai else 5 if case is flow else 9
        time += finest * 8 * 6 * face(case, case["rows"]) / network
    if ranks > 1:
        time += 3 * reduction * math.log2(ranks)  # p^T A p, r^T z, r^T r
    return count, time


def fit_setup(case):
    """Seconds a GPU spends alone, and what two lose: by levels that are shared, or by unknowns of the cut."""
    one, weak = case["setup"]
    count = distributed(case, case["weak"][0], 2, measuredPerRank)
    cut = slab(case, case["weak"][0])
    return {"one": one, "level": (weak - one) / count, "cut": (weak - one) / cut}


def foretell(ranks, per_rank, fit):
    print("| weak | GPUs | levels on several | exchanges | ms an iteration | efficiency | the same across hosts | set-up, s | efficiency |")
    print("|---|---|---|---|---|---|---|---|---|")
    for case in (flow, mechanics, fsai):
        setup = fit_setup(case)
        _, alone = iteration(case, 1, fit, per_rank, False)
        for many in ranks:
            rows = case["rows"] * many
            count, time = iteration(case, many, fit, per_rank, False)
            _, far = iteration(case, many, fit, per_rank, True)
            shared = distributed(case, rows, many, per_rank)
            # Cubes: each face of a part is cut once all three directions are; with two parts one is.
            faces = {1: 0, 2: 1, 4: 2, 8: 3}.get(many, 6)
            ends = sorted((setup["one"] + setup["level"] * shared,
                           setup["one"] + setup["cut"] * faces * face(case, case["rows"])))
            print(f"| {case['name']} | {many:,} | {shared} | {count} | {time:.2f} | {alone / time:.2f} "
                  f"| {'' if many <= 8 else f'{far:.2f} ({alone / far:.2f})'} | {ends[0]:.2f} to {ends[1]:.2f} "
                  f"| {setup['one'] / ends[1]:.2f} to {setup['one'] / ends[0]:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows-per-rank", type=int, default=measuredPerRank, help="amg/rows per rank of what is foretold (20000)")
    parser.add_argument("--ranks", default="1,2,8,64,4096", help="GPUs (1,2,8,64,4096)")
    options = parser.parse_args()
    fit = fit_iterations(measuredPerRank)
    foretell([int(word) for word in options.ranks.split(",")], options.rows_per_rank, fit)


if __name__ == "__main__":
    main()
