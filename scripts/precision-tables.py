#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""Markdown tables of what `chronos_benchmark --benchmark_filter=precision/ --benchmark_format=json` wrote.

One table for each system and smoother: a row for each pair (vectors, matrices), and for V, W and the V cycle alone the
relative residual, the iterations and the milliseconds of the solve with how many times faster than double that is.

usage: precision-tables.py FILE.json... > tables.md
"""
import json
import sys

CYCLES = ["V", "W", "alone"]
LETTERS = {"double": "d", "single": "s", "half": "h", "bfloat16": "b"}


def cases_of(paths):
    """{system: {smoother: {pair: {cycle: case}}}}, each in the order in which they ran."""
    tables = {}
    for path in paths:
        with open(path) as file:
            for case in json.load(file)["benchmarks"]:
                _, system, smoother, cycle, pair = case["name"].split("/")[:5]
                tables.setdefault(system, {}).setdefault(smoother, {}).setdefault(pair, {})[cycle] = case
    return tables


def storage_of(case):
    """Storages of the levels, finest first, a letter each; runs of levels alike are said once."""
    if case is None or "error_message" in case:
        return ""
    levels = []
    for text in case.get("label", "").split(" | ")[0].split("; "):
        for word, letter in LETTERS.items():
            text = text.replace(word, letter)
        text = text.replace(" with vectors in s", " v").replace(" / ", "")
        if not levels or levels[-1] != text:
            levels.append(text)
    return ", ".join(levels)


def cells(case, in_double):
    if case is None:
        return ["", "", ""]
    if "error_message" in case:
        return ["", "fails", ""]
    ending = case.get("label", "").split(" | ")[1:]
    if ending and ending[0].startswith("breakdown"):
        return [f"{case['residual']:.0e}", "breaks down", ""]
    text = f"{case['real_time']:.3g}"
    solved = not ending
    if solved and in_double is not None and not in_double.get("label", "").count(" | ") and case is not in_double:
        text += f", {in_double['real_time'] / case['real_time']:.2f} x"
    return [f"{case['residual']:.0e}", f"{case['iterations']:.0f}" if solved else f"> {case['iterations']:.0f}", text]


def table(pairs):
    heading = ["vectors, matrices"]
    for cycle in CYCLES:
        heading += [f"{cycle}: residual", "iterations", "ms"]
    heading += ["MB", "levels"]
    lines = ["| " + " | ".join(heading) + " |", "|" + "---|" * len(heading)]
    reference = pairs.get("DP,DP", {})
    for pair, cases in pairs.items():
        row = ["(" + pair.replace(",", ", ") + ")"]
        for cycle in CYCLES:
            row += cells(cases.get(cycle), reference.get(cycle))
        first = cases.get("V")
        row += [f"{first['MB']:.3g}" if first and "MB" in first else "", storage_of(first)]
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for system, smoothers in cases_of(sys.argv[1:]).items():
        for smoother, pairs in smoothers.items():
            print(f"### {system}, {smoother}\n\n{table(pairs)}\n")


if __name__ == "__main__":
    main()
