#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""A model of many GPUs, fitted to the measurements of docs/scaling.md, which explains it.

  scaling_model.py [--rows-per-rank N] [--ranks LIST]

Prints the fit and, for weak series, what it foretells.
"""
import argparse
import math

# Measured on one and two H200 of one host with `peer`, 2026-11-28: docs/scaling.md. "one": rows and ms an iteration on one
# GPU, the first of them the size that a GPU has in weak series; "two": the same on two GPUs. "coarse": what coarser levels
# add to an iteration's work on one GPU and on many, in that of the finest. Ratios of rows from level to level are those of
# laplace3d7 300^3 and elasticity3d 80^3.
flow = {"name": "flow", "ratios": [16.67, 2.96, 3.77, 4.03, 4.5, 4.2, 3.9], "dofs": 1, "coarse": (0.36, 0.36),
        "one": [(27.0e6, 4.533), (6.751e6, 1.262), (13.48e6, 2.365), (16.0e6, 2.761), (64.0e6, 10.62)],
        "two": [(54.01e6, 4.807), (27.0e6, 2.564)], "setup": (0.196, 0.224)}
# W, which many GPUs walk as V on the levels that they share.
mechanics = {"name": "mechanics", "ratios": [10.06, 8.92], "dofs": 3, "coarse": (2 * 0.14 + 4 * 0.02, 0.14 + 0.02),
             "one": [(1.536e6, 1.838), (3.0e6, 3.343)], "two": [(3.091e6, 1.580), (3.0e6, 1.539)], "setup": (0.141, 0.169)}
fsai = {"name": "adaptive fsai", "ratios": [], "dofs": 3, "coarse": (0, 0), "one": [(1.536e6, 0.698)],
        "two": [(3.091e6, 0.757)], "setup": (0.465, 0.481)}
# Of four, which the fit does not know: name, rows, ms.
measuredOnFour = [(flow, 107.85e6, 5.007), (flow, 64.0e6, 3.122), (flow, 27.0e6, 1.521), (mechanics, 6.145e6, 1.802),
                  (mechanics, 12.06e6, 3.138), (mechanics, 3.0e6, 1.083), (fsai, 6.145e6, 0.815)]
measuredPerRank = 10000   # amg/rows per rank of the measurements
coarsest = 1000           # a GPU coarsens on above that
reduction = 2.5e-3        # ms, a step of a tree of ranks: assumed, not measured
productsOfFinest = 3      # that read the halo of the finest level
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
    for level, size in enumerate(levels(case, rows)):
        count += (ranks if level == 0 else min(ranks, max(1, int(size / per_rank)))) > 1
    return count


def exchanges(case, rows, ranks, per_rank):
    """Halo exchanges of an iteration: one a product whose level lives on several ranks.

    A p, and on each level the residual and the last sweep; where P is smoothed, on all levels but the finest of mechanics,
    restriction and prolongation too. Factors of FSAI as a smoother are each rank's own; alone it has two products.
    """
    count = distributed(case, rows, ranks, per_rank)
    if count == 0:
        return 0
    if case is fsai:
        return 3
    return 1 + 2 * count + (2 * (count - 1) if case is mechanics else 0)


def work(case, rows, ranks):
    """Million rows of a GPU, coarser levels included."""
    return rows / ranks / 1e6 * (1 + case["coarse"][ranks > 1])


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

    def add(place, case, size, ranks, value):
        row = [exchanges(case, size, ranks, per_rank) * neighboursOfSlab(ranks), 0, 0, 0, 0, 0]
        row[place] = depth(case, size)
        if case is not fsai:
            row[place + 1] = work(case, size, ranks)
        rows.append(row), values.append(value - reductions(ranks)), labels.append((case["name"], size, ranks, value))

    for place, case in ((1, flow), (3, mechanics), (5, fsai)):
        for ranks, series in ((1, "one"), (2, "two")):
            for size, value in case[series]:
                add(place, case, size, ranks, value)
    found = least_squares(rows, values)
    print("| measured | million unknowns | GPUs | exchanges | ms an iteration | of the fit |\n|---|---|---|---|---|---|")
    for (name, size, ranks, value), row in zip(labels, rows):
        fitted = sum(a * b for a, b in zip(row, found)) + reductions(ranks)
        print(f"| {name} | {size / 1e6:.1f} | {ranks} | {row[0]} | {value:.2f} | {fitted:.2f} |")
    fit = {"exchange": found[0], "flow": found[1:3], "mechanics": found[3:5], "adaptive fsai": (found[5], 0.0)}
    for case, size, value in measuredOnFour:
        count, foretold = iteration(case, size, 4, neighboursOfSlab(4), fit, per_rank, False)
        print(f"| {case['name']}, not in the fit | {size / 1e6:.1f} | 4 | {count} | {value:.2f} | {foretold:.2f} |")
    print(f"\nAn exchange: {1e3 * found[0]:.1f} us a neighbour. flow: {found[1]:.2f} ms + {found[2]:.3f} ms a million rows; "
          f"mechanics: {found[3]:.2f} ms + {found[4]:.2f} ms a million rows; adaptive fsai: {found[5]:.3f} ms.\n")
    return fit


def neighboursOfSlab(ranks):
    """Of a rank between two, where there is one."""
    return min(2, ranks - 1)


def reductions(ranks):
    """ms of p^T A p, r^T z and r^T r."""
    return 3 * reduction * math.log2(ranks)


def face(case, rows):
    """Unknowns of one face of a cube of so many: of a part, or of all where slabs are cut from it."""
    return case["dofs"] * (rows / case["dofs"]) ** (2 / 3)


def depth(case, rows):
    """Levels, over those of the size that a GPU has in weak series."""
    return len(levels(case, rows)) / len(levels(case, case["one"][0][0]))


def iteration(case, rows, ranks, neighbours, fit, per_rank, across):
    """ms; across hosts an exchange takes twice as long and faces of the finest level pass through the network."""
    count = exchanges(case, rows, ranks, per_rank)
    fixed, slope = fit[case["name"]]
    time = fixed * depth(case, rows) + slope * work(case, rows, ranks) + count * neighbours * fit["exchange"] * (2 if across else 1)
    if across:
        time += productsOfFinest * 8 * neighbours * face(case, rows / ranks) / network
    return count, time + reductions(ranks)


def fit_setup(case):
    """Seconds a GPU spends alone, and what two lose: by levels that are shared, or by unknowns of the cut."""
    one, weak = case["setup"]
    weakRows = case["two"][0][0]
    count = distributed(case, weakRows, 2, measuredPerRank)
    cut = face(case, weakRows)
    return {"one": one, "level": (weak - one) / count, "cut": (weak - one) / cut}


def foretell(ranks, per_rank, fit):
    print("| weak | GPUs | levels on several | exchanges | ms an iteration | efficiency | the same across hosts | set-up, s | efficiency | all by the cut of slabs, s |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for case in (flow, mechanics, fsai):
        setup = fit_setup(case)
        own = case["one"][0][0]
        _, alone = iteration(case, own, 1, 0, fit, per_rank, False)
        for many in ranks:
            rows = own * many
            # Cubes: each face of a part is cut once all three directions are; with two parts one is.
            faces = {1: 0, 2: 1, 4: 2, 8: 3}.get(many, 6)
            count, time = iteration(case, rows, many, faces, fit, per_rank, False)
            _, far = iteration(case, rows, many, faces, fit, per_rank, True)
            shared = distributed(case, rows, many, per_rank)
            ends = sorted((setup["one"] + setup["level"] * shared,
                           setup["one"] + setup["cut"] * faces * face(case, own)))
            slabs = ""
            if 1 < many <= 8:
                slabs = f"{setup['one'] + setup['cut'] * neighboursOfSlab(many) * face(case, rows):.2f}"
            print(f"| {case['name']} | {many:,} | {shared} | {count} | {time:.2f} | {alone / time:.2f} "
                  f"| {'' if many <= 8 else f'{far:.2f} ({alone / far:.2f})'} | {ends[0]:.2f} to {ends[1]:.2f} "
                  f"| {setup['one'] / ends[1]:.2f} to {setup['one'] / ends[0]:.2f} | {slabs} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows-per-rank", type=int, default=measuredPerRank, help="amg/rows per rank of what is foretold (10000)")
    parser.add_argument("--ranks", default="1,2,4,8,64,4096", help="GPUs (1,2,4,8,64,4096)")
    options = parser.parse_args()
    fit = fit_iterations(measuredPerRank)
    foretell([int(word) for word in options.ranks.split(",")], options.rows_per_rank, fit)


if __name__ == "__main__":
    main()
