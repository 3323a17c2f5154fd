#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that every C++ source is laid out as .clang-format says and that no line of it is too wide; --fix lays it out.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$chronosRoot"

formatter=$(command -v clang-format-14) || die "clang-format 14 is missing; on Debian: apt-get install ${chronosFormatPackages[*]}"
width=$(sed -nE 's/^ColumnLimit: *//p' .clang-format)
mapfile -t sources < <(git ls-files '*.hpp' '*.cpp')

if [ "${1:-}" = --fix ]; then "$formatter" -i "${sources[@]}"; fi
status=0
"$formatter" --dry-run -Werror "${sources[@]}" || status=1
# Comments and strings that no formatter breaks.
awk -v width="$width" 'length($0) > width { printf "%s:%d: wider than %d columns\n", FILENAME, FNR, width; found = 1 }
                       END { exit found }' "${sources[@]}" || status=1
if [ $status -ne 0 ]; then say "Layout differs: scripts/check-format.sh --fix mends all but lines of comments"; fi
exit $status
