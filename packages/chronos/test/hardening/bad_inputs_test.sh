#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs the chronos command on every row of bad_inputs.txt, on 1 and 3 ranks: exit status, one message that names what
# the row asks for, an end within 20 seconds, no output that is not whole.
#   bad_inputs_test.sh CHRONOS MPIEXEC NUMPROC_FLAG [ROW]
# With ROW, the number of a line of the table, runs that row alone and prints what was said.
set -u
chronos=$1
mpiexec=$2
numprocFlag=$3
only=${4:-}
table=$(dirname "$(realpath "${BASH_SOURCE[0]}")")/bad_inputs.txt
atMost=20  # seconds a run
inside='Throw|Teuchos(_|::)|Kokkos::|terminate called|what\(\)|\.[ch]pp'

export $(grep '^[A-Z]' "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/../mpi_environment.txt")

folder=$(mktemp -d)
# Launchers of other tests make and remove the folder of sessions meanwhile, which ends a start with "File exists".
sessions=$(mktemp -d)
export TMPDIR=$sessions
trap 'rm -rf "$folder" "$sessions"' EXIT

# What a row makes of its input; all write the file `in`.
text() { printf "$1" > in; }
array() { printf '%%%%MatrixMarket matrix array real general\n' > in; printf '%s\n' "$@" >> in; }
# mtx SYMMETRY LINE...
mtx() { printf '%%%%MatrixMarket matrix coordinate real %s\n' "$1" > in; shift; printf '%s\n' "$@" >> in; }
# values ROWS VALUE [COLUMNS]: the same value everywhere, but 1 in the first row.
values() {
  array "$1 ${3:-1}"
  local column
  for ((column = 0; column < ${3:-1}; ++column)); do echo 1; yes "$2" | head -n $(($1 - 1)); done >> in
}
# xml LIST NAME TYPE VALUE
xml() {
  printf '<ParameterList name="Chronos"><ParameterList name="%s">' "$1" > in
  printf '<Parameter name="%s" type="%s" value="%s"/></ParameterList></ParameterList>\n' "$2" "$3" "$4" >> in
}
good() { cp ../good.mtx in; }
binary() { cp ../good.bin in; }
# More entries than are announced, by far: 2 million lines behind a header of one.
many() { mtx general '3 3 1'; yes '1 1 1' | head -n 2000000 >> in; }
# gz COMMAND...: compresses what the command makes.
gz() { "$@"; gzip -n in; mv in.gz in; }
cut() { head -c "$1" in > cut.in; mv cut.in in; }
# patch OFFSET BYTES: from the end when negative.
patch() {
  local at=$1
  if [ "$at" -lt 0 ]; then at=$(($(stat -c %s in) + at)); fi
  printf "$2" | dd of=in bs=1 seek="$at" conv=notrunc status=none
}

# A Laplacian in one dimension.
{
  echo '%%MatrixMarket matrix coordinate real symmetric'
  echo '64 64 127'
  for ((i = 1; i <= 64; ++i)); do echo "$i $i 4"; [ $i -eq 1 ] || echo "$i $((i - 1)) -1"; done
} > "$folder/good.mtx"
(cd "$folder" && "$chronos" convert good.mtx good.bin > /dev/null) || exit 1

