#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds and tests the four worlds Chronos is meant for, counts warnings in our sources, and writes a dated table to
# docs/quality.md. A world whose Trilinos is not on this machine is reported as not available, with what to set.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<TEXT
scripts/check-platforms.sh [--only LIST] [--jobs N] [--build FOLDER] [--no-report] [--bundle OUT]
  --only LIST     comma-separated: host,openmp,cuda,modern (all)
  --jobs N        compile jobs
  --build FOLDER  where to build, inside the repository (build/platforms)
  --no-report     leave docs/quality.md as it is
  --bundle OUT    also pack the programs of the CUDA build with the libraries they need into OUT (.tar.xz);
                  unpack it on the machine with the GPU and run ./run chronos_tests
Worlds that are not the installed Trilinos are named in the environment:
  TRILINOS_OPENMP_DIR  prefix of a Trilinos with Kokkos OpenMP (built with g++-11)
  TRILINOS_CUDA_DIR    prefix of a Trilinos with Kokkos CUDA; bin/nvcc_wrapper is taken from there
  CHRONOS_MODERN_RUN   command that runs its last argument as a shell command in a root with current Trilinos; the
                       folder it is called from must be /project there
TEXT
}

only=host,openmp,cuda,modern
jobs=$(numJobs)
folder=build/platforms
report=yes
bundle=
while [ $# -gt 0 ]; do
  case $1 in
    --only) only=$2; shift 2 ;;
    --jobs) jobs=$2; shift 2 ;;
    --build) folder=$2; shift 2 ;;
    --no-report) report=no; shift ;;
    --bundle) bundle=$(realpath -m "$2"); shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
cd "$chronosRoot" || exit 2
mkdir -p "$folder"
failures=0

# Rows are kept from one run to the next, so that a run of one world does not forget the others.
setRow() { printf '%s\n' "$2" >"$folder/$1.row"; }

# countWarnings LOG: warnings whose place is a source of ours, of the last time each object was made.
countWarnings() {
  awk '/^\[[0-9]+\/[0-9]+\] / { object = $NF; text[object] = "" } { text[object] = text[object] $0 "\n" }
       END { for (object in text) printf "%s", text[object] }' "$1" |
    grep -E '^[^ ]*packages/chronos/[^ ]*(:[0-9]+:[0-9]+: warning|\([0-9]+\): warning)' | sort -u | wc -l
}

testSummary() {
  local line total failed
  line=$(grep -E 'tests passed' "$1") || { echo "tests did not run"; return; }
  total=$(sed -E 's/.* out of ([0-9]+).*/\1/' <<<"$line")
  failed=$(sed -E 's/.*, ([0-9]+) tests? failed.*/\1/' <<<"$line")
  echo "$((total - failed)) of $total passed"
}

# inWorld WORLD COMMAND: a shell command where the world lives.
inWorld() {
  case $1 in
    host) OMPI_CXX=g++ bash -c "$2" ;;
    # Kokkos warns of more threads than cores, and a test wants chronos --quiet to be quiet.
    openmp) OMPI_CXX=g++-11 OMP_NUM_THREADS=4 OMP_PROC_BIND=false KOKKOS_DISABLE_WARNINGS=1 bash -c "$2" ;;
    cuda) OMPI_CXX=$TRILINOS_CUDA_DIR/bin/nvcc_wrapper bash -c "$2" ;;
    modern) $CHRONOS_MODERN_RUN "cd /project && export CCACHE_COMPILERCHECK='$CCACHE_COMPILERCHECK' CCACHE_SLOPPINESS='$CCACHE_SLOPPINESS' && $2" ;;
  esac
}

# missing WORLD: what to do to have it; empty when it is here.
missing() {
  case $1 in
    openmp) if [ ! -d "${TRILINOS_OPENMP_DIR:-/nonexistent}" ]; then echo 'set TRILINOS_OPENMP_DIR'; fi ;;
    cuda) if [ ! -x "${TRILINOS_CUDA_DIR:-/nonexistent}/bin/nvcc_wrapper" ]; then echo 'set TRILINOS_CUDA_DIR'; fi ;;
    modern) if [ -z "${CHRONOS_MODERN_RUN:-}" ]; then echo 'set CHRONOS_MODERN_RUN'; fi ;;
  esac
}

