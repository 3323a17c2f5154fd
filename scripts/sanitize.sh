#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds the tests and the command with sanitizers and runs them, on 1 and 3 ranks. Fails where a sanitizer reports.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<TEXT
scripts/sanitize.sh [asan-ubsan | tsan] [--jobs N] [--filter GTEST_FILTER] [--no-command]
  asan-ubsan      address and undefined behaviour, leaks too (default): all tests
  tsan            threads: the readers and writers of files, all that has threads of its own (Kokkos Serial has none)
  --filter        these tests only; Mpi* ones among them run on 3 ranks too
  --no-command    leave the command and its bad inputs out
TEXT
}

kind=asan-ubsan
jobs=$(numJobs)
filter=
command=yes
while [ $# -gt 0 ]; do
  case $1 in
    asan-ubsan | tsan) kind=$1; shift ;;
    --jobs) jobs=$2; shift 2 ;;
    --filter) filter=$2; shift 2 ;;
    --no-command) command=no; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
sources=
if [ -z "$filter" ]; then
  filter='*'
  if [ "$kind" = tsan ]; then
    filter='*MatrixMarket*:*Binary*:*Output*'
    sources='/test/(support/|tools/(BinaryMatrix|MatrixMarket|MatrixMarketError|OutputFile)Test)'
  fi
fi

# Of the filter, what can name a suite that begins with Mpi.
parallel=
IFS=: read -ra patterns <<< "$filter"
for pattern in "${patterns[@]}"; do
  case $pattern in
    Mpi*) parallel+=:$pattern ;;
    \**) parallel+=:Mpi$pattern ;;
  esac
done

build=$chronosRoot/build/$kind
say "Configuring in $build"
launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
cmake --preset "$kind" -S "$chronosRoot" -B "$build" "${launcher[@]}" -DCHRONOS_ENABLE_TESTS=ON -DCHRONOS_ENABLE_TOOLS=ON \
  -DCHRONOS_ENABLE_EXAMPLES=OFF -DCHRONOS_TEST_SOURCES="$sources" >"$build.log" 2>&1 || { cat "$build.log" >&2; die "Configuring failed"; }
say "Building with $jobs jobs"
targets=(chronos_tests)
if [ $command = yes ]; then targets+=(chronos_command); fi
ninja -C "$build" -j "$jobs" "${targets[@]}"

# Each process writes its own log: which rank spoke is known, and no report is lost in what tests print.
suppressions=$chronosRoot/scripts/sanitizers
reports=$build/reports
rm -rf "$reports"
mkdir -p "$reports"
export ASAN_OPTIONS=log_path=$reports/address:detect_stack_use_after_return=0:exitcode=66
export LSAN_OPTIONS=suppressions=$suppressions/leaks.txt:print_suppressions=0
export UBSAN_OPTIONS=log_path=$reports/undefined:print_stacktrace=1
export TSAN_OPTIONS=log_path=$reports/thread:suppressions=$suppressions/threads.txt:exitcode=66
export OMPI_MCA_mpi_yield_when_idle=1 OMP_PROC_BIND=false
# What a plug-in of MPI keeps has no name any more when that is unloaded before the leaks are looked for: none is.
modules=
if [ "$kind" = asan-ubsan ]; then
  modules=$build/keep_modules.so
  printf 'int dlclose(void* module) { return module == 0; }\n' | cc -shared -fPIC -x c - -o "$modules"
  ASAN_OPTIONS+=:verify_asan_link_order=0
fi
tests=$build/packages/chronos/test/chronos_tests
status=0
run() {
  say "$*"
  LD_PRELOAD=$modules "$@" || { status=1; say "failed: $*"; }
}
run "$tests" --gtest_brief=1 --gtest_filter="$filter"
if [ -n "$parallel" ]; then run mpirun -np 3 "$tests" --gtest_brief=1 --gtest_filter="${parallel#:}"; fi
if [ $command = yes ]; then
  run bash "$chronosRoot/packages/chronos/test/hardening/bad_inputs_test.sh" "$build/packages/chronos/tools/command/chronos" \
    mpirun -np
fi
found=$(find "$reports" -type f | wc -l)
if [ "$found" -gt 0 ]; then
  say "$found processes reported; the first:"
  find "$reports" -type f | sort | head -n 1 | xargs head -n 60
  status=1
else
  say "No reports"
fi
exit $status
