#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""What the runs of scripts/scaling.sh come to.

  scaling_summary.py FOLDER       plan.tsv, copy.jsonl and runs/*.json of it as one object: medians, efficiencies
  scaling_summary.py --line RUN   one run, in a line

Efficiency of N ranks against the fewest ranks of the series, F: (unknowns a rank and second of N) over (those of F). In a
strong series that is the speed-up over N / F; in a weak one it allows for cubes that have not exactly N / F times the
unknowns. An iteration is the time of the solve over its iterations, with the first residual and the last one.
"""
import json
import statistics
import sys
from pathlib import Path

fields = ("system", "series", "ranks", "run_ranks", "edge", "problem", "options")


def read_plan(path):
    rows = []
    for line in path.read_text().splitlines():
        row = dict(zip(fields, line.split("\t")))
        rows.append({**row, **{key: int(row[key]) for key in ("ranks", "run_ranks", "edge")}})
    return rows


def samples(run, name):
    return run["repeat"][name]["runs"] if "repeat" in run else [run[name]]


def stages(run):
    """Seconds of the stages of the last set-up of a run; what no stage claims is "other"."""
    phases = run["phases"]
    parts = {name.split("/", 1)[1]: seconds for name, seconds in phases.items() if name.startswith("compute/")}
    parts["checks and conversion"] = phases.get("initialize", 0.0)
    parts["other"] = max(0.0, phases.get("compute", 0.0) - sum(s for name, s in phases.items() if name.startswith("compute/")))
    return parts


def spread(values):
    return {"median": statistics.median(values), "least": min(values), "greatest": max(values), "samples": len(values)}


def point(row, runs):
    """Medians over all runs of one number of ranks and one size."""
    first = runs[0]
    result = {"ranks": row["ranks"], "run_ranks": row["run_ranks"], "edge": row["edge"], "rows": first["n"],
              "entries": first["nnz"], "runs": len(runs), "preconditioner": first["preconditioner"],
              "converged": all(run["converged"] for run in runs), "iterations": first["iterations"],
              "levels": len(first["levels"]), "operator_complexity": first["operator_complexity"],
              "peak_memory_bytes": max(run["peak_memory_bytes"] for run in runs),
              "device_memory_bytes": max((run["device_memory_bytes"] or 0 for run in runs)) or None}
    # A choice of its own may have taken several methods: iterations of all of them.
    iterations = sum(stage["iterations"] for stage in first["stages"]) or first["iterations"]
    result["setup_seconds"] = spread([s for run in runs for s in samples(run, "setup_seconds")])
    result["solve_seconds"] = spread([s for run in runs for s in samples(run, "solve_seconds")])
    result["iteration_ms"] = spread([1e3 * s / max(1, iterations) for run in runs for s in samples(run, "solve_seconds")])
    names = list(dict.fromkeys(name for run in runs for name in stages(run)))
    result["stages"] = {name: statistics.median(stages(run).get(name, 0.0) for run in runs) for name in names}
    return result


def efficiency(base, other, base_seconds, seconds):
    """None where a time is not known or is too short to say anything."""
    if not base_seconds or not seconds or base_seconds < 1e-6 or seconds < 1e-6:
        return None
    return (other["rows"] / other["ranks"] / seconds) / (base["rows"] / base["ranks"] / base_seconds)


def complete(points):
    """Adds efficiencies to the points of a series; the first one has the fewest ranks."""
    base = points[0]
    for other in points:
        found = {name: efficiency(base, other, base[name]["median"], other[name]["median"])
                 for name in ("iteration_ms", "setup_seconds", "solve_seconds")}
        found["stages"] = {name: efficiency(base, other, base["stages"].get(name), seconds)
                           for name, seconds in other["stages"].items()}
        other["efficiency"] = found


def allowed(strong, law):
    """Speed-up of an iteration over what one rank's own times at the sizes of a rank would allow."""
    alone = {point["ranks"]: point for point in law}
    base = strong[0]
    for point in strong:
        if point["ranks"] in alone and base["ranks"] in alone:
            gain = base["iteration_ms"]["median"] / point["iteration_ms"]["median"]
            limit = alone[base["ranks"]]["iteration_ms"]["median"] / alone[point["ranks"]]["iteration_ms"]["median"]
            point["law_of_sizes"] = {"allowed": limit, "reached": gain / limit}


def summary(folder):
    rows, systems, failures, kept = read_plan(folder / "plan.tsv"), {}, [], []
    for row in rows:
        stem = f"{row['system']}.{row['edge']}.{row['run_ranks']}."
        runs = [json.loads(path.read_text()) for path in sorted((folder / "runs").glob(stem + "*.json"))]
        for path in sorted((folder / "runs").glob(stem + "*.txt")):
            failure = {"system": row["system"], "ranks": row["run_ranks"], "edge": row["edge"], "message": path.read_text().strip()}
            if failure not in failures:
                failures.append(failure)
        if not runs:
            continue
        kept += runs
        system = systems.setdefault(row["system"], {"name": row["system"], "problem": row["problem"],
                                                    "options": row["options"].replace("_", " "), "series": {}})
        system["series"].setdefault(row["series"], []).append(point(row, runs))
    if not kept:
        sys.exit(f"No run in {folder}/runs came to an end: " + "; ".join(failure["message"] for failure in failures))
    for system in systems.values():
        for kind, points in system["series"].items():
            if kind != "law":
                complete(points)
        if "strong" in system["series"] and "law" in system["series"]:
            allowed(system["series"]["strong"], system["series"]["law"])
    copy = folder / "copy.jsonl"
    last = max(kept, key=lambda run: run["ranks"])
    return {"kind": "chronos scaling", "date": max(run["date"] for run in kept), "device": last["device"],
            "execution_space": last["execution_space"], "versions": last["versions"], "transport": last["transport"],
            "command": (folder / "command.txt").read_text().strip() if (folder / "command.txt").exists() else "",
            "copy": [json.loads(line) for line in copy.read_text().splitlines()] if copy.exists() else [],
            "systems": list(systems.values()), "failures": failures}


def line(path):
    run = json.loads(path.read_text())
    system, edge, ranks, number = path.stem.split(".")
    solve = run["solve_seconds"] or 0
    print(f"{system:16} edge {edge:>4}  {ranks:>3} ranks  run {number}  {run['status']}, {run['iterations']} iterations, "
          f"set-up {run['setup_seconds'] or 0:.3f} s, {1e3 * solve / max(1, run['iterations'] or 0):.3f} ms an iteration")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--line":
        line(Path(sys.argv[2]))
    elif len(sys.argv) == 2 and not sys.argv[1].startswith("-"):
        json.dump(summary(Path(sys.argv[1])), sys.stdout, indent=1)
        print()
    else:
        sys.exit(__doc__)