versions() {
  local build=$1 trilinos compiler
  trilinos=$(inWorld "$2" "sed -nE 's/^Trilinos_DIR:[^=]*=//p' $build/CMakeCache.txt | sed 's/\$/\/TrilinosConfigVersion.cmake/' |
    xargs sed -nE 's/.*PACKAGE_VERSION \"?([0-9.]+).*/\1/p' | head -n 1")
  compiler=$(inWorld "$2" "mpicxx --version | grep -E -o '(g\+\+|GCC|nvcc|clang)[^0-9]*[0-9.]+.*' | head -n 1")
  echo "Trilinos ${trilinos:-?}, ${compiler:-?}"
}

checkWorld() {
  local world=$1 title=$2 why build=$folder/$1 start=$SECONDS arguments
  shift 2
  why=$(missing "$world")
  if [ -n "$why" ]; then
    say "$title: not available ($why)"
    if [ ! -f "$folder/$world.row" ]; then setRow "$world" "| $title | - | not available: $why | - | - | - |"; fi
    return
  fi
  say "$title"
  arguments=$*
  # Not for nvcc, which compiles a file once for each side and so escapes ccache's comparison.
  if [ "$world" != cuda ] && inWorld "$world" 'command -v ccache' >/dev/null 2>&1; then
    arguments="$arguments -DCMAKE_CXX_COMPILER_LAUNCHER=ccache"
  fi
  if ! inWorld "$world" "cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=mpicxx $arguments" >"$folder/$world.configure.log" 2>&1; then
    tail -n 20 "$folder/$world.configure.log"
    setRow "$world" "| $title | $(date +%F) | does not configure | - | - | - |"
    failures=$((failures + 1))
    return
  fi
  # Warnings are seen only where a file is compiled: the log of a folder adds up.
  local log=$folder/$world.build.log
  if ! inWorld "$world" "ninja -C $build -j $jobs -k 0" 2>&1 | tee "$log.last" | grep -E 'error|FAILED|warning: '; then :; fi
  cat "$log.last" >>"$log"
  local state='builds' tests='-'
  if grep -q '^FAILED' "$log.last"; then
    state="$(grep -c '^FAILED' "$log.last") files do not compile"
    failures=$((failures + 1))
  elif [ "$world" = cuda ] && ! nvidia-smi >/dev/null 2>&1; then
    tests='not run: no GPU here'
  else
    inWorld "$world" "cd $build && ctest --output-on-failure" >"$folder/$world.test.log" 2>&1 || failures=$((failures + 1))
    tests=$(testSummary "$folder/$world.test.log")
  fi
  local row
  row="| $title | $(date +%F) | $(versions "$build" "$world") | $state | $(countWarnings "$log") | $tests |"
  setRow "$world" "$row"
  say "$row   ($((SECONDS - start)) s)"
}

runWorld() {
  case ",$only," in *",$1,"*) checkWorld "$@" ;; esac
}
# Each source alone: a batch hides an include that is missing.
runWorld host 'Host, Trilinos of the system' -DCHRONOS_BATCH_SIZE=1
runWorld openmp 'OpenMP' "-DCMAKE_PREFIX_PATH=${TRILINOS_OPENMP_DIR:-}"
runWorld cuda 'CUDA' "-DCMAKE_PREFIX_PATH=${TRILINOS_CUDA_DIR:-}"
runWorld modern 'Current Trilinos, C++20' -DCMAKE_CXX_STANDARD=20

if [ -n "$bundle" ]; then
  say "Packing the CUDA build into $bundle"
  pack=$(mktemp -d)
  mkdir -p "$pack/chronos/lib" "$(dirname "$bundle")"
  # The C library and the driver are those of the other machine, all else travels along.
  while IFS= read -r -d '' program; do
    cp "$program" "$pack/chronos/"
    ldd "$program" | awk '$3 ~ /^\// {print $3}' | grep -vE '/(ld-linux|libc\.|libm\.|libdl|libpthread|librt|libcuda\.|libmpi|libopen-|libhwloc)' |
      xargs -r cp -L -n -t "$pack/chronos/lib"
  done < <(find "$folder/cuda" -type f -perm -u+x \( -name chronos -o -name chronos_tests -o -name 'chronos_bench*' \) -print0)
  cp -r packages/chronos/xml "$pack/chronos/"
  cat >"$pack/chronos/run" <<'RUN'
#!/bin/bash
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
program=$1; shift
exec "$here/$program" "$@"
RUN
  chmod +x "$pack/chronos/run"
  tar cJf "$bundle" -C "$pack" chronos
  rm -r "$pack"
  du -h "$bundle"
fi

if [ $report = yes ]; then
  say "Writing docs/quality.md"
  mkdir -p docs
  begin='<!-- check-platforms: begin -->' end='<!-- check-platforms: end -->'
  if ! grep -qsF "$begin" docs/quality.md; then
    printf '# Quality\n\n## Platforms\n\nWritten by `scripts/check-platforms.sh`: warnings are those of -Wall -Wextra in sources of Chronos.\n\n%s\n%s\n' "$begin" "$end" >>docs/quality.md
  fi
  {
    sed "/$begin/q" docs/quality.md
    echo '| World | Date | With | Build | Warnings | Tests |'
    echo '|---|---|---|---|---|---|'
    for world in host openmp cuda modern; do
      cat "$folder/$world.row" 2>/dev/null || echo "| ${world^} | - | not run | - | - | - |"
    done
    sed -n "/$end/,\$p" docs/quality.md
  } >"$folder/quality.md"
  cp "$folder/quality.md" docs/quality.md
fi
[ $failures -eq 0 ]