# run ROW RANKS: in a folder of its own; prints what is wrong. Nothing here but the command itself and what makes its
# input starts a process: a dozen a run took longer than the runs.
run() {
  local row=$1 ranks=$2 here=$folder/$1.$2 status object found expected remedy make arguments
  IFS='|' read -r status object found expected remedy make arguments <<< "${rows[$row]}"
  cd "$here" || return
  eval "$make" || { echo "row $row: cannot make its input: $make"; return; }
  : > ../before."$row.$ranks"
  arguments=${arguments//@out/--json out.json --solution out.mtx}
  arguments=${arguments//@good/../good.mtx}
  local command=("$chronos") launched code wrong=() name line
  if [ "$ranks" -eq 1 ]; then
    # A process alone starts no daemon, which takes half of its time. Two that start at once want folders of their own.
    export OMPI_MCA_ess_singleton_isolated=1 TMPDIR=$folder/sessions.$row
  else
    command=("$mpiexec" "$numprocFlag" "$ranks" "$chronos")
  fi
  eval "launched=($arguments)"
  timeout -k 5 $atMost "${command[@]}" "${launched[@]}" > ../out."$row.$ranks" 2> ../err."$row.$ranks" < /dev/null
  code=$?
  local out=../out.$row.$ranks err=../err.$row.$ranks lines=() messages=() first=() shown=no
  mapfile -t lines < "$err"
  # Where a solve broke down, another line says what became of the solution.
  for line in "${lines[@]}"; do
    case $line in
      'chronos: no solution'*) messages+=("$line") ;;
      chronos:*) messages+=("$line") && first+=("$line") ;;
    esac
    # A header that a program is told to include is no inside.
    [[ ! ${line/include Chronos_Amesos2.hpp/} =~ $inside ]] || shown=yes
  done
  if [ $code -ge 124 ] && [ $code -ne 130 ]; then wrong+=("killed, or longer than $atMost s (exit status $code)")
  elif [ $code -ne "$status" ]; then wrong+=("exit status $code, not $status"); fi
  [ ${#first[@]} -eq 1 ] || wrong+=('not one message')
  for name in "$object" "$found" "$expected" "$remedy"; do
    [ "$name" = - ] || names "$name" "${messages[@]}" || wrong+=("the message does not name: $name")
  done
  [ $shown = no ] || wrong+=('the message shows the inside')
  if [ "$status" -eq 2 ]; then
    # A device that is full shows after the solve.
    [ ! -s "$out" ] || [ -e full ] || wrong+=('bad input, and standard output is not empty')
    for name in out.json out.mtx out.bin out.html out.xml; do [ ! -e $name ] || wrong+=("bad input left $name"); done
  else
    lines=()
    [ ! -e out.json ] || mapfile -t lines < out.json
    [ ${#lines[@]} -gt 0 ] && [ "${lines[-1]}" = '}' ] || wrong+=('no whole out.json')
    [ ! -e out.mtx ] || wrong+=('a breakdown left a solution')
  fi
  shopt -s dotglob globstar nullglob
  for name in **/*.part* **/*tmp*; do wrong+=("left over: $name"); done
  if [ -f in ] && [ in -nt ../before."$row.$ranks" ]; then wrong+=('the input was written'); fi
  if [ ${#wrong[@]} -gt 0 ] || [ -n "$only" ]; then
    echo "row $row on $ranks: $make; chronos $arguments"
    [ ${#wrong[@]} -eq 0 ] || printf '    FAILED: %s\n' "${wrong[@]}"
    head -c 600 "$err" | grep -v '^-*$' | head -n 6 | sed 's/^/    | /'
  fi
  [ ${#wrong[@]} -gt 0 ] || : > ../passed."$row.$ranks"
}

# names TEXT MESSAGE...: whether a message holds the text.
names() {
  local text=$1 message
  shift
  for message; do [[ $message != *"$text"* ]] || return 0; done
  return 1
}

declare -A rows=()
number=0
cases=0
chosen=()
folders=()
while IFS= read -r line; do
  number=$((number + 1))
  case $line in '' | '#'*) continue ;; esac
  separators=${line//[^|]/}
  [ ${#separators} -eq 6 ] || { echo "Line $number of $table has not seven fields"; exit 1; }
  rows[$number]=$line
  if [ -z "$only" ] || [ "$only" = "$number" ]; then chosen+=("$number"); fi
done < "$table"
[ ${#chosen[@]} -gt 0 ] || { echo "No such row in $table: $only"; exit 1; }
for row in "${chosen[@]}"; do folders+=("$folder"/{"$row.1","$row.3","sessions.$row"}); done
mkdir "${folders[@]}" || exit 1

# On two cores more at once end no earlier: ranks that wait for others take the cores from these.
jobs=$(env -u OMP_NUM_THREADS nproc)
if [ "$jobs" -lt 2 ]; then jobs=2; fi
running=0
start=$SECONDS
for row in "${chosen[@]}"; do
  cases=$((cases + 1))
  for ranks in 1 3; do
    if [ $running -ge $jobs ]; then wait -n; running=$((running - 1)); fi
    (run "$row" $ranks > "$folder/report.$row.$ranks" 2>&1) &
    running=$((running + 1))
  done
done
wait
cat "$folder"/report.* 2> /dev/null
failures=$((2 * cases - $(find "$folder" -name 'passed.*' | wc -l)))
echo "$cases bad inputs on 1 and 3 ranks in $((SECONDS - start)) s: $failures runs failed"
[ "$failures" -eq 0 ] && [ "$cases" -gt 0 ]
