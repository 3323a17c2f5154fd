#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds the tests and the command with sanitizers and runs them, on 1 and 3 ranks. Fails where a sanitizer reports.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<TEXT
scripts/sanitize.sh [asan-ubsan | tsan | tsan-openmp] [--jobs N] [--filter GTEST_FILTER] [--sources REGEX]
                    [--no-command]
  asan-ubsan      address and undefined behaviour, leaks too (default): all tests
  tsan            threads: the readers and writers of files, all that has threads of its own (Kokkos Serial has none)
  tsan-openmp     threads of kernels too: all tests on 4 threads, with clang and the Trilinos of TRILINOS_OPENMP_DIR;
                  the command is left out
  --filter        these tests only; Mpi* ones among them run on 3 ranks too
  --sources REGEX only test files whose path matches, with test/support/: a shorter build
  --no-command    leave the command and its bad inputs out
TEXT
}

kind=asan-ubsan
jobs=$(numJobs)
filter=
command=yes
sources=
while [ $# -gt 0 ]; do
  case $1 in
    asan-ubsan | tsan | tsan-openmp) kind=$1; shift ;;
    --jobs) jobs=$2; shift 2 ;;
    --filter) filter=$2; shift 2 ;;
    --sources) sources="/test/(support/|.*($2))"; shift 2 ;;
    --no-command) command=no; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
if [ -z "$filter" ]; then
  filter='*'
  if [ "$kind" = tsan ]; then
    filter='*MatrixMarket*:*Binary*:*Output*'
    sources=${sources:-'/test/(support/|tools/(BinaryMatrix|MatrixMarket|MatrixMarketError|OutputFile)Test)'}
  fi
fi

if [ "$kind" = tsan-openmp ]; then
  [ -d "${TRILINOS_OPENMP_DIR:-/nonexistent}" ] ||
    die "Set TRILINOS_OPENMP_DIR to the prefix of a Trilinos with Kokkos OpenMP"
  installPackages "${chronosThreadPackages[@]}"
  command=no
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
mkdir -p "$chronosRoot/build"
say "Configuring in $build"
launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
cmake --preset "$kind" -S "$chronosRoot" -B "$build" "${launcher[@]}" -DCHRONOS_ENABLE_TESTS=ON -DCHRONOS_ENABLE_TOOLS=ON \
  -DCHRONOS_ENABLE_EXAMPLES=OFF -DCHRONOS_TEST_SOURCES="$sources" >"$build.log" 2>&1 || { cat "$build.log" >&2; die "Configuring failed"; }
say "Building with $jobs jobs"
targets=(chronos_tests)
if [ $command = yes ]; then targets+=(chronos_command); fi
# The preset names the compiler to MPI's wrapper, in a build too.
(cd "$chronosRoot" && cmake --build --preset "$kind" -j "$jobs" --target "${targets[@]}")

# Each process writes its own log: which rank spoke is known, and no report is lost in what tests print.
suppressions=$chronosRoot/scripts/sanitizers
reports=$build/reports
rm -rf "$reports"
mkdir -p "$reports"
export ASAN_OPTIONS=log_path=$reports/address:detect_stack_use_after_return=0:exitcode=66
export LSAN_OPTIONS=suppressions=$suppressions/leaks.txt:print_suppressions=0
export UBSAN_OPTIONS=log_path=$reports/undefined:print_stacktrace=1
export TSAN_OPTIONS=log_path=$reports/thread:suppressions=$suppressions/threads.txt:exitcode=66
export $(grep '^[A-Z]' "$chronosRoot/packages/chronos/test/mpi_environment.txt")
# What a plug-in of MPI keeps has no name any more when that is unloaded before the leaks are looked for, and the thread
# sanitizer ends where a library of its suppressions is: none is unloaded.
preloaded=$build/keep_modules.so
printf 'int dlclose(void* module) { return module == 0; }\n' | cc -shared -fPIC -x c - -o "$preloaded"
ASAN_OPTIONS+=:verify_asan_link_order=0
# Trilinos was compiled for another OpenMP library: that of clang stands in for it, and tells the sanitizer of threads
# that are joined. What was not compiled with the sanitizer is not looked at.
if [ "$kind" = tsan-openmp ]; then
  library=$(llvm-config-14 --libdir 2>/dev/null || echo /usr/lib/llvm-14/lib)
  [ -e "$library/libomp.so.5" ] && [ -e "$library/libarcher.so" ] ||
    die "libomp.so.5 and libarcher.so are not in $library"
  preloaded+=:$library/libomp.so.5
  export OMP_NUM_THREADS=4 OMP_TOOL_LIBRARIES=$library/libarcher.so KOKKOS_DISABLE_WARNINGS=1
  export OMP_WAIT_POLICY=passive KMP_BLOCKTIME=0 # threads of several ranks share cores
  TSAN_OPTIONS+=:ignore_noninstrumented_modules=1
fi
tests=$build/packages/chronos/test/chronos_tests
status=0
run() {
  say "$*"
  LD_PRELOAD=$preloaded "$@" || { status=1; say "failed: $*"; }
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
