#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Side by side on one rank and one thread: chronos solve, BoomerAMG (hypre) and GAMG through PETSc, MueLu through Belos;
# conjugate gradients to 1e-8 of the norm of b, random b, zero initial guess, reading not counted (but in the processor
# seconds of chronos, which are those of the whole program). Winners are those of least processor time.
#
#   compare-peers.sh [OPTION...] SYSTEM...
#
# SYSTEM  FILE               a matrix, Matrix Market or binary
#         FILE:K             with K unknowns a node, numbered node by node
#         FILE:K:MODES.mtx   and near-kernel vectors
#         NAME=SIZE          a built-in problem, as laplace3d7=60
#         NAME=SIZE:CONTRAST the same with a coefficient that half of the cells have
# Options --folder DIR       where FILE and MODES.mtx lie; default: here
#         --preset NAME      preset of chronos solve, may be given again for further ones; default: default
#         --repeat N         runs of the best configurations, interleaved; default 5
#         --only PATTERN     configurations of peers whose names match this regular expression
#         --output DIR       for rankings, results.jsonl and table.md; default: peers-results
#         --keep DIR         binary forms are left there and taken from there; default: within the output
#         --list             names of configurations, and nothing else
# Build folders: CHRONOS_BUILD (build/quickstart), CHRONOS_PEERS_BUILD (build/peers).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Debian's TrilinosConfig.cmake wants every package that MueLu could use.
peerPackages=(
  petsc-dev libpetsc-real3.18-dev libhypre-dev pkg-config python3
  libtrilinos-muelu-dev libtrilinos-amesos-dev libtrilinos-amesos2-dev libtrilinos-anasazi-dev libtrilinos-galeri-dev
  libtrilinos-ifpack-dev libtrilinos-ifpack2-dev libtrilinos-intrepid2-dev libtrilinos-isorropia-dev libtrilinos-ml-dev
  libtrilinos-pamgen-dev libtrilinos-sacado-dev libtrilinos-shards-dev libtrilinos-shylu-dev libtrilinos-stratimikos-dev
  libtrilinos-teko-dev libtrilinos-trilinosss-dev libtrilinos-zoltan-dev libtrilinos-zoltan2-dev
)
build=${CHRONOS_BUILD:-$chronosRoot/build/quickstart}
peersBuild=${CHRONOS_PEERS_BUILD:-$chronosRoot/build/peers}
peers=$chronosRoot/packages/chronos/test/peers
longest=900  # seconds that a run may take

folder=. presets=() repeat=5 only=. output=peers-results keep='' list=no systems=()
while [ $# -gt 0 ]; do
  case $1 in
    --list) list=yes; shift; continue ;;
    --help) sed -n '/^#   compare/,/^# Build/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    --*) [ $# -ge 2 ] || die "$1 wants a value" ;;
    *) systems+=("$1"); shift; continue ;;
  esac
  case $1 in
    --folder) folder=$2 ;;
    --preset) presets+=("$2") ;;
    --repeat) repeat=$2 ;;
    --only) only=$2 ;;
    --output) output=$2 ;;
    --keep) keep=$2 ;;
    *) die "There is no option $1; --help explains" ;;
  esac
  shift 2
