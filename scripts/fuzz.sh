#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds the fuzzers of the readers and runs each of them for some minutes, one after the other, at low priority. Starts
# from the kept seeds; what is found on the way stays in build/fuzz/corpus. Fails at the first finding, whose input is
# kept in build/fuzz/findings.
#   scripts/fuzz.sh MINUTES [FUZZER...]      fuzzers: matrix_market gzip binary xml
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
minutes=${1:-}
[[ $minutes =~ ^[0-9]+$ ]] || die "scripts/fuzz.sh MINUTES [FUZZER...]: minutes for each fuzzer"
shift
if [ $# -eq 0 ]; then set -- matrix_market gzip binary xml; fi

installPackages "${chronosPackages[@]}" "${chronosFuzzPackages[@]}"
build=$chronosRoot/build/fuzz
mkdir -p "$build/findings"
cmake --preset fuzz -S "$chronosRoot" -B "$build" >"$build/configure.log" 2>&1 || { cat "$build/configure.log" >&2; exit 2; }
ninja -C "$build" -j "$(numJobs)" chronos_fuzzers
# What MPI keeps until the end is no leak of ours.
export ASAN_OPTIONS=detect_leaks=0 OMPI_MCA_btl=self
for name in "$@"; do
  seeds=$chronosRoot/packages/chronos/test/fuzz/seeds/$name
  corpus=$build/corpus/$name
  mkdir -p "$corpus"
  say "$name, $minutes minutes"
  nice -n 15 "$build/packages/chronos/test/fuzz/fuzz_$name" -max_total_time=$((60 * minutes)) -max_len=2048 -timeout=20 \
    -rss_limit_mb=2048 -artifact_prefix="$build/findings/$name-" -print_final_stats=1 -verbosity=0 "$corpus" "$seeds"
done
say "No finding"
