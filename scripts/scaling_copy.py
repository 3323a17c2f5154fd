#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""Copy bandwidth of the host, for scripts/scaling.sh.

  scaling_copy.py START      copies 128 MiB again and again by memcpy, from START (seconds of the clock) for two seconds,
                             and prints the GB/s of that time, bytes read and bytes written counted
  scaling_copy.py --sum N    reads what N of them have printed; prints one line of JSON
"""
import json
import re
import sys
import time

size, seconds = 128 << 20, 2.0


def measured(start):
    source, target = bytearray(b"\x55" * size), bytearray(size)
    view = memoryview(source)
    target[:] = view
    while time.time() < start:
        time.sleep(0.001)
    begin = time.perf_counter()
    copies, now = 0, begin
    while now - begin < seconds:
        target[:] = view
        copies += 1
        now = time.perf_counter()
    return 2e-9 * size * copies / (now - begin)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--sum":
        # The launcher may join lines of two processes.
        each = [float(number) for number in re.findall(r"\d+\.\d{3}", sys.stdin.read())]
        if len(each) != int(sys.argv[2]):
            sys.exit(f"{sys.argv[2]} processes were to measure copies, {len(each)} did")
        print(json.dumps({"ranks": len(each), "gigabytes_per_second": round(sum(each), 2),
                          "each": [round(one, 2) for one in each]}))
    elif len(sys.argv) == 2:
        print(f"{measured(float(sys.argv[1])):.3f}")
    else:
        sys.exit(__doc__)
