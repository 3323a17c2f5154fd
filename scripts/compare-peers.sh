#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Side by side on one rank and one thread: chronos solve, BoomerAMG (hypre) and GAMG through PETSc, MueLu through Belos;
# conjugate gradients to 1e-8 of the norm of b, random b, zero initial guess, reading not counted (but in the processor
# seconds of chronos, which are those of the whole program). Winners are those of least processor time. In the end
# `chronos report` makes a page of it all.
#
#   compare-peers.sh [OPTION...] [SYSTEM...]
#
# SYSTEM  FILE               a matrix, Matrix Market or binary; .bin, .mtx and .mtx.gz need not be said
#         FILE:K             with K unknowns a node, numbered node by node
#         FILE:K:MODES.mtx   and near-kernel vectors
#         NAME=SIZE          a built-in problem, as laplace3d7=60 or elasticity3d=160x16x16
#         NAME=SIZE:CONTRAST the same with a coefficient that half of the cells have
#         NAME=SIZE:CONTRAST:NU  and a Poisson's ratio
# Options --suite NAME       mechanics, flow or all: the systems of the lists in this script; files that are not there are
#                            skipped
#         --folder DIR       where FILE and MODES.mtx lie, may be given again for further ones; default: here
#         --preset NAME      preset of chronos solve, may be given again for further ones; default: auto
#         --repeat N         runs of the best configurations, interleaved; default 5
#         --patience N       a configuration is stopped at N times the time of the fastest before it, of whatever package,
#                            begun seconds counted whole, and 3 s; default 10, and with little of it a package may end
#                            without a result
#         --only PATTERN     configurations of peers whose names match this regular expression
#         --output DIR       for rankings, results.jsonl, table.md and page.html; default: peers-results
#         --keep DIR         binary forms are left there and taken from there; default: within the output
#         --list             names of configurations, and nothing else; builds the peers, which know them
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

# The suites. Real meshes have their rigid-body modes beside them; those of the shells are not
# known, and no unknowns a node fit them since supports were eliminated.
mechanicsSuite='
wheelset1:3:wheelset1_rbm.mtx
crane1:3:crane1_rbm.mtx
bimetal1:3:bimetal1_rbm.mtx
ossicles1:3:ossicles1_rbm.mtx
ossicles2:3:ossicles2_rbm.mtx
elasticity3d=30
elasticity3d=30:1e2
elasticity3d=30:1e4
elasticity3d=30:1:0.45
elasticity3d=140x14x14
elasticity3d=140x14x14:1:0.45
elasticity3d=600x6x6
elasticity3d=600x6x6:1:0.45
s1rmt3m1
s2rmq4m1
s3rmq4m1
'
flowSuite='
norne_flow_1x1x1
norne_flow_2x2x2
spe9_flow_1x1x1
spe10_alirn9_a
johansen_flow
g3_circuit
laplace3d7=60
'

folders=() presets=() repeat=5 patience=10 only=. output=peers-results keep='' list=no suite='' systems=()
while [ $# -gt 0 ]; do
  case $1 in
    --list) list=yes; shift; continue ;;
    --help) sed -n '/^#   compare/,/^# Build/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    --*) [ $# -ge 2 ] || die "$1 wants a value" ;;
    *) systems+=("$1"); shift; continue ;;
  esac
  case $1 in
    --suite) suite=$2 ;;
    --folder) folders+=("$2") ;;
    --preset) presets+=("$2") ;;
    --repeat) repeat=$2 ;;
    --patience) patience=$2 ;;
    --only) only=$2 ;;
    --output) output=$2 ;;
    --keep) keep=$2 ;;
    *) die "There is no option $1; --help explains" ;;
  esac
  shift 2
done
for number in "$patience" "$repeat"; do
  [[ $number =~ ^[1-9][0-9]*$ ]] || die "--patience and --repeat want whole numbers from 1 on, not '$number'"
