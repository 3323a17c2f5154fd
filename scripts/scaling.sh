#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Weak and strong series of this machine from one built command: one rank a GPU, or ranks of the host, as the command was
# built. Weak: as many unknowns on each rank. Strong: the same system on all ranks; beside it one rank alone with a share
# of the unknowns, which is what a rank of many would take if nothing were lost ("law of sizes").
#
#   scaling.sh [OPTION...]
#
# Options --chronos COMMAND  the command chronos (CHRONOS_BUILD or build/quickstart has one after scripts/quickstart.sh)
#         --mpirun TEXT      launcher with its options, as 'mpirun --map-by ppr:4:node' or 'srun'; -n RANKS is added;
#                            default: mpirun
#         --ranks LIST       default: 1,2
#         --systems LIST     of --list; default: all
#         --series LIST      of weak, strong; default: weak,strong
#         --scale NUMBER     factor on all edges: 0.1 makes 30^3 of 300^3; default: 1
#         --edge NAME=N      edge of the weak and the strong series of one system, in place of the scaled one; may be
#                            given again
#         --runs N           processes of each kind, in turns; medians count; default: 3
#         --repeat N         set-ups and solves of each process, after one that does not count; default: 1
#         --set TEXT         handed to chronos solve, may be given again
#         --share            more ranks than GPUs or cores are wanted
#         --longest SECONDS  that a process may take; default: 900
#         --output DIR       for runs, summary.json and page.html; default: scaling-results. Runs that lie there already
#                            are not made again
#         --list             the systems, and nothing else
# CHRONOS_TRANSPORT is heeded. Ranks of the host are set beside the copy bandwidth of as many processes, by memcpy
# (scripts/scaling_copy.py). OMP_NUM_THREADS is 1 unless it is set.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
scripts=$chronosRoot/scripts

# Name, problem, edge on one rank of the weak series, edge of the strong series (- for none), options of chronos solve.
allSystems='
flow|laplace3d7|300|300|--preset flow
flow-400|laplace3d7|-|400|--preset flow
mechanics|elasticity3d|80|100|--contrast 1e4 --preset mechanics
mechanics-100|elasticity3d|100|-|--contrast 1e4 --preset mechanics
fsai|elasticity3d|80|80|--contrast 1e4 --preset adaptive_fsai
aggregation|laplace3d7|300|300|--preset aggregation
auto-flow|laplace3d7|300|300|--preconditioner auto
auto-mechanics|elasticity3d|80|80|--contrast 1e4 --preconditioner auto
'
build=${CHRONOS_BUILD:-$chronosRoot/build/quickstart}
chronos=$build/packages/chronos/tools/command/chronos
mpirun=mpirun ranks=1,2 systems='' series=weak,strong scale=1 runs=3 repeat=1 longest=900 output=scaling-results
share=no edges=() settings=() list=no
given="$0 $*"
while [ $# -gt 0 ]; do
  case $1 in
    --share) share=yes; shift; continue ;;
    --list) list=yes; shift; continue ;;
    --help) sed -n '/^#   scaling/,/^# (scripts/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    --*) [ $# -ge 2 ] || die "$1 wants a value" ;;
    *) die "What is '$1'? --help explains" ;;
  esac
  case $1 in
    --chronos) chronos=$2 ;;
    --mpirun) mpirun=$2 ;;
    --ranks) ranks=$2 ;;
    --systems) systems=$2 ;;
    --series) series=$2 ;;
    --scale) scale=$2 ;;
    --edge) edges+=("$2") ;;
    --runs) runs=$2 ;;
    --repeat) repeat=$2 ;;
    --set) settings+=(--set "$2") ;;
    --longest) longest=$2 ;;
    --output) output=$2 ;;
    *) die "There is no option $1; --help explains" ;;
  esac
  shift 2
done

if [ $list = yes ]; then
  printf '%-16s%-14s%6s %8s  %s\n' name problem weak strong options
  while IFS='|' read -r name problem weak strong options; do
    if [ -n "$name" ]; then printf '%-16s%-14s%6s %8s  %s\n' "$name" "$problem" "$weak" "$strong" "${options//_/ }"; fi
  done <<<"$allSystems"
  exit 0
