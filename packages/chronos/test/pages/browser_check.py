#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""Opens pages in a headless browser, 1200 and 400 pixels wide, and looks for text that cannot be read.

  browser_check.py PAGE.html...

Findings, each a line: a page wider than the window; text of a drawing beyond its edge, or over other text of it, or with
letters below 9 pixels; text that a box cuts off; at 1200 pixels a box that must be scrolled to be read. Status 1 where there
are any, 77 (which ctest calls skipped) where no Chromium is installed: on Debian, chromium or the smaller
chromium-headless-shell. CHRONOS_BROWSER may name another one.
"""
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

browsers = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
widths = (1200, 400)
skipped = 77
# Frames, because a browser's own window cannot be made as narrow as that.
measuring = r"""
<script>
function findings(frame, width) {
  const page = frame.contentDocument, found = [], say = (what, node) =>
    found.push(width + " px: " + what + ": '" + (node.textContent || "").trim().replace(/\s+/g, " ").slice(0, 60) + "'");
  const root = page.documentElement;
  if (root.scrollWidth > root.clientWidth + 1)
    say("the page is " + root.scrollWidth + " wide", page.querySelector("h1") || page.body);
  page.querySelectorAll("details").forEach(node => node.open = true);
  page.querySelectorAll("svg").forEach(svg => {
    const edge = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].map(node => [node, node.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0);
    texts.forEach(([node, box], i) => {
      if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1)
        say("cut by the edge of its drawing", node);
      if (box.height < 10.5) say("letters of less than 9 pixels", node);
      texts.slice(i + 1).forEach(([other, its]) => {
        const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
        const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
        if (across > 1 && down > 4) say("text over '" + other.textContent.slice(0, 20) + "'", node);
      });
    });
  });
  page.body.querySelectorAll("*").forEach(node => {
    if (node.ownerSVGElement || node.clientWidth === 0 || !(node.textContent || "").trim()) return;
    if (node.scrollWidth <= node.clientWidth + 1) return;
    const overflow = page.defaultView.getComputedStyle(node).overflowX;
    const wider = " by " + (node.scrollWidth - node.clientWidth) + " px";
    if (overflow === "hidden" || overflow === "clip") say("cut" + wider, node);
    else if ((overflow === "auto" || overflow === "scroll") && width >= 1000) say("must be scrolled" + wider, node);
  });
  return found;
}
addEventListener("load", () => {
  const found = [];
  document.querySelectorAll("iframe").forEach(frame => found.push(...findings(frame, frame.clientWidth)));
  document.querySelector("pre").textContent = JSON.stringify(found);
});
</script>
"""


def browser():
    chosen = os.environ.get("CHRONOS_BROWSER")
    names = (chosen,) if chosen else browsers
    return next((path for path in map(shutil.which, names) if path), None)


def check(program, page, folder):
    """Findings of one page."""
    text = Path(page).read_text()
    frames = "".join(f'<iframe style="width: {width}px; height: 900px; border: 0" srcdoc="{html.escape(text)}"></iframe>\n'
                     for width in widths)
    wrapper = Path(folder) / "wrapper.html"
    wrapper.write_text(f'<!DOCTYPE html>\n<html><meta charset="utf-8"><body><pre id="found"></pre>{measuring}{frames}</body></html>')
    run = subprocess.run([program, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1300,1000",
                          f"--user-data-dir={folder}/profile", "--virtual-time-budget=20000", "--dump-dom", wrapper.as_uri()],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=180, check=False)
    result = re.search(r'<pre id="found">(\[.*?\])</pre>', run.stdout, re.S)
    if not result:
        return [f"{program} measured nothing: {run.stderr.strip()[-300:]}"]
    return json.loads(html.unescape(result[1]))


def main(pages):
    if not pages or pages[0].startswith("-"):
        sys.exit(__doc__)
    program = browser()
    if not program:
        print("SKIPPED: no headless browser is installed; on Debian: apt-get install chromium-headless-shell")
        return skipped
    failed = False
    for page in pages:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            found = check(program, page, folder)
        for finding in found:
            print(f"{page}: {finding}")
        failed = failed or bool(found)
    print("Nothing is cut" if not failed else "Text is cut")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
