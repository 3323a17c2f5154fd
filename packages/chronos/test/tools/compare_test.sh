#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# chronos compare beside programs that answer like those of test/peers.
#   compare_test.sh CHRONOS
set -u
chronos=$1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_PROC_BIND=false

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export TMPDIR=$folder/tmp
mkdir tmp peers
failures=0
fail() { echo "FAILED: $*"; sed 's/^/    | /' out err 2>/dev/null | head -12; failures=$((failures + 1)); }
# expect STATUS TEXT COMMAND...: exit status, and text somewhere in the output (TEXT may be empty).
expect() {
  local status=$1 text=$2 found
  shift 2
  "$@" > out 2> err < /dev/null
  found=$?
  [ "$found" -eq "$status" ] || fail "exit status $found, not $status: $*"
  [ -z "$text" ] || grep -qF -e "$text" out err || fail "nothing says \"$text\": $*"
}
says() { grep -qE -e "$2" "$1" || fail "$1 does not say: $2"; }

# Three configurations: one is fast, one slow, one fails; what they were told is written down.
cat > peers/peer_petsc <<'PEER'
#!/bin/bash
[ "$OMP_NUM_THREADS" = 1 ] || exit 3
arguments="$*"
case $arguments in
  *--list*) printf 'boomeramg-slow\nboomeramg-fast\ngamg-broken\n'; exit ;;
  *broken*) echo 'it broke' >&2; exit 1 ;;
  *sleeps*) sleep 100 ;;
esac
echo "$arguments" >> "$(dirname "$0")/told"
seconds=1; case $arguments in *slow*) seconds=5 ;; esac
for name; do :; done
echo "a line before"
echo "{\"peer\": \"boomeramg\", \"configuration\": \"$name\", \"matrix\": \"x\", \"setup_seconds\": $seconds," \
  "\"solve_seconds\": 2, \"iterations\": 7, \"relative_residual\": 1e-9, \"converged\": true, \"operator_complexity\": 1.75," \
  "\"peak_memory_bytes\": 52428800}"
PEER
chmod +x peers/peer_petsc
matrix() {
  printf '%%%%MatrixMarket matrix coordinate real symmetric\n'
  echo "$1 $1 $(($1 * 2 - 1))"
  for ((i = 1; i <= $1; ++i)); do echo "$i $i 2"; if [ "$i" -lt "$1" ]; then echo "$((i + 1)) $i -1"; fi; done
}
for n in 40 60 80; do matrix $n > line$n.mtx; done
gzip -k line40.mtx
printf '%%%%MatrixMarket matrix array real general\n60 1\n' > modes.mtx
for ((i = 0; i < 60; ++i)); do echo 1; done >> modes.mtx

expect 0 '' "$chronos" compare line40.mtx.gz line60.mtx:2:modes.mtx line80.mtx -o page.html --lines all.jsonl --peers peers \
  --preset light --preset 'adaptive fsai' --repeat 2
for text in '^line40 +chronos light +[0-9.e-]+ ' '^line60 +boomeramg-fast +1\.00 +2\.00 +3\.00 +7 +1\.75 +50\.0 MiB' \
  '^line80 +gamg-broken \(not solved\)'; do
  says out "$text"
done
grep -q 'slow' out && fail 'the slower configuration stands in the table'
[ "$(wc -l < all.jsonl)" -eq 24 ] || fail "$(wc -l < all.jsonl) lines, not 3 systems x 4 x 2 runs"
says page.html '3 solvers on 3 systems'
says page.html 'chart profile'
says page.html '50.0 MiB'
[ "$(tail -n 1 page.html)" = '</html>' ] || fail 'the page is not whole'
says peers/told '--block-size 2 --near-null-space modes.mtx --statistics .*line60.bin boomeramg-fast'
expect 0 '' "$chronos" report all.jsonl -o again.html
cmp -s page.html again.html || fail 'chronos report makes another page of the same lines'
# MPI has its own.
leftOver() { find tmp -name 'chronos*'; }
[ -z "$(leftOver)" ] || fail "left in the folder for scratch: $(leftOver)"

# Without peers presets are compared; one alone is no comparison.
expect 0 'adaptive fsai' env PATH=/usr/bin:/bin "$chronos" compare line40.mtx -o presets.html --preset light --preset 'adaptive fsai' \
  --repeat 1
# The example of --help: without peers and presets the command says so and compares two; one alone gets another beside it.
expect 0 'No peers were found' env PATH=/usr/bin:/bin "$chronos" compare line40.mtx line60.mtx -o presets.html --repeat 1
says out '^line40 +chronos adaptive fsai '
says out '^line60 +chronos auto '
says err 'scripts/compare-peers.sh builds them'
expect 0 'light is given more than once' env PATH=/usr/bin:/bin "$chronos" compare line40.mtx -o presets.html --repeat 1 \
  --preset light --preset light