fi

isCount() { [[ $1 =~ ^[1-9][0-9]*$ ]]; }
isCount "$runs" || die "--runs wants a count, not '$runs'"
isCount "$repeat" || die "--repeat wants a count, not '$repeat'"
isCount "$longest" || die "--longest wants seconds, not '$longest'"
[[ $scale =~ ^[0-9]*\.?[0-9]+$ ]] || die "--scale wants a number, not '$scale'"
IFS=, read -r -a rankList <<<"$ranks"
most=0
for rank in "${rankList[@]}"; do
  isCount "$rank" || die "--ranks wants counts like 1,2,4, not '$ranks'"
  [ "$rank" -gt "$most" ] || die "--ranks wants them in increasing order, not '$ranks'"
  most=$rank
done
case ,$series, in ,weak, | ,strong, | ,weak,strong, | ,strong,weak,) ;; *) die "--series wants weak, strong or both" ;; esac
if [ -z "$systems" ]; then systems=$(cut -s -d '|' -f 1 <<<"$allSystems" | paste -s -d ,); fi
IFS=, read -r -a systemList <<<"$systems"
for system in "${systemList[@]}"; do
  grep -q "^$system|" <<<"$allSystems" || die "There is no system '$system'; --list names them"
done
for edge in "${edges[@]}"; do
  [[ $edge =~ ^[a-z0-9-]+=[1-9][0-9]*$ ]] && grep -q "^${edge%%=*}|" <<<"$allSystems" ||
    die "--edge wants NAME=N with a system of --list, not '$edge'"
done

command -v python3 >/dev/null || die "python3 is missing; on Debian: apt-get install python3"
command -v "$chronos" >/dev/null ||
  die "There is no command $chronos: build one (scripts/quickstart.sh) or name one (--chronos COMMAND)"
read -r -a launch <<<"$mpirun"
command -v "${launch[0]}" >/dev/null ||
  die "There is no launcher ${launch[0]}: install an MPI (on Debian: apt-get install openmpi-bin) or name one (--mpirun TEXT)"
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1} OPENBLAS_NUM_THREADS=${OPENBLAS_NUM_THREADS:-1}
version=$("$chronos" --version 2>&1) || die "$chronos does not start: $(tail -n 1 <<<"$version")"
space=$(awk '/^execution space/ {print $3}' <<<"$version")

# Ranks that share a GPU or a core measure one another. Other hosts are taken to be like this one.
if [ $share = no ]; then
  hosts=$("${launch[@]}" -n "$most" hostname 2>&1) ||
    die "'$mpirun -n $most hostname' fails: $(grep -v '^[- ]*$' <<<"$hosts" | head -n 2 | paste -s -d ' ')"
  perHost=$(sort <<<"$hosts" | uniq -c | sort -n | awk 'END {print $1}')
  if [ "$space" = Cuda ]; then
    if command -v nvidia-smi >/dev/null; then places=$(nvidia-smi -L | grep -c '^GPU' || true); else places=0; fi
    if [ -n "${CUDA_VISIBLE_DEVICES:-}" ]; then places=$(tr ',' '\n' <<<"$CUDA_VISIBLE_DEVICES" | grep -c .); fi
    what=GPUs
  else
    places=$(env -u OMP_NUM_THREADS nproc) what=cores  # nproc itself heeds that variable
  fi
  [ "$perHost" -le "$places" ] || die "$perHost ranks a host and $places $what: take fewer by --ranks, spread them by \
--mpirun, or let them share by --share (times then say little)"
fi

# edgeOf EDGE MANY SHARE: of a cube with MANY / SHARE times the nodes.
edgeOf() { awk -v edge="$1" -v f="$2" -v g="$3" 'BEGIN {e = int(edge * (f / g) ^ (1 / 3) + 0.5); print e < 4 ? 4 : e}'; }
scaled() {
  local edge
  for edge in "${edges[@]}"; do if [ "${edge%%=*}" = "$1" ] && [ "$2" != - ]; then echo "${edge#*=}"; return; fi; done
  if [ "$2" = - ]; then echo -; else awk -v edge="$2" -v s="$scale" 'BEGIN {e = int(edge * s + 0.5); print e < 4 ? 4 : e}'; fi
}

