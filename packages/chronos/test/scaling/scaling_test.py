#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of scripts/scaling*.

  scaling_test.py SCRIPTS CHRONOS MPIEXEC
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "pages"))
import browser_check  # noqa: E402  (lies in another folder)

scripts = chronos = mpiexec = None


def run(ranks, rows, setup, solve, stages, iterations=10):
    """As chronos solve --json writes it, as far as the summary looks."""
    return {"date": "2026-11-01T10:00:00Z", "device": "a device", "execution_space": "Cuda", "versions": {"chronos": "1"},
            "transport": "peer" if ranks > 1 else "", "n": rows, "nnz": 7 * rows, "ranks": ranks, "preconditioner": "amg",
            "converged": True, "iterations": iterations, "levels": [{}, {}], "operator_complexity": 1.5,
            "stages": [{"iterations": iterations}], "peak_memory_bytes": 1 << 20, "device_memory_bytes": 1 << 30,
            "setup_seconds": setup[0], "solve_seconds": solve[0],
            "repeat": {"setup_seconds": {"runs": setup}, "solve_seconds": {"runs": solve}},
            "phases": {"initialize": 0.01, "compute": sum(stages.values()) + 0.02,
                       **{"compute/" + name: seconds for name, seconds in stages.items()}}}


class Folder:
    """What scripts/scaling.sh leaves, made up: halves of what would be perfect."""

    def __init__(self, path):
        self.path = Path(path)
        (self.path / "runs").mkdir()
        rows = [("flow", "weak", 1, 1, 10), ("flow", "weak", 2, 2, 13), ("flow", "weak", 4, 4, 16),
                ("flow", "strong", 1, 1, 10), ("flow", "strong", 2, 2, 10), ("flow", "law", 1, 1, 10), ("flow", "law", 2, 1, 8)]
        self.write("plan.tsv", "".join("\t".join(map(str, row)) + "\tlaplace3d7\t--preset <flow>\n" for row in rows))
        self.keep("flow.10.1.1", run(1, 1000, [1.0, 3.0], [0.1], {"galerkin": 0.5, "smoother": 0.25}))
        self.keep("flow.10.1.2", run(1, 1000, [2.0], [0.1], {"galerkin": 0.5, "smoother": 0.25}))
        self.keep("flow.13.2.1", run(2, 2000, [4.0], [0.4], {"galerkin": 1.0, "smoother": 0.25}, 20))
        self.keep("flow.16.4.1", run(4, 4400, [4.4], [0.2], {"galerkin": 2.2, "smoother": 0.25}))
        self.keep("flow.10.2.1", run(2, 1000, [2.0], [0.08], {"galerkin": 0.5}))
        self.keep("flow.8.1.1", run(1, 500, [1.0], [0.05], {"galerkin": 0.3}))

    def write(self, name, text):
        (self.path / name).write_text(text)

    def keep(self, name, result):
        self.write(f"runs/{name}.json", json.dumps(result))

    def script(self, name, *arguments):
        return subprocess.run([sys.executable, str(scripts / name), *map(str, arguments)], capture_output=True, text=True, check=False)

    def summary(self):
        made = self.script("scaling_summary.py", self.path)
        if made.returncode:
            raise AssertionError(made.stderr)
        self.write("summary.json", made.stdout)
        return json.loads(made.stdout)


class ScalingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Folder(folder.name)

    def test_efficiencies_are_throughputs_of_a_rank(self):
        series = self.folder.summary()["systems"][0]["series"]
        one, two, four = series["weak"]
        self.assertEqual(one["setup_seconds"], {"median": 2.0, "least": 1.0, "greatest": 3.0, "samples": 3})
        self.assertAlmostEqual(one["iteration_ms"]["median"], 10.0)
        self.assertAlmostEqual(two["iteration_ms"]["median"], 20.0)
        self.assertAlmostEqual(two["efficiency"]["setup_seconds"], 0.5)
        self.assertAlmostEqual(two["efficiency"]["iteration_ms"], 0.5)
        self.assertAlmostEqual(two["efficiency"]["solve_seconds"], 0.25)
        self.assertAlmostEqual(two["efficiency"]["stages"]["galerkin"], 0.5)
        self.assertAlmostEqual(two["efficiency"]["stages"]["smoother"], 1.0)
        self.assertAlmostEqual(four["efficiency"]["setup_seconds"], 0.5)  # 1100 rows a rank in 4.4 s
        self.assertAlmostEqual(four["stages"]["other"], 0.02)
        strong = series["strong"][1]
        self.assertAlmostEqual(strong["efficiency"]["setup_seconds"], 0.5)
        self.assertAlmostEqual(strong["law_of_sizes"]["allowed"], 2.0)
        self.assertAlmostEqual(strong["law_of_sizes"]["reached"], 0.625)

    def test_page_is_whole_and_fetches_nothing(self):
        self.folder.write("copy.jsonl", '{"ranks": 1, "gigabytes_per_second": 10.0}\n{"ranks": 2, "gigabytes_per_second": 16.0}\n')
        self.folder.write("runs/flow.16.4.2.txt", "no <result>")
        self.folder.summary()
        page = self.folder.path / "page.html"
        made = self.folder.script("scaling_page.py", self.folder.path / "summary.json", page)
        self.assertEqual(made.returncode, 0, made.stderr)
        text = page.read_text()
        self.assertNotRegex(text, r"(src|href)=|url\(|@import")
        for said in ("(0.50)", "efficiency 0.80", "--preset &lt;flow&gt;", "no &lt;result&gt;", "1 to 4"):
            self.assertIn(said, text)
        drawings = re.findall(r"<svg class=\"chart\".*?</svg>", text, re.S)
        self.assertEqual(len(drawings), 6)
        for drawing in drawings:
            root = xml.fromstring(drawing)
            width, height = map(float, root.get("viewBox").split()[2:])
            for label in root.iter("text"):
                # A letter takes at most 0.65 of its 13 units.
                length = 0.65 * 13 * len(label.text)
                start = float(label.get("x")) - {"end": 1, "middle": 0.5}.get(label.get("class"), 0) * length
                self.assertTrue(0 <= start and start + length <= width and 0 < float(label.get("y")) < height, label.text)
            for path in root.iter("path"):
                for x, y in re.findall(r"[ML]([\d.-]+) ([\d.-]+)", path.get("d")):
                    self.assertTrue(0 <= float(x) <= width and 0 <= float(y) <= height)
        if browser_check.browser():
            self.assertEqual(browser_check.main([str(page)]), 0)
        # Three ranks, two stages and what is left: a curve each, with a dot for each number of ranks.
        self.assertEqual(drawings[1].count('class="curve"'), 3)
        self.assertEqual(drawings[0].count("<circle"), 9)

    def test_what_is_no_summary_is_refused(self):
        self.folder.write("other.json", "[]")
        self.assertIn("no summary", self.folder.script("scaling_page.py", self.folder.path / "other.json", "x").stderr)
        self.assertIn("cannot be read", self.folder.script("scaling_page.py", self.folder.path / "nothing.json", "x").stderr)
        for path in (self.folder.path / "runs").iterdir():
            path.unlink()
        self.assertIn("No run", self.folder.script("scaling_summary.py", self.folder.path).stderr)

    def test_script_from_end_to_end(self):
        output = self.folder.path / "series"
        command = ["bash", str(scripts / "scaling.sh"), "--mpirun", mpiexec, "--chronos", chronos, "--systems", "flow", "--scale",
                   "0.02", "--series", "weak", "--runs", "1", "--share", "--output", str(output)]
        made = subprocess.run(command, capture_output=True, text=True, check=False, timeout=500)
        self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        weak = json.loads((output / "summary.json").read_text())["systems"][0]["series"]["weak"]
        self.assertEqual([(point["ranks"], point["rows"]) for point in weak], [(1, 216), (2, 512)])
        self.assertTrue((output / "page.html").read_text().endswith("</html>\n"))
        # Nothing is left to do, and another plan has no place there.
        again = subprocess.run(command, capture_output=True, text=True, check=False, timeout=500)
        self.assertNotIn("iterations, set-up", again.stdout)
        other = subprocess.run([*command, "--scale", "0.03"], capture_output=True, text=True, check=False)
        self.assertIn("another plan", other.stderr)

    def test_ranks_that_would_share_a_gpu_are_refused(self):
        programs = self.folder.path / "programs"
        programs.mkdir()
        for name, text in (("chronos", "echo 'execution space   Cuda'"), ("nvidia-smi", "echo 'GPU 0: one'"),
                           ("mpirun", "for ((i = 0; i < $2; ++i)); do echo host; done")):
            (programs / name).write_text(f"#!/bin/bash\n{text}\n")
            (programs / name).chmod(0o755)
        made = subprocess.run(["bash", str(scripts / "scaling.sh"), "--chronos", str(programs / "chronos"), "--ranks", "1,2",
                               "--output", str(self.folder.path / "never")], capture_output=True, text=True, check=False,
                              env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "CUDA_VISIBLE_DEVICES": ""})
        self.assertEqual(made.returncode, 2)
        self.assertIn("2 ranks a host and 1 GPUs", made.stderr)
        self.assertIn("--share", made.stderr)

    def test_errors_name_a_remedy(self):
        many = os.cpu_count() + 1
        for arguments, said in ((["--chronos", "/nowhere/chronos"], "scripts/quickstart.sh"),
                                (["--chronos", chronos, "--mpirun", "no-launcher"], "--mpirun TEXT"),
                                (["--chronos", chronos, "--mpirun", mpiexec, "--ranks", f"1,{many}"], f"{many} ranks a host"),
                                (["--ranks", "2,1"], "increasing"), (["--systems", "flaw"], "--list"), (["--runs", "0"], "count"),
                                (["--edge", "flow"], "NAME=N"), (["--scale", "-1"], "number"), (["--wrong", "1"], "--help")):
            made = subprocess.run(["bash", str(scripts / "scaling.sh"), "--output", str(self.folder.path / "never"), *arguments],
                                  capture_output=True, text=True, check=False, timeout=100)
            self.assertEqual(made.returncode, 2, arguments)
            self.assertIn(said, made.stderr)
        self.assertFalse((self.folder.path / "never").exists())


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    scripts, chronos, mpiexec = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    unittest.main(argv=sys.argv[:1], verbosity=2)