done
if [ ${#folders[@]} -eq 0 ]; then folders=(.); fi

# findFile FILE: its path, in the first folder that has it under this name or with an ending.
findFile() {
  local folder ending
  for folder in "${folders[@]}"; do
    for ending in '' .bin .mtx .mtx.gz; do
      if [ -f "$folder/$1$ending" ]; then echo "$folder/$1$ending"; return; fi
    done
  done
  return 1
}

# missingFiles SYSTEM: names of its files that are not there.
missingFiles() {
  local file modes
  if [[ $1 == *=* ]]; then return; fi
  IFS=: read -r file _ modes <<<"$1"
  for file in "$file" $modes; do findFile "$file" >/dev/null || echo "$file"; done
}

case $suite in
  '') rows='' ;;
  mechanics) rows=$mechanicsSuite ;;
  flow) rows=$flowSuite ;;
  all) rows=$mechanicsSuite$flowSuite ;;
  *) die "There is no suite $suite; there are mechanics, flow and all" ;;
esac
for system in "${systems[@]}"; do
  absent=$(missingFiles "$system")
  [ -z "$absent" ] || die "There is no file $absent in ${folders[*]}"
done
while read -r system; do
  if [ -z "$system" ]; then continue; fi
  absent=$(missingFiles "$system" | tr '\n' ' ')
  if [ -n "$absent" ]; then say "Skipped, not in ${folders[*]}: $absent" >&2; continue; fi
  systems+=("$system")