# A line of the plan: system, series, ranks that it speaks of, ranks that run, edge, problem, options.
# Law lines: one rank with the share of each of so many.
plan() {
  local system row name problem weak strong options rank
  for system in "${systemList[@]}"; do
    row=$(grep "^$system|" <<<"$allSystems")
    IFS='|' read -r name problem weak strong options <<<"$row"
    weak=$(scaled "$name" "$weak") strong=$(scaled "$name" "$strong")
    for rank in "${rankList[@]}"; do
      if [[ ,$series, == *,weak,* ]] && [ "$weak" != - ]; then
        printf '%s\tweak\t%s\t%s\t%s\t%s\t%s\n' "$name" "$rank" "$rank" "$(edgeOf "$weak" "$rank" 1)" "$problem" "$options"
      fi
      if [[ ,$series, == *,strong,* ]] && [ "$strong" != - ]; then
        printf '%s\tstrong\t%s\t%s\t%s\t%s\t%s\n' "$name" "$rank" "$rank" "$strong" "$problem" "$options"
        printf '%s\tlaw\t%s\t1\t%s\t%s\t%s\n' "$name" "$rank" "$(edgeOf "$strong" 1 "$rank")" "$problem" "$options"
      fi
    done
  done
}
mkdir -p "$output/runs"
plan >"$output/plan.new"
if [ -f "$output/plan.tsv" ] && ! cmp -s "$output/plan.new" "$output/plan.tsv"; then
  rm "$output/plan.new"
  die "$output holds runs of another plan: name another folder by --output, or remove it"
fi
mv "$output/plan.new" "$output/plan.tsv"
[ -s "$output/plan.tsv" ] || die "None of $systems has a series of $series; --list shows which have"
printf '%s\n' "$given" >"$output/command.txt"

if [ "$space" != Cuda ] && [ ! -s "$output/copy.jsonl" ]; then
  say "Copy bandwidth of ${rankList[*]} processes"
  for rank in "${rankList[@]}"; do
    # They begin at one time of the clock: no message is needed.
    "${launch[@]}" -n "$rank" python3 "$scripts/scaling_copy.py" "$(($(date +%s) + 3))" |
      python3 "$scripts/scaling_copy.py" --sum "$rank" | tee -a "$output/copy.jsonl"
  done
fi

failed=0
rm -f "$output"/runs/*.txt
for ((run = 1; run <= runs; ++run)); do
  while IFS=$'\t' read -r -u 3 name _ _ rank edge problem options; do
    file=$output/runs/$name.$edge.$rank.$run.json
    # Two series have their first runs in common; what failed once fails again.
    if [ -s "$file" ] || compgen -G "$output/runs/$name.$edge.$rank.*.txt" >/dev/null; then continue; fi
    read -r -a words <<<"$options"
    words=("${words[@]//_/ }")
    if ! timeout -k 10 "$longest" "${launch[@]}" -n "$rank" "$chronos" solve --problem "$problem" --size "$edge" "${words[@]}" \
        "${settings[@]}" --repeat "$repeat" --quiet --json "$file" >"$output/error" 2>&1 </dev/null && [ ! -s "$file" ]; then
      { grep -v '^[- ]*$' "$output/error" || echo "no result within $longest s"; } | head -n 3 >"${file%.json}.txt"
      say "$name, edge $edge, $rank ranks: $(paste -s -d ' ' "${file%.json}.txt")" >&2
      failed=1
      continue
    fi
    python3 "$scripts/scaling_summary.py" --line "$file"
  done 3<"$output/plan.tsv"
done
rm -f "$output/error"
python3 "$scripts/scaling_summary.py" "$output" >"$output/summary.new"
mv "$output/summary.new" "$output/summary.json"
python3 "$scripts/scaling_page.py" "$output/summary.json" "$output/page.html"
say "The page is $output/page.html, the numbers are in $output/summary.json"
exit $failed