done
if [ ${#presets[@]} -eq 0 ]; then presets=(default); fi
if [ $list = no ] && [ ${#systems[@]} -eq 0 ]; then die "Name a system; --help explains"; fi

installPackages "${chronosPackages[@]}" "${peerPackages[@]}" >&2
say "Building in $build and $peersBuild" >&2
if [ ! -f "$build/build.ninja" ]; then
  configure "$build" -DCHRONOS_ENABLE_TESTS=OFF -DCHRONOS_ENABLE_EXAMPLES=OFF -DCHRONOS_ENABLE_NATIVE=ON
fi
ninja -C "$build" -j "$(numJobs)" chronos_command >&2
cmake -G Ninja -S "$peers" -B "$peersBuild" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=mpicxx \
  -DCHRONOS_PACKAGE="$chronosRoot/packages/chronos" -DCHRONOS_BUILD="$build" >"$peersBuild.log" 2>&1 ||
  { cat "$peersBuild.log" >&2; die "Configuring the peers failed"; }
ninja -C "$peersBuild" -j "$(numJobs)" >&2
chronos=$build/packages/chronos/tools/command/chronos

# One thread for all, libraries included.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OMP_PROC_BIND=false

mapfile -t configurations < <({ "$peersBuild/peer_petsc" --list; "$peersBuild/peer_muelu" --list; } | grep -E "$only")
if [ $list = yes ]; then printf '%s\n' "${configurations[@]}"; exit 0; fi
[ ${#configurations[@]} -gt 0 ] || die "No configuration matches '$only'"

mkdir -p "$output"
keep=${keep:-$output}
mkdir -p "$keep"
results=$output/results.jsonl
: >"$results"

# contrastOf SIZE[:CONTRAST]: the latter, or nothing.
contrastOf() { case $1 in *:*) echo "${1#*:}" ;; esac; }

# findSystem SYSTEM: sets binary, blockSize, modes (may be empty), name; converts or generates where there is no binary.
findSystem() {
  blockSize=1 modes=''
  if [[ $1 == *=* ]]; then
    local size=${1#*=}
    name=${1/=/-} name=${name/:/-}
    binary=$keep/$name.bin modes=$keep/$name-modes.mtx
    if [ ! -f "$binary" ] || [ ! -f "$keep/$name.block" ]; then
      "$peersBuild/peer_problem" "${1%%=*}" "${size%%:*}" "$binary" "$modes" $(contrastOf "$size") >"$keep/$name.block"
    fi
    blockSize=$(cat "$keep/$name.block")
    if [ "$blockSize" -eq 1 ]; then modes=''; fi
    return
  fi
  local file
  IFS=: read -r file blockSize modes <<<"$1"
  file=$folder/$file blockSize=${blockSize:-1}
  if [ -n "$modes" ]; then modes=$folder/$modes; fi
  name=$(basename "$file")
  name=${name%.gz} name=${name%.mtx} name=${name%.bin}
  binary=$file
  if [ "$(head -c 8 "$file" | tr -d '\0')" != CHRONOS1 ]; then
    binary=$keep/$name.bin
    if [ ! "$binary" -nt "$file" ]; then "$chronos" convert "$file" "$binary" >&2; fi
  fi
}

# runPeer CONFIGURATION [OPTION...]: one line of JSON, or a word on what failed.
runPeer() {
  local program=$peersBuild/peer_petsc configuration=$1
  shift
  if [[ $configuration == muelu-* ]]; then program=$peersBuild/peer_muelu; fi
  local arguments=(--block-size "$blockSize" "$@")
  if [ -n "$modes" ]; then arguments+=(--near-null-space "$modes"); fi
  timeout "$longest" "$program" "${arguments[@]}" "$binary" "$configuration" 2>"$output/error" ||
    say "$configuration on $name: $(tail -n 1 "$output/error")" >&2
}

runChronos() {
  local preset=$1 seconds arguments=(--quiet --json "$output/chronos.json")
  if [ -n "$modes" ]; then arguments+=(--near-kernel "$modes"); fi
  if [ "$blockSize" -gt 1 ]; then arguments+=(--dofs "$blockSize"); fi
  TIMEFORMAT=%U
  # Not converged is a result too.
  { time timeout "$longest" "$chronos" solve "$binary" --preset "$preset" --tolerance 1e-8 "${arguments[@]}" \
      2>"$output/error" || true; } 2>"$output/seconds"
  seconds=$(tail -n 1 "$output/seconds")
  python3 "$peers/results.py" line "$output/chronos.json" "$preset" "$seconds" ||
    say "chronos $preset on $name: $(tail -n 1 "$output/error")" >&2
  rm -f "$output/chronos.json"
}

for system in "${systems[@]}"; do
  findSystem "$system"
  say "$name: every configuration once" >&2
  ranking=$output/$name.ranking.jsonl
  : >"$ranking"
  for configuration in "${configurations[@]}"; do runPeer "$configuration" --statistics >>"$ranking"; done
  python3 "$peers/results.py" ranking "$ranking" | tee "$output/$name.ranking.md"
  mapfile -t winners < <(python3 "$peers/results.py" best "$ranking")
  say "$name: $repeat times ${winners[*]} and chronos ${presets[*]}" >&2
  for ((i = 0; i < repeat; ++i)); do
    for preset in "${presets[@]}"; do runChronos "$preset" >>"$results"; done
    for configuration in "${winners[@]}"; do runPeer "$configuration" >>"$results"; done
  done
done
rm -f "$output/error" "$output/seconds"
python3 "$peers/results.py" table "$results" | tee "$output/table.md"