says out '^line40 +chronos auto '
# Devices are written as they are; one that takes nothing does not cost the other output, nor leaves anything.
ln -s /dev/full full
for name in full /dev/full; do
  expect 2 'No space left' "$chronos" compare line40.mtx -o "$name" --lines kept.jsonl --peers peers --repeat 1
  [ "$(wc -l < kept.jsonl)" -eq 3 ] || fail 'a page that cannot be written costs the lines'
  rm kept.jsonl
  expect 2 'No space left' "$chronos" compare line40.mtx -o kept.html --lines "$name" --peers peers --repeat 1
  [ "$(tail -n 1 kept.html)" = '</html>' ] || fail 'lines that cannot be written cost the page'
done
"$chronos" compare line40.mtx -o /dev/stdout --peers peers --repeat 1 > out 2> err
[ $? -eq 0 ] && [ "$(tail -n 1 out)" = '</html>' ] && head -n 1 out | grep -qi '^<!doctype' || fail 'no page on standard output'
says err '^line40 +chronos auto '
"$chronos" compare line40.mtx -o kept.html --lines /dev/stdout --peers peers --repeat 1 > out.jsonl 2> err
[ $? -eq 0 ] && "$chronos" report out.jsonl -o again.html && cmp -s kept.html again.html || fail 'no lines on standard output'
[ -z "$(leftOver)" ] || fail "left in the folder for scratch: $(leftOver)"
# What nobody solves: both presets refuse a matrix that is not symmetric.
printf '%%%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 2\n2 2 2\n3 3 2\n1 2 1\n' > unsolved.mtx
expect 3 "no configuration solved 'unsolved'" env PATH=/usr/bin:/bin "$chronos" compare line40.mtx unsolved.mtx -o page.html --repeat 1
[ "$(tail -n 1 page.html)" = '</html>' ] || fail 'no page where a system is not solved'
expect 2 "No folder for scratch can be made in '/nonexistent'" env TMPDIR=/nonexistent "$chronos" compare line40.mtx -o bad.html --peers peers
for wrong in '--only chooses configurations of peers|line40.mtx -o bad.html --only zzz' \
  '--only chooses configurations of peers|line40.mtx -o bad.html --only zzz --preset light --preset auto' \
  "no configuration of a peer has 'zzz'|line40.mtx -o bad.html --only zzz --peers peers" \
  "'nowhere'|line40.mtx -o bad.html --peers nowhere --preset light --preset auto" \
  "There is no matrix 'nothing.mtx'|nothing.mtx -o bad.html --peers peers" \
  "not 'x'|line40.mtx:x -o bad.html --peers peers" \
  "near-kernel vectors 'no.mtx'|line40.mtx:1:no.mtx -o bad.html --peers peers" \
  "called 'line40'|line40.mtx line40.mtx.gz -o bad.html --peers peers" \
  "no preset 'ligth'|line40.mtx -o bad.html --peers peers --preset ligth" \
  'no regular expression|line40.mtx -o bad.html --peers peers --only (' \
  'overwrite|line40.mtx -o line40.mtx --peers peers' \
  'no folder|line40.mtx -o nowhere/bad.html --peers peers' \
  '--repeat|line40.mtx -o bad.html --peers peers --repeat 0' \
  '--output|line40.mtx --peers peers'; do
  # shellcheck disable=SC2086
  expect 2 "${wrong%%|*}" env PATH=/usr/bin:/bin "$chronos" compare ${wrong#*|}
done
expect 2 'leave mpirun away' env OMPI_COMM_WORLD_SIZE=2 "$chronos" compare line40.mtx -o bad.html --peers peers
[ ! -e bad.html ] || fail 'a page of nothing'
expect 0 'FILE[:K[:MODES]]' "$chronos" compare --help
# A peer that takes too long has failed.
sed -i "s/boomeramg-slow/boomeramg-sleeps/" peers/peer_petsc
expect 0 'its time was over' "$chronos" compare line40.mtx -o page.html --peers peers --preset light --repeat 1 --longest 2
# A signal ends it and leaves nothing.
"$chronos" compare line40.mtx -o late.html --peers peers > out 2> err & process=$!
sleep 2
kill -TERM $process
wait $process
status=$?
[ $status -eq 130 ] || fail "exit status $status, not 130, after a signal"
[ ! -e late.html ] && [ -z "$(leftOver)" ] || fail 'a signal leaves files'

echo "$failures failures"
[ $failures -eq 0 ]
