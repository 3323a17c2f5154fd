#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""What scripts/compare-peers.sh does with results; each is one JSON object on one line.

  results.py line RESULT.json PRESET USER_SECONDS   a result of chronos solve --json as such a line
  results.py failure PEER CONFIGURATION MATRIX WHY  such a line for a run that gave none
  results.py ranking FILE                           a ranking of one system, Markdown: least processor time first
  results.py best FILE                              the first converged configuration of each peer, and those that took
                                                    at most a tenth more
  results.py lost FILE                              the lines of peers of which no configuration converged
  results.py table FILE                             Markdown: medians of each configuration of each system
"""
import json
import statistics
import sys


def read(path):
    with open(path) as lines:
        return [json.loads(line) for line in lines if line.strip()]


def number(value, pattern):
    return "-" if value is None else format(value, pattern)


def ranked(runs):
    # Those that did not converge come last, however fast.
    return sorted(runs, key=lambda run: (not run["converged"], run["user_seconds"] or 0))


def line(path, preset, user_seconds):
    with open(path) as file:
        run = json.load(file)
    total = None if run["solve_seconds"] is None else run["setup_seconds"] + run["solve_seconds"]
    print(json.dumps({
        "peer": "chronos", "configuration": preset, "matrix": run["matrix"], "setup_seconds": run["setup_seconds"],
        "solve_seconds": run["solve_seconds"], "total_seconds": total, "user_seconds": float(user_seconds),
        "iterations": run["iterations"], "relative_residual": run["relative_residual"], "converged": run["converged"],
        "grid_complexity": run.get("grid_complexity"), "operator_complexity": run.get("operator_complexity"),
        "peak_memory_bytes": run.get("peak_memory_bytes"),
    }))


def failure(peer, configuration, matrix, why):
    print(json.dumps({"peer": peer, "configuration": configuration, "matrix": matrix, "setup_seconds": None,
                      "solve_seconds": None, "total_seconds": None, "user_seconds": None, "iterations": None,
                      "relative_residual": None, "converged": False, "message": why}))


def ranking(path):
    print("| configuration | iterations | residual | set-up s | solve s | total s | processor s | grid | operator |")
    print("|---|---|---|---|---|---|---|---|---|")
    for run in ranked(read(path)):
        name = run["configuration"] + ("" if run["converged"] else " (not converged)")
        print(f"| {name} | {number(run['iterations'], 'd')} | {number(run['relative_residual'], '.1e')} "
              f"| {number(run['setup_seconds'], '.3g')} | {number(run['solve_seconds'], '.3g')} "
              f"| {number(run['total_seconds'], '.3g')} | {number(run['user_seconds'], '.3g')} "
              f"| {number(run.get('grid_complexity'), '.2f')} | {number(run.get('operator_complexity'), '.2f')} |")


def best(path):
    least = {}
    for run in ranked(read(path)):
        # The one run that a ranking makes of each scatters.
        if run["converged"] and run["user_seconds"] <= 1.1 * least.setdefault(run["peer"], run["user_seconds"]):
            print(run["configuration"])


def lost(path):
    runs = read(path)
    converged = {run["peer"] for run in runs if run["converged"]}
    for run in runs:
        if run["peer"] not in converged:
            print(json.dumps(run))


def table(path):
    groups = {}
    for run in read(path):
        groups.setdefault((run["matrix"], run["peer"], run["configuration"]), []).append(run)
    print("| system | peer | configuration | runs | iterations | residual | set-up s | solve s | total s | spread of total "
          "| processor s | grid | operator | MB |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for (matrix, peer, configuration), runs in groups.items():
        def median(key, runs=runs):
            values = [run[key] for run in runs if run.get(key) is not None]
            return statistics.median(values) if values else None
        totals = [run["total_seconds"] for run in runs if run["total_seconds"] is not None]
        spread = f"{min(totals):.3g} - {max(totals):.3g}" if totals else "-"
        state = "" if all(run["converged"] for run in runs) else " (not converged)"
        memory = median("peak_memory_bytes")
        print(f"| {matrix.rsplit('/', 1)[-1]} | {peer} | {configuration}{state} | {len(runs)} "
              f"| {number(median('iterations'), '.0f')} | {number(median('relative_residual'), '.1e')} "
              f"| {number(median('setup_seconds'), '.3g')} | {number(median('solve_seconds'), '.3g')} "
              f"| {number(median('total_seconds'), '.3g')} | {spread} | {number(median('user_seconds'), '.3g')} "
              f"| {number(median('grid_complexity'), '.2f')} | {number(median('operator_complexity'), '.2f')} "
              f"| {number(memory and 1e-6 * memory, '.0f')} |")


actions = {"line": (line, 3), "failure": (failure, 4), "ranking": (ranking, 1), "best": (best, 1), "lost": (lost, 1),
           "table": (table, 1)}
if __name__ == "__main__":
    name, arguments = sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2:]
    if name not in actions or len(arguments) != actions[name][1]:
        sys.exit(__doc__)
    actions[name][0](*arguments)
