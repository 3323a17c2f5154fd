#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""Pages of chronos report: what they show of the runs, and that nothing of it is cut in a browser.

  report_pages_test.py CHRONOS

Ends with 77, which ctest calls skipped, where all but the browser's part was done, because none is installed.
"""
import html
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import browser_check

failures = []


def expect(truth, what):
    if not truth:
        failures.append(what)
        print("FAILED:", what)


def run(*arguments):
    # 3: not converged is a result, too.
    made = subprocess.run(arguments, capture_output=True, text=True, check=False)
    expect(made.returncode in (0, 3), f"{' '.join(arguments)}: {made.stderr}")


def solve(chronos, name, problem, size, *options):
    run(chronos, "solve", "--problem", problem, "--size", str(size), "--quiet", "--json", name + ".json", *options)
    return name + ".json"


def lines(path):
    """Peers with long names on three systems."""
    with open(path, "w") as file:
        for peer, configurations in (("chronos", ["auto"]), ("boomeramg", ["boomeramg-hmis-0.25-sgs-aggressive-nodal-vectors"]),
                                     ("gamg", ["gamg-0.05-chebyshev-squared"]), ("muelu", ["muelu-sa-chebyshev-2-rigid-body"])):
            for system in ("elasticity3d-600x6x6-1-0.45", "norne_flow_2x2x2", "s3rmq4m1"):
                for configuration in configurations:
                    file.write(json.dumps({"peer": peer, "configuration": configuration, "matrix": system, "converged": True,
                                           "setup_seconds": 12.345, "solve_seconds": 123.4, "iterations": 12345,
                                           "relative_residual": 1e-9, "grid_complexity": 1.23, "operator_complexity": 1.456,
                                           "peak_memory_bytes": 1234567890}) + "\n")
    return path


def check_colours(page):
    """Each stage one colour, no colour for two stages."""
    text = Path(page).read_text()
    colours = dict(re.findall(r"\.(part\d+) \{ fill: (#\w+); \}", text))
    for legend in re.findall(r'<p class="legend">.*?</p>', text, re.S):
        parts = re.findall(r'<rect class="(part\d+)"[^>]*/></svg>([^<]*)</span>', legend)
        used = [colours[part] for part, _ in parts]
        expect(len(set(used)) == len(used), f"{page}: one colour for two of {[name for _, name in parts]}")
    return set(re.findall(r'<rect class="part\d+"[^>]*/></svg>([^<]*)</span>', text))


def main(chronos):
    body = ("--contrast", "1e3")
    presets = {preset: solve(chronos, preset.replace(" ", "_"), "elasticity3d", 7, "--preset", preset, *body)
               for preset in ("mechanics", "strong mechanics", "shells", "smoothed aggregation")}
    narrow = solve(chronos, "narrow", "laplace3d7", 12, "--preset", "aggregation", "--set", "amg/precision/matrices=half")
    # As a GPU and another host would have it: the most columns that there are.
    wide = []
    for number, (preset, problem) in enumerate((("adaptive fsai", "elasticity3d"), ("auto", "laplace3d7"), ("flow", "jumps3d"))):
        path = solve(chronos, f"a_long_name_of_a_run_{number}", problem, 8, "--preset", preset)
        result = json.loads(Path(path).read_text())
        result.update(n=123456789 + number, nnz=1234567890, device="NVIDIA H200", execution_space="Cuda", ranks=4 * (number + 1),
                      device_memory_bytes=123456789012, peak_memory_bytes=123456789012, setup_seconds=12.34, solve_seconds=0.01234)
        if number == 1:
            result.update(status="not converged", converged=False, message="not converged: " + "many words " * 20)
        Path(path).write_text(json.dumps(result))
        wide.append(path)
    pages = {"one.html": [presets["mechanics"]], "three.html": wide, "all.html": [*presets.values(), narrow, *wide],
             "solvers.html": [lines("lines.jsonl")]}
    stages = set()
    for page, inputs in pages.items():
        run(chronos, "report", *inputs, "-o", page)
        stages |= check_colours(page)
    expect({"smoother", "test space", "prolongation smoothing", "prolongation filtering", "matching", "galerkin"} <= stages,
           f"stages are missing: {stages}")
    text = Path("all.html").read_text()
    for preset in presets:
        expect(re.search(r"<h2>[^\n]*" + re.escape(html.escape(preset)) + ": amg</span></h2>", text), f"no heading shows '{preset}'")
    solvers = Path("solvers.html").read_text()
    for said in ("1.46", "1.15 GiB"):
        expect(said in solvers, f"solvers.html does not say {said}")
    return pages


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        made = main(program)
        status = browser_check.main(list(made)) if not failures else 1
        # A page in which text is cut must be found.
        if status == 0:
            Path("bad.html").write_text('<div style="width: 50px; overflow: hidden; white-space: nowrap">This text is too long</div>'
                                        '<svg width="90" height="20"><text x="80" y="15">beyond the edge</text></svg>'
                                        '<div style="width: 1500px">wide</div>')
            status = 0 if browser_check.main(["bad.html"]) == 1 else 1
        os.chdir("/")
    sys.exit(1 if failures else status)
