#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""A page of what scripts/scaling.sh has measured: one file, nothing is fetched.

  scaling_page.py SUMMARY.json PAGE.html
"""
import html
import json
import math
import sys
from pathlib import Path

style = """
:root { color-scheme: light dark; --ground: #ffffff; --card: #f6f7f9; --ink: #1a1d21; --soft: #5b6470; --rule: #d9dde3;
  --bad: #b3261e; --c0: #1f5fd0; --c1: #d1490c; --c2: #0a7d55; --c3: #8a35c8; --c4: #a87000; --c5: #0884a0; --c6: #c2185b;
  --c7: #555f6b; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171b; --card: #1d2126; --ink: #e7eaee; --soft: #9aa4b0;
  --rule: #363c45; --bad: #ff8a80; --c0: #7aa9ff; --c1: #ff9a66; --c2: #58cf9f; --c3: #c99aff; --c4: #e6bd5a;
  --c5: #5fd0e6; --c6: #ff86b3; --c7: #b4bdc8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1280px; padding: 1.5em 1em 4em; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6em; margin: 0 0 0.2em; line-height: 1.25; }
h2 { font-size: 1.2em; margin: 2em 0 0.5em; padding-bottom: 0.25em; border-bottom: 1px solid var(--rule);
  overflow-wrap: anywhere; }
h3 { font-size: 1em; margin: 1.4em 0 0.5em; }
p { margin: 0.4em 0; } .soft { color: var(--soft); overflow-wrap: anywhere; } .bad { color: var(--bad); font-weight: 600; }
pre { margin: 0.4em 0; padding: 0.7em 0.9em; background: var(--card); border: 1px solid var(--rule); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85em; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 0.9em; }
th, td { padding: 0.35em 0.6em; border-bottom: 1px solid var(--rule); text-align: right; vertical-align: bottom; }
td { font-variant-numeric: tabular-nums; white-space: nowrap; } th { color: var(--soft); font-weight: 600; }
th.text, td.text { text-align: left; } td small { color: var(--soft); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr)); gap: 1em; margin: 0.8em 0; }
figure { margin: 0; padding: 0.7em 0.7em 0.4em; background: var(--card); border: 1px solid var(--rule); border-radius: 8px; }
figcaption { font-weight: 600; font-size: 0.92em; }
.legend { display: flex; flex-wrap: wrap; gap: 0.1em 1.1em; font-size: 0.86em; margin: 0.2em 0 0.5em; }
.legend span { white-space: nowrap; } .legend svg { width: 26px; height: 12px; vertical-align: -1px; margin-right: 0.3em; }
svg.chart { display: block; width: 100%; height: auto; max-width: 560px; }
svg text { fill: var(--soft); font-size: 13px; } .middle { text-anchor: middle; } .end { text-anchor: end; }
.grid { stroke: var(--rule); stroke-width: 1; } .axis { stroke: var(--soft); stroke-width: 1; }
.ideal { stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 5 4; fill: none; }
.curve { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
.dashed .curve { stroke-dasharray: 6 4; } .dot { fill: currentColor; }
.c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); } .c3 { color: var(--c3); }
.c4 { color: var(--c4); } .c5 { color: var(--c5); } .c6 { color: var(--c6); } .c7 { color: var(--c7); }
@media print { .charts { grid-template-columns: 1fr 1fr 1fr; } figure, tr { break-inside: avoid; } .wide { overflow: visible; } }
"""
width, height = 380, 250
left, right, top, bottom = 44, 366, 12, 206
numColours, leastShare = 8, 0.02


def text(value):
    return html.escape(str(value))


def number(value, digits=3):
    """So many significant digits, thousands set apart."""
    if value is None:
        return "\u2013"
    if value == 0:
        return "0"
    places = digits - 1 - math.floor(math.log10(abs(value)))
    return f"{value:,.{max(0, places)}f}"


def memory(value):
    if value is None:
        return "\u2013"
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1000:
            return f"{number(value)} {unit}"
        value /= 1024
    return f"{number(value)} TiB"


def kind(index):
    return f"c{index % numColours}" + (" dashed" if index % (2 * numColours) >= numColours else "")


def ticks(end):
    """From 0, at most eight, at 1, 2 or 5 times a power of ten."""
    step = 10.0 ** math.floor(math.log10(end))
    for factor in (0.1, 0.2, 0.5, 1, 2):
        if end / (step * factor) <= 7:
            step *= factor
            break
    return [step * i for i in range(int(end / step + 1e-9) + 1)]


def legend(names, ideal):
    line = '<svg viewBox="0 0 26 12" aria-hidden="true"><line class="{0}" x1="0" y1="6" x2="26" y2="6"/>{1}</svg>'
    spans = [f'<span class="{kind(i)}">' + line.format("curve", '<circle class="dot" cx="13" cy="6" r="3.5"/>') +
             f'<span style="color: var(--ink)">{text(name)}</span></span>' for i, name in enumerate(names)]
    return '<p class="legend">' + "\n".join(spans) + f'\n<span>{line.format("ideal", "")}{text(ideal)}</span></p>\n'


def chart(caption, curves, ideal, unit, from_zero=True):
    """Curves over ranks: a list of (name, {ranks: value}); ideal: {ranks: value}. An empty text where there is nothing."""
    curves = [(name, {rank: value for rank, value in points.items() if value is not None}) for name, points in curves]
    curves = [(name, points) for name, points in curves if points]
    ranks = sorted({rank for _, points in curves for rank in points})
    if len(ranks) < 2:
        return ""
    end = 1.08 * max([value for _, points in curves for value in points.values()] + list(ideal.values()))
    span = math.log(ranks[-1] / ranks[0])

    def x(rank):
        return left + 10 + (right - left - 20) * math.log(rank / ranks[0]) / span

    def y(value):
        return bottom - (bottom - top) * value / end

    svg = ""
    for tick in ticks(end):
        svg += f'<line class="grid" x1="{left}" y1="{y(tick):.1f}" x2="{right}" y2="{y(tick):.1f}"/>'
        svg += f'<text class="end" x="{left - 6}" y="{y(tick) + 4:.1f}">{tick:.6g}</text>\n'
    shown = -math.inf
    for rank in ranks:
        svg += f'<line class="grid" x1="{x(rank):.1f}" y1="{top}" x2="{x(rank):.1f}" y2="{bottom + 4}"/>'
        if x(rank) - shown > 9 * len(str(rank)) + 8:
            svg += f'<text class="middle" x="{x(rank):.1f}" y="{bottom + 18}">{rank}</text>\n'
            shown = x(rank)
    svg += f'<line class="axis" x1="{left}" y1="{bottom}" x2="{right}" y2="{bottom}"/>'
    svg += f'<text class="middle" x="{(left + right) / 2}" y="{height - 6}">ranks</text>\n'

    def path(points):
        return "M" + "L".join(f"{x(rank):.1f} {y(value):.1f}" for rank, value in sorted(points.items()))

    svg += f'<path class="ideal" d="{path({rank: ideal[rank] for rank in ranks if rank in ideal})}"/>\n'
    for i, (name, points) in enumerate(curves):
        dots = "".join(f'<circle class="dot" cx="{x(rank):.1f}" cy="{y(value):.1f}" r="3.5"><title>{text(name)}, {rank} ranks: '
                       f'{number(value)} {text(unit)}</title></circle>' for rank, value in sorted(points.items()))
        svg += f'<g class="{kind(i)}"><path class="curve" d="{path(points)}"/>{dots}</g>\n'
    return (f"<figure><figcaption>{text(caption)}</figcaption>\n" + legend([name for name, _ in curves], "ideal") +
            f'<svg class="chart" role="img" viewBox="0 0 {width} {height}" aria-label="{text(caption)}">\n{svg}</svg></figure>\n')


def stage_names(points):
    """Stages that take a share of some set-up worth to be drawn, greatest first."""
    share = {}
    for point in points:
        whole = sum(point["stages"].values()) or 1
        for name, seconds in point["stages"].items():
            share[name] = max(share.get(name, 0), seconds / whole)
    return [name for name in sorted(share, key=lambda name: -share[name]) if share[name] >= leastShare]


def charts(series, points):
    base = points[0]
    names = stage_names(points)
    ones = {point["ranks"]: 1.0 for point in points}

    def over(what):
        return {point["ranks"]: what(point) for point in points}

    def efficiency(name):
        return over(lambda point: point["efficiency"][name])

    result = chart("Efficiency", [("an iteration", efficiency("iteration_ms")), ("set-up", efficiency("setup_seconds")),
                                  ("solve", efficiency("solve_seconds"))], ones, "")
    result += chart("Efficiency of set-up stages",
                    [(name, over(lambda point, name=name: point["efficiency"]["stages"].get(name))) for name in names], ones, "")
    perfect = {point["ranks"]: base["iteration_ms"]["median"] * (base["ranks"] / point["ranks"] if series == "strong" else 1)
               for point in points}
    result += chart("Milliseconds an iteration", [("measured", over(lambda point: point["iteration_ms"]["median"]))], perfect, "ms")
    return f'<div class="charts">{result}</div>\n' if result else ""


def row(cells, tag="td"):
    return "<tr>" + "".join(f'<{tag}{" class=text" if is_text else ""}>{cell}</{tag}>' for cell, is_text in cells) + "</tr>\n"


def timed(spread, share):
    scatter = "" if spread["samples"] < 2 else f'{number(spread["least"])} to {number(spread["greatest"])} in {spread["samples"]} runs'
    return f'<span title="{scatter}">{number(spread["median"])}</span> <small>({"–" if share is None else f"{share:.2f}"})</small>'


def table(points):
    has_law = any("law_of_sizes" in point for point in points)
    titles = ["ranks", "edge", "unknowns", "levels", "iterations", "ms an iteration", "set-up [s]", "solve [s]", "memory"]
    if has_law:
        titles += ["speed-up", "of one rank's law"]
    lines = ""
    for point in points:
        share = point["efficiency"]
        cells = [point["ranks"], point["edge"], f'{point["rows"]:,}', point["levels"] or "\u2013",
                 f'{point["iterations"]:,}' + ("" if point["converged"] else ' <span class="bad">not converged</span>'),
                 timed(point["iteration_ms"], share["iteration_ms"]), timed(point["setup_seconds"], share["setup_seconds"]),
                 timed(point["solve_seconds"], share["solve_seconds"]),
                 memory(point["device_memory_bytes"] or point["peak_memory_bytes"])]
        if has_law:
            law = point.get("law_of_sizes")
            cells += [number(points[0]["iteration_ms"]["median"] / point["iteration_ms"]["median"]),
                      f'{law["reached"]:.2f} <small>of {number(law["allowed"])}</small>' if law else "\u2013"]
        lines += row([(cell, False) for cell in cells])
    return ('<div class="wide"><table><thead>' + row([(title, False) for title in titles], "th") + "</thead><tbody>\n" + lines +
            "</tbody></table></div>\n")


def section(system):
    parts = f'<section><h2>{text(system["name"])}</h2>\n<p class="soft">{text(system["problem"])} {text(system["options"])}</p>\n'
    for series in ("weak", "strong"):
        points = system["series"].get(series)
        if points:
            parts += f"<h3>{series.capitalize()}</h3>\n" + table(points) + charts(series, points)
    return parts + "</section>\n"


def overview(systems):
    lines = ""
    for system in systems:
        for series in ("weak", "strong"):
            points = system["series"].get(series, [])
            if len(points) < 2:
                continue
            first, last = points[0], points[-1]
            share = last["efficiency"]
            cells = [(text(system["name"]), True), (series, True), (f'{first["ranks"]} to {last["ranks"]}', False)]
            cells += [("\u2013" if share[name] is None else f"{share[name]:.2f}", False)
                      for name in ("iteration_ms", "setup_seconds", "solve_seconds")]
            cells += [(f'{first["iterations"]:,}, {last["iterations"]:,}', False)]
            lines += row(cells)
    if not lines:
        return "<p>No series has two numbers of ranks.</p>\n"
    titles = [("system", True), ("series", True), ("ranks", False), ("iteration", False), ("set-up", False), ("solve", False),
              ("iterations", False)]
    return '<div class="wide"><table><thead>' + row(titles, "th") + "</thead><tbody>\n" + lines + "</tbody></table></div>\n"


def copy_line(copies):
    if len(copies) < 2:
        return ""
    first, last = copies[0], copies[-1]
    share = last["gigabytes_per_second"] / last["ranks"] / (first["gigabytes_per_second"] / first["ranks"])
    found = ", ".join(f'{number(copy["gigabytes_per_second"])} GB/s with {copy["ranks"]}' for copy in copies)
    return f"<p>Copy bandwidth of the host by processes, memcpy: {found}; efficiency {share:.2f}.</p>\n"


def page(summary):
    place = "GPUs" if summary["execution_space"] == "Cuda" else "ranks of the host"
    title = f"Chronos: weak and strong scaling, {place}"
    versions = ", ".join(f"{name} {version}" for name, version in summary["versions"].items())
    facts = [summary["device"], summary["execution_space"], summary["transport"], versions, summary["date"].replace("T", " ")[:16] + " UTC"]
    body = f'<header><h1>{text(title)}</h1>\n<p class="soft">{text("; ".join(fact for fact in facts if fact))}</p>\n'
    if summary["command"]:
        body += f'<pre>{text(summary["command"])}</pre>\n'
    body += "</header>\n"
    for failure in summary["failures"]:
        body += (f'<p class="bad">{text(failure["system"])}, edge {failure["edge"]}, {failure["ranks"]} ranks: '
                 f'{text(failure["message"])}</p>\n')
    body += "<section><h2>Efficiencies</h2>\n" + overview(summary["systems"]) + copy_line(summary["copy"])
    body += ('<p class="soft">Unknowns a rank and second, over those of the fewest ranks; in brackets below. Medians; a pause over '
             "a number shows the least and the greatest. Law: a strong series beside one rank alone that has the share of one of "
             "many.</p></section>\n")
    body += "".join(section(system) for system in summary["systems"])
    return ('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{text(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n")


def main(arguments):
    if len(arguments) != 2 or arguments[0].startswith("-"):
        sys.exit(__doc__)
    try:
        summary = json.loads(Path(arguments[0]).read_text())
    except (OSError, ValueError) as error:
        sys.exit(f"{arguments[0]} cannot be read: {error}")
    if not isinstance(summary, dict) or summary.get("kind") != "chronos scaling":
        sys.exit(f"{arguments[0]} is no summary of scripts/scaling.sh")
    Path(arguments[1]).write_text(page(summary))


if __name__ == "__main__":
    main(sys.argv[1:])