done <<<"$rows"
if [ $list = no ] && [ ${#systems[@]} -eq 0 ]; then die "There is no system to solve; --help explains"; fi

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
# Peers keep freed memory as the command does, and all have large pages.
export MALLOC_MMAP_MAX_=${MALLOC_MMAP_MAX_:-0} MALLOC_TRIM_THRESHOLD_=${MALLOC_TRIM_THRESHOLD_:-1000000000000}
export MALLOC_TOP_PAD_=${MALLOC_TOP_PAD_:-67108864} GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}
# A process without a launcher starts no daemon beside itself: one core is enough, whatever the priority.
export OMPI_MCA_ess_singleton_isolated=1

# namesFor [OPTION...]: configurations of peers for a system of --block-size K and --near-null-space FILE.
# MueLu's first: the fastest is among them most often, and what comes behind is stopped by it.
namesFor() { { "$peersBuild/peer_muelu" --list "$@"; "$peersBuild/peer_petsc" --list "$@"; } | grep -E -e "$only" || true; }

if [ $list = yes ]; then namesFor --block-size 3 --near-null-space modes; exit 0; fi

mkdir -p "$output"
keep=${keep:-$output}
mkdir -p "$keep"
results=$output/results.jsonl
: >"$results"

# findSystem SYSTEM: sets binary, blockSize, modes (may be empty), name; converts or generates where there is no binary.
findSystem() {
  blockSize=1 modes=''
  if [[ $1 == *=* ]]; then
    local numbers size
    IFS=: read -r -a numbers <<<"${1#*=}"
    size=${numbers[0]}
    name=${1/=/-} name=${name//:/-}
    binary=$keep/$name.bin modes=$keep/$name-modes.mtx
    if [ ! -f "$binary" ] || [ ! -f "$keep/$name.block" ]; then
      "$peersBuild/peer_problem" "${1%%=*}" "$size" "$binary" "$modes" "${numbers[@]:1}" >"$keep/$name.block"
    fi
    blockSize=$(cat "$keep/$name.block")
    if [ "$blockSize" -eq 1 ]; then modes=''; fi
    return
  fi
  local file
  IFS=: read -r file blockSize modes <<<"$1"
  file=$(findFile "$file") blockSize=${blockSize:-1}
  if [ -n "$modes" ]; then modes=$(findFile "$modes"); fi
  name=$(basename "$file")
  name=${name%.gz} name=${name%.mtx} name=${name%.bin}
  binary=$file
  if [ "$(head -c 8 "$file" | tr -d '\0')" != CHRONOS1 ]; then
    binary=$keep/$name.bin
    if [ ! "$binary" -nt "$file" ]; then "$chronos" convert "$file" "$binary" >&2; fi
  fi
}

# runPeer CONFIGURATION [OPTION...]: one line of JSON; it says that the run failed where the run said nothing.
runPeer() {
  local program=$peersBuild/peer_petsc configuration=$1 start=$SECONDS
  shift
  if [[ $configuration == muelu-* ]]; then program=$peersBuild/peer_muelu; fi
  if timeout -k 10 "$limit" "$program" "${arguments[@]}" "$@" "$binary" "$configuration" \
      >"$output/line" 2>"$output/error" && [ -s "$output/line" ]; then
    cat "$output/line"
    # What takes several times as long as the best one is not going to win.
    local enough=$((patience * (SECONDS - start + 1) + 3))
    if grep -q '"converged":true' "$output/line" && [ $enough -lt $limit ]; then limit=$enough; fi
  else
    local why
    why=$(tail -n 1 "$output/error")
    say "$configuration on $name: ${why:-no result within $limit s}" >&2
    python3 "$peers/results.py" failure "${configuration%%-*}" "$configuration" "$binary" "${why:-no result within $limit s}"
  fi
}

runChronos() {
  local preset=$1 seconds arguments=(--quiet --json "$output/chronos.json")
  if [ -n "$modes" ]; then arguments+=(--near-kernel "$modes"); fi
  if [ "$blockSize" -gt 1 ]; then arguments+=(--dofs "$blockSize"); fi
  TIMEFORMAT=%U
  rm -f "$output/chronos.json"
  # Not converged is a result too.
  { time timeout "$longest" "$chronos" solve "$binary" --preset "$preset" --tolerance 1e-8 "${arguments[@]}" \
      2>"$output/error" || true; } 2>"$output/seconds"
  seconds=$(tail -n 1 "$output/seconds")
  if [ -s "$output/chronos.json" ]; then
    python3 "$peers/results.py" line "$output/chronos.json" "$preset" "$seconds"
  else
    say "chronos $preset on $name: $(tail -n 1 "$output/error")" >&2
    python3 "$peers/results.py" failure chronos "$preset" "$binary" "no result: $(tail -n 1 "$output/error")"
  fi
}

for system in "${systems[@]}"; do
  findSystem "$system"
  arguments=(--block-size "$blockSize")
  if [ -n "$modes" ]; then arguments+=(--near-null-space "$modes"); fi
  mapfile -t configurations < <(namesFor "${arguments[@]}")
  [ ${#configurations[@]} -gt 0 ] || die "No configuration matches '$only'"
  ownPresets=("${presets[@]}")
  if [ ${#ownPresets[@]} -eq 0 ]; then ownPresets=(auto); fi
  limit=$longest
  say "$name: every configuration once" >&2
  ranking=$output/$name.ranking.jsonl
  : >"$ranking"
  for configuration in "${configurations[@]}"; do runPeer "$configuration" --statistics >>"$ranking"; done
  python3 "$peers/results.py" ranking "$ranking" | tee "$output/$name.ranking.md"
  mapfile -t winners < <(python3 "$peers/results.py" best "$ranking")
  python3 "$peers/results.py" lost "$ranking" >>"$results"
  say "$name: $repeat times ${winners[*]} and chronos ${ownPresets[*]}" >&2
  for ((i = 0; i < repeat; ++i)); do
    for preset in "${ownPresets[@]}"; do runChronos "$preset" >>"$results"; done
    for configuration in "${winners[@]}"; do runPeer "$configuration" >>"$results"; done
  done
done
rm -f "$output/error" "$output/seconds" "$output/line" "$output/chronos.json"
python3 "$peers/results.py" table "$results" | tee "$output/table.md"
"$chronos" report "$results" -o "$output/page.html"
say "The page is $output/page.html" >&2
