#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the commands of the guide and compares what comes out with what the pages say.

  scripts/guide-commands.py [--all] [--command FOLDER] [--prefix FOLDER] [--work FOLDER] [PAGE...]

--all      also what takes minutes; without it those blocks are counted and left out
--command  folder of the program chronos (build/quickstart/packages/chronos/tools/command)
--prefix   an installed Chronos, for the blocks that compile against one: CMAKE_PREFIX_PATH for them
PAGE       Markdown files; README.md, docs/guide/*.md and python/README.md when none is named

A comment in front of a fenced block says what becomes of it:

  <!-- run -->              its commands are run, one after the other, in a folder of the page
  <!-- run: slow -->        the same with --all only
  <!-- run: slow in root --> in the folder of the repository
  <!-- file: NAME -->       its text is written to NAME in the folder of the page
  <!-- shown: REASON -->    not run

Every block of language bash or console needs one of them. In a console block lines that begin with "$ " are commands, the
others what they print; "..." stands for any number of lines. Seconds, memory, percentages and numbers like 1.2e-9 match any
other of their kind, blank lines and spacing do not count, all else must be equal. A command must end with status 0, unless
"$ echo $?" comes next.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent
fence = re.compile(r"^```\s*(\S*)\s*$")
marker = re.compile(r"^<!-- (run|file|shown)(?:: (.*?))? -->$")
volatile = [(r"\d[\d.,]* s\b", "SECONDS"), (r"\d[\d.,]* (B|KiB|MiB|GiB)\b", "MEMORY"), (r"\d+ %", "SHARE"),
            (r"\d(\.\d+)?e[+-]?\d+", "NUMBER"), (r"\s+", " ")]


class Failure(Exception):
    pass


def blocks(page):
    """Fenced blocks of a page: line number, language, kind and detail of the marker before it, lines."""
    mark, inside, found = None, None, []
    for number, line in enumerate(page.read_text().splitlines(), 1):
        opening = fence.match(line)
        if inside is not None:
            if line.strip() == "```":
                found.append((*inside, body))
                inside, mark = None, None
            else:
                body.append(line)
        elif opening:
            if opening[1] in ("bash", "console") and mark is None:
                raise Failure(f"{page}:{number}: a block of commands that does not say whether it is run")
            inside, body = (number, opening[1], *(mark or ("", ""))), []
        elif line.strip():
            said = marker.match(line.strip())
            if line.startswith("<!-- run") and not said:
                raise Failure(f"{page}:{number}: the comment is not understood: {line}")
            mark = (said[1], said[2] or "") if said else None
    return found


def commands(language, lines):
    """Pairs of a command, which may go on over lines, and the lines that it is to print (None: not said)."""
    pairs = []
    for line in lines:
        goes_on = pairs and pairs[-1][0].endswith("\\")
        if language == "bash":
            if goes_on:
                pairs[-1][0] += "\n" + line
            elif line.strip() and not line.startswith("#"):
                pairs.append([line, None])
        elif line.startswith("$ "):
            pairs.append([line[2:], []])
        elif goes_on and not pairs[-1][1]:
            pairs[-1][0] += "\n" + line.removeprefix("> ")
        elif pairs:
            pairs[-1][1].append(line)
    return pairs


def normal(line):
    for pattern, name in volatile:
        line = re.sub(pattern, name, line)
    return line.strip()


def compare(expected, printed):
    """What is missing of the expected lines; empty when they are there."""
    wanted = [normal(line) for line in expected if line.strip()]
    there = [normal(line) for line in printed if line.strip()]
    at, free = 0, False
    for line in wanted:
        if line == "...":
            free = True
            continue
        end = len(there) if free else min(at + 1, len(there))
        hits = [i for i in range(at, end) if there[i] == line]
        if not hits:
            return line
        at, free = hits[0] + 1, False
    return "" if free or at == len(there) else f"nothing more; but it goes on with: {there[at]}"


def run(pairs, folder, environment):
    script = "".join(f"{command}\n__status=$?; printf '\\n@@%d@@\\n' $__status; (exit $__status)\n" for command, _ in pairs)
    ended = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    parts = re.split(r"\n@@(\d+)@@\n", ended.stdout)
    if len(parts) < 2 * len(pairs):
        raise Failure(f"the shell ended early:\n{ended.stdout}")
    for i, (command, expected) in enumerate(pairs):
        printed, status = parts[2 * i], int(parts[2 * i + 1])
        asked = i + 1 < len(pairs) and pairs[i + 1][0].strip() == "echo $?"
        if status and not asked:
            raise Failure(f"$ {command}\nends with status {status}:\n{printed}")
        missing = compare(expected, printed.splitlines()) if expected else ""
        if missing:
            raise Failure(f"$ {command}\ndoes not print\n  {missing}\nbut\n{printed}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--command", default=root / "build/quickstart/packages/chronos/tools/command", type=Path)
    parser.add_argument("--prefix", type=Path)
    parser.add_argument("--work", type=Path)
    parser.add_argument("pages", nargs="*", type=Path)
    given = parser.parse_args()
    pages = given.pages or [root / "README.md", *sorted((root / "docs/guide").glob("*.md")), root / "python/README.md"]
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1",
                       PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe", OMP_PROC_BIND="false",
                       PATH=f"{given.command.resolve()}:{os.environ['PATH']}")
    if given.prefix:
        environment["CMAKE_PREFIX_PATH"] = str(given.prefix.resolve())
    given.work = given.work or Path(tempfile.mkdtemp(prefix="guide"))
    counts = {"run": 0, "left out": 0, "shown": 0}
    failures = 0
    for page in pages:
        folder = given.work / page.stem
        folder.mkdir(parents=True, exist_ok=True)
        try:
            for number, language, kind, detail, lines in blocks(page):
                if kind == "file":
                    (folder / detail).parent.mkdir(parents=True, exist_ok=True)
                    (folder / detail).write_text("\n".join(lines) + "\n")
                elif kind == "shown":
                    counts["shown"] += 1
                elif kind == "run" and "slow" in detail and not given.all:
                    counts["left out"] += 1
                elif kind == "run":
                    try:
                        run(commands(language, lines), root if "in root" in detail else folder, environment)
                    except Failure as failure:
                        raise Failure(f"{page}:{number}: {failure}") from None
                    counts["run"] += 1
        except Failure as failure:
            print(failure, file=sys.stderr)
            failures += 1
    print(f"{counts['run']} blocks of commands ran, {counts['left out']} that take minutes were left out (--all), "
          f"{counts['shown']} are shown only; {failures} pages failed")
    return 1 if failures or counts["run"] == 0 else 0


sys.exit(main())
