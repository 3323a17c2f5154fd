#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# From a bare Debian 12 to a solved system: installs what is missing, builds the chronos command, solves a built-in
# problem of linear elasticity. Arguments are handed to chronos solve in place of the ones below.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

build=${CHRONOS_BUILD:-$chronosRoot/build/quickstart}
installPackages "${chronosPackages[@]}"

say "Building the chronos command in $build with $(numJobs) jobs (minutes the first time)"
configure "$build" -DCHRONOS_ENABLE_TESTS=OFF -DCHRONOS_ENABLE_EXAMPLES=OFF -DCHRONOS_ENABLE_NATIVE=ON
ninja -C "$build" -j "$(numJobs)" chronos_command

program=$(find "$build" -type f -name chronos -perm -u+x | head -n 1)
if [ $# -eq 0 ]; then set -- --problem elasticity3d --size 20; fi
say "chronos solve $*"
"$program" solve "$@"
say "The same with a matrix of yours: $program solve A.mtx   (mpirun -np 4 before it for four ranks)"
