#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# A rank that stops (a signal, a machine that hangs) in the middle of a run: the others end by their own limit, and say
# where they waited.
#   stopped_rank_test.sh CHRONOS MPIEXEC NUMPROC_FLAG
set -uo pipefail
chronos=$1 mpiexec=$2 flag=$3
export $(grep '^[A-Z]' "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/../mpi_environment.txt")
work=$(mktemp -d)
# Launchers of other tests make and remove the folder of sessions meanwhile.
sessions=$(mktemp -d)
export TMPDIR=$sessions
launcher=
trap '[ -z "$launcher" ] || kill -KILL "$launcher" 2>/dev/null; rm -rf "$work" "$sessions"' EXIT
fail() { echo "FAILED: $*"; cat "$work/out" "$work/err"; exit 1; }

# pidOfRank RANK: of the run under way.
pidOfRank() {
  local pid
  for pid in $(pgrep -f "$chronos solve.*$work"); do
    if tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | grep -qE "^(OMPI_COMM_WORLD|PMIX|PMI)_RANK=$1$"; then
      echo "$pid"
      return
    fi
  done
}

# run SECONDS: three ranks that solve again and again.
run() {
  CHRONOS_PEER_SECONDS=$1 "$mpiexec" "$flag" 3 "$chronos" solve --problem laplace3d7 --size 30 --preset flow \
    --repeat 100000 --json "$work/run.json" >"$work/out" 2>"$work/err" &
  launcher=$!
}

# A limit that is none is refused at once.
CHRONOS_PEER_SECONDS=soon "$mpiexec" "$flag" 2 "$chronos" solve --problem laplace3d7 --size 10 >"$work/out" 2>"$work/err"
[ $? -eq 2 ] || fail "CHRONOS_PEER_SECONDS=soon was taken"
grep -q "CHRONOS_PEER_SECONDS is 'soon'" "$work/err" || fail "the refusal does not name what is wrong"

# stopOne: starts a run and stops a rank; whether the others ended by themselves. Waits in Tpetra are not watched
# (docs/limits.md): a rank that stopped while the others were there says nothing.
stopOne() {
  local pid='' i
  run 3
  for ((i = 0; i < 100; ++i)); do
    pid=$(pidOfRank 1)
    if [ -n "$pid" ]; then break; fi
    sleep 0.1
  done
  [ -n "$pid" ] || fail "the run did not start"
  sleep 3
  kill -STOP "$pid" || fail "the run ended by itself"
  for ((i = 0; i < 300; ++i)); do
    kill -0 "$launcher" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -KILL "$launcher" "$pid" 2>/dev/null
  wait "$launcher" 2>/dev/null
  pkill -KILL -f "$chronos solve.*$work"
  return 1
}

stopOne || stopOne || fail "30 s after a rank stopped the others still wait, twice"
wait "$launcher"
status=$?
launcher=
[ $status -ne 0 ] || fail "status 0"
grep -qE "^Chronos: rank [02] has waited for (rank 1|ranks [012 ]*1[012 ]*|the other ranks) for 3 s \((exchange|reduction|gather|scatter|broadcast|exchange of [a-z]+), stage Chronos::[a-z -]+\)" \
  "$work/err" || fail "no message that names whom it waited for, and the stage"
[ ! -e "$work/run.json" ] || fail "a result of a run that did not end"
echo "OK: $(grep -m 1 '^Chronos: rank' "$work/err")"
