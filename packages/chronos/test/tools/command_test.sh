#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs the chronos command as a user does: exit status, what it prints, which files it leaves.
#   command_test.sh CHRONOS MPIEXEC NUMPROC_FLAG
set -u
chronos=$1
mpiexec=$2
numprocFlag=$3
mpi() { local ranks=$1; shift; "$mpiexec" "$numprocFlag" "$ranks" "$@"; }
# The same without the launcher on one rank, which saves most of the time.
on() { if [ "$1" -eq 1 ]; then shift; "$@"; else mpi "$@"; fi; }

export $(grep '^[A-Z]' "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/../mpi_environment.txt")

folder=$(mktemp -d)
# A process alone starts no daemon: 0.2 s in place of 0.6 each. Two that start at once want folders of their own for it.
sessions=$(mktemp -d)
export OMPI_MCA_ess_singleton_isolated=1 TMPDIR=$sessions
trap 'rm -rf "$folder" "$sessions"' EXIT
cd "$folder" || exit 1
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
once() { [ "$(grep -cF -e "$1" err)" -eq 1 ] || fail "not said exactly once: $1"; }
member() { sed -n "s/^  \"$1\": \(.*[^,]\),\{0,1\}$/\1/p" "$2"; }
hasMember() { grep -q "\"$1\":" "$2" || fail "no member $1 in $2"; }
absent() { [ -z "$(find . -name "$1*")" ] || fail "there is a file $1*: $(ls)"; }

# matrix FILE SYMMETRY LINE...
matrix() {
  local name=$1
  printf '%%%%MatrixMarket matrix coordinate real %s\n' "$2" > "$name"
  shift 2
  printf '%s\n' "$@" >> "$name"
}
matrix notSymmetric.mtx general '3 3 4' '1 1 2' '2 2 2' '3 3 2' '1 2 1'
matrix zeroDiagonal.mtx symmetric '3 3 2' '1 1 2' '2 2 2'
matrix indefinite.mtx symmetric '3 3 4' '1 1 1' '2 2 1' '3 3 1' '2 1 4'
matrix cutOff.mtx symmetric '3 3 9' '1 1 1'
printf 'hello\n' > text.mtx
printf '%%%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n' > three.mtx
printf '%%%%MatrixMarket matrix array real general\n512 2\n' > two.mtx
for i in $(seq 1024); do echo "$i"; done >> two.mtx
printf '%%%%MatrixMarket matrix coordinate real general\n192 1 2\n1 1 2\n50 1 1\n' > modes.mtx
printf '%%%%MatrixMarket matrix array real general\n64 2\n' > 64.mtx
for i in $(seq 128); do echo "$i"; done >> 64.mtx
{ echo '%%MatrixMarket matrix array real general'; echo '64 3'; for axis in 1 4 16; do
    for i in $(seq 0 63); do echo $((i / axis % 4)); done; done; } > modes64.mtx
gallery=(--problem laplace3d7 --size 8)

echo "== usage"
expect 0 'Examples' "$chronos" --help
expect 0 '--rhs-kind' "$chronos" solve --help
expect 0 'trilinos' "$chronos" --version
expect 2 'Examples' "$chronos"
expect 2 'frob' "$chronos" frob
expect 2 'is one of: solve, eigen, info,' "$chronos" frob
expect 2 "Did you mean 'solve'?" "$chronos" solv
expect 2 "Did you mean 'chronos solve three.mtx'?" "$chronos" three.mtx
expect 2 "Did you mean '--preset'?" "$chronos" solve --preste flow
expect 0 'multigrid' "$chronos" --help
[ "$(head -n 2 out | grep -c multigrid)" = 1 ] || fail 'the first lines of the help do not speak of multigrid'
grep -qF 'mpirun may make' out || fail 'the help does not say what becomes of 130'
expect 0 'chronos --help' "$chronos" solve --help
! grep -qF 'Exit status' out || fail 'the exit status stands in the help of a subcommand, too'
for empty in --tolerance --max-iterations --preset --rhs --json --xml; do
  expect 2 'is empty: give a value' "$chronos" solve "${gallery[@]}" "$empty" ''
done
for seed in -1 18446744073709551616 1e3 1.5 0x10 07; do
  expect 2 'no whole decimal number from 0' "$chronos" solve "${gallery[@]}" --seed "$seed"
done
expect 0 'seed 18446744073709551615' "$chronos" solve "${gallery[@]}" --seed 18446744073709551615
expect 0 "chronos solve takes 'direct'" "$chronos" info "${gallery[@]}"
grep -qF 'nothing is faster' out || fail 'info does not say why'
expect 2 '--frob' "$chronos" solve --frob
expect 2 'Give a matrix' "$chronos" solve
expect 2 'excludes' "$chronos" solve three.mtx --problem laplace3d7
expect 0 'elasticity3d' "$chronos" problems
for option in size contrast stretch anisotropy angle poisson-ratio growth deviation order seed; do
  grep '^Defaults:' out | grep -qF -e "--$option " || fail "the defaults of problems leave out --$option"
done
expect 0 'beam 3 x 2 x 1, order 2' "$chronos" solve --problem beam --size 3 2 1 --order 2 --rhs-kind load --vtk beam.vtu
expect 2 "Did you mean 'lshape'" "$chronos" solve --problem lshap
expect 0 'paper' "$chronos" presets
expect 0 'maximum steps = 30' "$chronos" parameters
expect 0 '| `maximum steps` | int | 30 |' "$chronos" parameters --markdown
expect 2 'There is no preset' "$chronos" parameters nothing

echo "== bad input: status 2"
expect 2 'nothing.mtx' "$chronos" solve nothing.mtx --json bad.json --solution bad.mtx
expect 2 'cutOff.mtx' "$chronos" solve cutOff.mtx --json bad.json
expect 2 'text.mtx' "$chronos" solve text.mtx
expect 2 'not symmetric' "$chronos" solve notSymmetric.mtx --json bad.json --solution bad.mtx
expect 2 'diagonal' "$chronos" solve zeroDiagonal.mtx --json bad.json
expect 2 "'zeroDiagonal.mtx': Row 2" "$chronos" solve zeroDiagonal.mtx
mkfifo fifo
expect 2 'write what comes from there to a file' timeout 20 "$chronos" solve fifo
expect 2 'nobody writes' timeout 20 "$chronos" solve "${gallery[@]}" --xml fifo
rm fifo
matrix line.mtx symmetric '3 3 5' '1 1 1' '2 2 2' '3 3 1' '2 1 -1' '3 2 -1'
printf '%%%%MatrixMarket matrix array real general\n3 1\n1\n1\n4\n' > uneven.mtx
expect 0 'Singular: the sum of every row is zero' "$chronos" info line.mtx
for ranks in 1 3; do
  expect 4 'The matrix is singular' on $ranks "$chronos" solve line.mtx --rhs uneven.mtx
  expect 0 '81.6 % of the right-hand side' on $ranks "$chronos" solve line.mtx --rhs uneven.mtx \
    --set 'solver/null space=constants'
done
# What is given and not used is said.
expect 0 "Note: The list 'amg' is given and not used" "$chronos" solve "${gallery[@]}" --preconditioner jacobi \
  --set amg/cycle=W --json notices.json
grep -qF "The list 'amg' is given and not used" notices.json || fail 'the JSON does not say that a list is not used'
expect 0 "Note: 'amg/level 30' is given" "$chronos" solve "${gallery[@]}" --preset flow \
  --set 'amg/level 30/smoother/damping=1.2'
# said TEXT COMMAND...: a notice in the table and in the JSON; unsaid the same of none at all.
said() {
  local text=$1
  shift
  rm -f said.json
  expect 0 "Note: $text" "$chronos" "$@" --json said.json
  grep -qF -e "$text" said.json || fail "said.json does not say \"$text\": $*"
}
unsaid() {
  expect 0 '' "$chronos" "$@" --json said.json
  grep -q '"notices": \[\]' said.json && ! grep -q '^Note' out || fail "there is a notice: $*"
}
printf '%%%%MatrixMarket matrix array real general\n3 1\n1\n1\n1\n' > flat.mtx
said '--explain has nothing to say' solve "${gallery[@]}" --preset flow --explain
said '--verbose has nothing to say' solve "${gallery[@]}" --preconditioner jacobi --verbose
said '--partition graph has no effect on one rank' solve line.mtx --rhs-kind 'A*ones' --partition graph --preconditioner jacobi
said '--seed has no effect' solve "${gallery[@]}" --rhs-kind ones --seed 3
said '--dofs has no effect on jacobi' solve line.mtx --rhs-kind 'A*ones' --preconditioner jacobi --dofs 3
said "'number of equations' in the list 'user data' has no effect on jacobi" solve line.mtx --rhs-kind 'A*ones' \
  --preconditioner jacobi --set 'user data/number of equations=3'
said "--preconditioner jacobi holds; the preset 'flow'" solve "${gallery[@]}" --preset flow --preconditioner jacobi
said 'the near kernel was read' solve "${gallery[@]}" --preconditioner jacobi --near-kernel two.mtx
said 'the coordinates were read' solve --problem elasticity3d --size 4 --preconditioner jacobi --coordinates modes64.mtx
said '--preset has no effect: for the largest' eigen "${gallery[@]}" -k 2 --which largest --preset flow
said '--seed has no effect' eigen "${gallery[@]}" -k 2 --seed 3
unsaid solve line.mtx --rhs-kind 'A*ones' --preconditioner jacobi --near-kernel flat.mtx --set 'solver/null space=near kernel'
unsaid solve --problem elasticity3d --size 4 --preconditioner jacobi --coordinates modes64.mtx --vtk drawn.vtu
unsaid solve "${gallery[@]}" --explain --seed 3
unsaid solve --problem laplace3d7 --size 16 --preset bootcmatch --verbose
unsaid solve --problem jumps3d --size 5 --rhs-kind ones --seed 3
unsaid eigen --problem jumps3d --size 5 -k 2 --seed 3 --preset flow
# The list `user data` is that of the library, and says what --dofs and --numbering say.
for action in solve eigen; do
  expect 2 "'foo' in the list 'user data' is unknown" "$chronos" $action "${gallery[@]}" --set 'user data/foo=3'
  expect 2 'type int' "$chronos" $action "${gallery[@]}" --set 'user data/number of equations=abc'
  expect 2 'must be an int, 1 or more' "$chronos" $action "${gallery[@]}" --set 'user data/number of equations=0'
  expect 2 '512 unknowns' "$chronos" $action "${gallery[@]}" --set 'user data/number of equations=3'
  expect 2 "number of equations' = 3 in the list 'user data' differ" "$chronos" $action "${gallery[@]}" --dofs 2 \
    --set 'user data/number of equations=3'
  expect 2 'by --near-kernel' "$chronos" $action "${gallery[@]}" --set 'user data/Nullspace=two.mtx'
  expect 2 "'numbering' = nodes in the list 'user data' differ" "$chronos" $action line.mtx --numbering components \
    --set 'user data/numbering=nodes'
done
expect 2 "'user data' is a list" "$chronos" solve "${gallery[@]}" --set 'user data=3'
cat > userData.xml <<'XML'
<ParameterList name="Chronos">
  <ParameterList name="user data"><Parameter name="number of equations" type="string" value="3"/></ParameterList>
</ParameterList>
XML
expect 2 'must be an int, 1 or more' "$chronos" solve "${gallery[@]}" --xml userData.xml
sed -i 's/"string"/"int"/' userData.xml
expect 2 '512 unknowns' "$chronos" solve "${gallery[@]}" --xml userData.xml
expect 2 'take zero or preconditioned' "$chronos" solve "${gallery[@]}" --initial-guess given
# A command can be typed again as the JSON has it.
cp indefinite.mtx "it's #1\\.mtx"
"$chronos" solve "it's #1\\.mtx" --preconditioner jacobi --json typed.json > out 2> err
typed=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["command"])' typed.json)
rm typed.json
expect 4 '' sh -c "$typed"
[ -f typed.json ] || fail "this is not what was typed: $typed"
expect 2 'laplace3d27' "$chronos" solve --problem nothing
expect 2 'contrast' "$chronos" solve "${gallery[@]}" --contrast 5
# Also by the value that it has anyway.
expect 2 'does not read the option --poisson-ratio' "$chronos" solve "${gallery[@]}" --poisson-ratio 0.3
expect 2 'elasticity3d: --poisson-ratio is 0.6' "$chronos" solve --problem elasticity3d --size 3 --poisson-ratio 0.6
expect 2 '1 or more' "$chronos" solve --problem laplace3d7 --size 0
expect 2 'no preset' "$chronos" solve "${gallery[@]}" --preset nothing
expect 2 "'nothing' is unknown" "$chronos" solve "${gallery[@]}" --set nothing=1
expect 2 "'nothing' in list 'solver' is unknown" "$chronos" solve "${gallery[@]}" --set solver/nothing=1
expect 2 'type int' "$chronos" solve "${gallery[@]}" --set 'adaptive fsai/maximum steps=2.5'
expect 2 'allowed' "$chronos" solve "${gallery[@]}" --set 'adaptive fsai/maximum steps=-1'
expect 2 'allowed' "$chronos" solve "${gallery[@]}" --preconditioner magic
expect 2 'allowed' "$chronos" solve "${gallery[@]}" --tolerance -1
expect 2 'nothing.xml' "$chronos" solve "${gallery[@]}" --xml nothing.xml
expect 2 'text.mtx' "$chronos" solve "${gallery[@]}" --xml text.mtx
expect 2 'three.mtx' "$chronos" solve "${gallery[@]}" --rhs three.mtx
# Several right-hand sides: every column with its own end, all in the JSON, all in the solution.
expect 0 '2 columns' "$chronos" solve "${gallery[@]}" --rhs two.mtx --json columns.json --solution xs.mtx
[ "$(grep -c '"status": "converged"' columns.json)" = 3 ] || fail 'two columns are not both in the JSON'
expect 3 'column 2' "$chronos" solve "${gallery[@]}" --rhs-columns 3 --max-iterations 1 --preconditioner jacobi
expect 2 'rhs-columns' "$chronos" solve "${gallery[@]}" --rhs two.mtx --rhs-columns 3
expect 2 'three.mtx' "$chronos" solve "${gallery[@]}" --near-kernel three.mtx
expect 2 '3 rows of coordinates' "$chronos" solve "${gallery[@]}" --coordinates three.mtx
expect 2 '512 unknowns' "$chronos" solve "${gallery[@]}" --dofs 3
expect 2 'no rigid-body modes for 2 coordinates and 8' mpi 2 "$chronos" solve "${gallery[@]}" --coordinates 64.mtx --dofs 8
once 'chronos:'
expect 2 'no folder' "$chronos" solve "${gallery[@]}" --json nowhere/bad.json
expect 2 'it is a folder' "$chronos" solve "${gallery[@]}" --solution .
absent bad
expect 2 'nothing.mtx' mpi 3 "$chronos" solve nothing.mtx
once 'chronos:'
expect 2 'diagonal' mpi 3 "$chronos" solve zeroDiagonal.mtx
once 'chronos:'
expect 2 '--frob' mpi 2 "$chronos" solve --frob
once '--frob'

echo "== not converged: 3, breakdown: 4"
expect 3 'not converged' "$chronos" solve "${gallery[@]}" --preconditioner jacobi --max-iterations 1 --json three.json --solution far.mtx
[ "$(member converged three.json)" = false ] || fail "three.json says converged"
[ "$(member iterations three.json)" = 1 ] || fail "three.json: not one iteration"
[ -f far.mtx ] || fail 'no far.mtx'
expect 4 'positive definite' "$chronos" solve indefinite.mtx --preconditioner jacobi --json four.json --solution bad.mtx
[ "$(member status four.json)" = '"breakdown"' ] || fail "four.json does not say breakdown"
expect 4 'positive definite' mpi 2 "$chronos" solve indefinite.mtx
once 'chronos:'
absent bad

echo "== results"
expect 0 'converged' "$chronos" solve "${gallery[@]}" --preset 'adaptive fsai' --json one.json --solution x.mtx --near-kernel two.mtx
grep -q 'near kernel' out || fail 'no word on the near kernel'
expect 0 'converged' "$chronos" solve "${gallery[@]}" --preset flow --near-kernel two.mtx
expect 0 'converged' mpi 3 "$chronos" solve --problem elasticity3d --size 4 --preset flow --coordinates 64.mtx --dofs 3 \
  --near-kernel modes.mtx
for key in n nnz ranks partition execution_space device preconditioner iterations converged status relative_residual \
  residual_scaling setup_seconds solve_seconds total_seconds matrix_read_seconds factor_density residual_history \
  condition_estimate attainable_residual scaled_residual rounding_residual restarts corrections storage_difference vector_difference peak_memory_bytes parameters phases traffic fallback_rows versions \
  command date preset; do
  hasMember "$key" one.json
  hasMember "$key" four.json
done
[ "$(member n one.json)" = 512 ] || fail 'n is not 512'
[ "$(wc -l < x.mtx)" -eq 514 ] || fail 'x.mtx has not 514 lines'
# The last run's x as right-hand side: files are read back.
expect 0 'converged' "$chronos" solve "${gallery[@]}" --rhs x.mtx
expect 0 '' "$chronos" solve "${gallery[@]}" --quiet
[ -s out ] || [ -s err ] && fail '--quiet says something'
expect 0 'median of 2' "$chronos" solve "${gallery[@]}" --repeat 2 --json repeat.json
hasMember repeat repeat.json
for type in none jacobi 'l1 jacobi' chebyshev 'static fsai'; do
  expect 0 "$type" "$chronos" solve "${gallery[@]}" --preconditioner "$type" --rhs-kind 'A*ones'
done
expect 0 'initial residual' "$chronos" solve --problem anisotropic2d --size 20 30 --angle -30 \
  --residual-scaling initial --initial-guess preconditioned
expect 0 '' "$chronos" solve "${gallery[@]}" --kokkos-num-threads=1

echo "== precedence: preset < XML < --set < option"
cat > some.xml <<'XML'
<ParameterList name="Chronos">
  <ParameterList name="adaptive fsai"><Parameter name="maximum steps" type="int" value="7"/></ParameterList>
  <ParameterList name="solver"><Parameter name="tolerance" type="double" value="1e-3"/></ParameterList>
</ParameterList>
XML
expect 0 '' "$chronos" solve "${gallery[@]}" --preset paper --xml some.xml --set 'adaptive fsai/entries per step=2' \
  --set solver/tolerance=1e-4 --tolerance 1e-5 --json choice.json
grep -q '"stopping rule": "kaporin ratio"' choice.json || fail 'preset lost'
grep -q '"maximum steps": 7,' choice.json || fail 'XML lost'
grep -q '"entries per step": 2,' choice.json || fail '--set lost'
grep -q '"tolerance": 1e-05,' choice.json || fail '--tolerance lost'
"$chronos" parameters --xml > all.xml
expect 0 '' "$chronos" solve "${gallery[@]}" --xml all.xml

echo "== the Krylov method"
cat > flexible.xml <<'XML'
<ParameterList name="Chronos">
  <Parameter name="type" type="string" value="jacobi"/>
  <ParameterList name="solver"><Parameter name="method" type="string" value="flexible cg"/></ParameterList>
</ParameterList>
XML
expect 0 'krylov method       flexible cg' "$chronos" solve "${gallery[@]}" --xml flexible.xml --json flexible.json
[ "$(member krylov_method flexible.json)" = '"flexible cg"' ] || fail 'flexible.json names another method'
expect 0 'krylov method       cg' "$chronos" solve "${gallery[@]}" --xml flexible.xml --set solver/method=automatic
cat > unsymmetric.mtx <<'MTX'
%%MatrixMarket matrix coordinate real general
3 3 7
1 1 4
2 2 4
3 3 4
1 2 -1
2 1 -2
2 3 -1
3 2 -2
MTX
expect 2 'not symmetric' "$chronos" solve unsymmetric.mtx
for method in bicgstab fgmres; do
  expect 0 "krylov method       $method" "$chronos" solve unsymmetric.mtx --set type=jacobi --set "solver/method=$method"
  expect 2 'not symmetric' "$chronos" solve unsymmetric.mtx --set type=amg --set "solver/method=$method"
done
expect 0 'K cycle' "$chronos" solve --problem laplace3d7 --size 16 --preset flow --set amg/cycle=K \
  --set 'amg/coarse size=20' --json flexible.json
[ "$(member krylov_method flexible.json)" = '"flexible cg"' ] || fail 'a K cycle was not recognised'
[ "$(member krylov_cycle flexible.json)" != null ] || fail 'steps of the K cycle are not counted'

echo "== a composite of hierarchies"
several=(--problem anisotropic2d --size 40 --angle 30 --preset bootcmatch --set 'amg/coarse size=20'
  --set 'amg/composite/maximum hierarchies=3' --set amg/composite/convergence=0)
expect 0 'hierarchies         3, convergence 0.' "$chronos" solve "${several[@]}" --json several.json
[ "$(grep -c '^ \{6\}"convergence": 0\.[0-9]' several.json)" -eq 3 ] || fail 'several.json lacks the convergence of a hierarchy'
[ "$(member krylov_method several.json)" = '"cg"' ] || fail 'a symmetrised composite is not symmetric'
expect 0 '' "$chronos" report several.json -o several.html
grep -q 'precondition together: 3' several.html || fail 'the page does not show the hierarchies'
expect 0 'flexible cg' "$chronos" solve "${several[@]}" --set amg/composite/composition=multiplicative
expect 2 'keeps no near-kernel vector' "$chronos" solve "${several[@]}" --set amg/coarsening/type=pmis
expect 0 '' "$chronos" solve "${gallery[@]}" --preset flow --json one_hierarchy.json
grep -q '"convergence": null' one_hierarchy.json || fail 'one hierarchy was looked at'

echo "== the choice of a method"
expect 0 'chosen              aggregation' "$chronos" solve --problem laplace3d7 --size 16 --json auto.json --write-xml auto.xml
grep -q '"methods": \[' auto.json || fail 'auto.json does not say what was chosen'
[ "$(member iterations auto.json)" -lt 30 ] || fail 'the chosen method takes too many iterations'
expect 0 '' "$chronos" solve --problem laplace3d7 --size 16 --xml auto.xml --json again.json
[ "$(member iterations auto.json)" = "$(member iterations again.json)" ] || fail 'auto.xml is another method'
[ "$(member choice again.json)" = null ] || fail 'auto.xml still chooses'
expect 0 'chosen              smoothed aggregation' mpi 3 "$chronos" solve --problem elasticity3d --size 17 --tolerance 1e-4
expect 0 'otherwise' "$chronos" solve "${gallery[@]}" --explain
expect 0 'chosen              direct' "$chronos" solve "${gallery[@]}" --preset auto
# What is given beside auto holds: multigrid is meant by its parameters.
expect 0 'chosen              aggregation' "$chronos" solve "${gallery[@]}" --set amg/cycle=W --json cycle.json
grep -q '"cycle": "W"' cycle.json || fail '--set amg/cycle is lost'
expect 2 "type\` is auto" "$chronos" solve "${gallery[@]}" --set 'adaptive fsai/maximum steps=7'

echo "== XML: the whole text of a value is a number"
# xmlValue LIST NAME TYPE VALUE: makes value.xml.
xmlValue() {
  printf '<ParameterList name="Chronos"><ParameterList name="%s">\n<Parameter name="%s" type="%s" value="%s"/>\n' \
    "$1" "$2" "$3" "$4" > value.xml
  printf '</ParameterList></ParameterList>\n' >> value.xml
}
while IFS='|' read -r list name type value; do
  xmlValue "$list" "$name" "$type" "$value"
  text="Parameter '$name' in list '$list' of the file 'value.xml' is '$value', which is"
  expect 2 "$text" "$chronos" solve "${gallery[@]}" --xml value.xml --json bad.json --solution bad.mtx
  once 'chronos:'
done <<'WRONG'
solver|tolerance|double|1,0e-8
solver|tolerance|double|ten
solver|maximum iterations|int|5junk
solver|maximum iterations|int|99999999999
solver|maximum iterations|int|1e3
adaptive fsai|tolerance|double|nan
WRONG
expect 2 "$text" mpi 3 "$chronos" solve "${gallery[@]}" --xml value.xml --solution bad.mtx
once "$text"
once 'chronos:'
xmlValue solver tolerance double ' 1.0E-4 '
expect 0 '' "$chronos" solve "${gallery[@]}" --xml value.xml --json choice.json
grep -q '"tolerance": 0.0001,' choice.json || fail 'the tolerance of value.xml is lost'
for value in 1,0e-8 1e-8x nan 0x1p-3 ''; do
  expect 2 'type double' "$chronos" solve "${gallery[@]}" --set "solver/tolerance=$value"
done
for text in '' 'no XML' '<ParameterList>' '<other/>'; do
  printf '%s' "$text" > broken.xml
  expect 2 "The parameter file 'broken.xml'" "$chronos" solve "${gallery[@]}" --xml broken.xml
  once 'chronos:'
  ! grep -qE 'Throw|Teuchos_' err || fail "the message shows the inside of Teuchos"
done
expect 2 'Is a directory' "$chronos" solve "${gallery[@]}" --xml .
absent bad

echo "== series"
# laplacian FILE ROWS SHIFT
laplacian() {
  awk -v n="$2" -v shift="$3" 'BEGIN {
    print "%%MatrixMarket matrix coordinate real symmetric"; print n, n, 2 * n - 1
    for (i = 1; i <= n; ++i) { print i, i, 2 + shift; if (i > 1) print i, i - 1, -1 }
  }' > "$1"
}
mkdir -p steps
index=0
for shift in 0.001 0.001001 0.001002 0.1 4; do
  index=$((index + 1))
  laplacian steps/$index.mtx 400 $shift
  echo "$index.mtx  # step $index"
done > steps/list
multigrid=(--preset flow --set 'amg/coarse size=20' --rhs-kind 'A*ones')
# The rule counts seconds, of which a test can say nothing: what is kept here lost no iteration, and step 4 takes twice
# those of step 1, for which step 5 is set up or gets new values, whichever the seconds say is cheaper.
renewed() { grep -qE "^ +$1 +steps/$1\.mtx +$2 +[0-9.]+ s" out; }
iterationsOf() { sed -nE "s/^ +$1 +steps\/$1\.mtx .* s +([0-9]+) +[0-9.]+ s .*/\1/p" out; }
for ranks in 1 3; do
  expect 0 'converged, 5 of 5 systems' on $ranks "$chronos" solve --sequence steps/list "${multigrid[@]}" \
    --json series.json --solution series.mtx
  first=$(iterationsOf 1)
  [ "$(iterationsOf 2)" = "$first" ] && [ "$(iterationsOf 3)" = "$first" ] && [ "$(iterationsOf 4)" -gt $((2 * first)) ] ||
    fail 'these systems do not show the rule: steps 2 and 3 are to take the iterations of step 1, step 4 more than twice'
  renewed 1 'set up' || fail 'step 1 is not set up'
  for step in 2 3 4; do renewed $step kept || fail "step $step, which lost nothing before, is not kept"; done
  renewed 5 '(set up|new values)' || fail 'step 5 is kept, though step 4 took twice the iterations'
  grep -qE '^ +because: .*(after the set-up|s lost, a set-up takes .*)$' out || fail 'the table does not say why'
  grep -qE '^  (1 set up, 1|2 set up, 0) with new values, 3 kept; ' out || fail 'the last line does not count the steps'
  [ "$(grep -c '"renewal": ' series.json)" -eq 5 ] || fail 'not every step is in the JSON'
  [ "$(member systems series.json)" = 5 ] || fail 'series.json does not know how many systems there are'
  [ "$(grep -c '^      "converged": true' series.json)" -eq 5 ] || fail 'not every step of the JSON has converged'
  # Each of its own matrix: the solution is 1.
  for index in 1 2 3 4 5; do
    awk 'NR > 2 && ($1 < 0.9999 || $1 > 1.0001) { bad = 1 } END { exit bad || NR != 402 }' series_$index.mtx ||
      fail "series_$index.mtx is not the solution of its step"
  done
  rm series_?.mtx
done
expect 0 '5 set up, 0 with new values, 0 kept' "$chronos" solve --sequence steps/list "${multigrid[@]}" --renew anew
expect 0 '1 set up, 4 with new values, 0 kept' "$chronos" solve --sequence steps/list "${multigrid[@]}" --renew values
expect 0 'chosen: direct' "$chronos" solve --sequence steps/list --json /dev/null
expect 3 'chronos: step 5: ' "$chronos" solve --sequence steps/list --preconditioner jacobi --max-iterations 1
expect 2 'excludes' "$chronos" solve three.mtx --sequence steps/list
# One that breaks down does not take the others with it; the worst is the exit status.
matrix definite.mtx symmetric '3 3 4' '1 1 1' '2 2 1' '3 3 1' '2 1 0.5'
printf 'definite.mtx three.mtx\nindefinite.mtx three.mtx\ndefinite.mtx three.mtx\ndefinite.mtx\n' > broken
for ranks in 1 3; do
  expect 4 'breakdown, 4 of 4 systems' on $ranks "$chronos" solve --sequence broken --preconditioner jacobi --json parts.json
  [ "$(grep -c '^      "converged": true' parts.json)" -eq 3 ] || fail 'a breakdown took other steps with it'
  once 'chronos: step 2: '
done
grep -qF '2 set up, 0 with new values, 2 kept' out || fail 'the same matrix was set up again'
# Without a solution, which is said of the step, as is what an earlier run left in its place.
expect 4 'chronos: step 2: no solution is written.' "$chronos" solve --sequence broken --preconditioner jacobi --solution part.mtx
[ -f part_1.mtx ] && [ ! -e part_2.mtx ] && [ -f part_3.mtx ] || fail 'the steps that converged have no solution'
touch part_2.mtx
expect 4 "chronos: step 2: no solution is written; 'part_2.mtx' is of an earlier run." "$chronos" solve --sequence broken \
  --preconditioner jacobi --solution part.mtx
# What is no file is written as it is in every step; by a link, see below.
ln -s /dev/null steps/void.mtx
mkfifo steps/fifo
for ranks in 1 3; do
  expect 0 'converged, 5 of 5' on $ranks "$chronos" solve --sequence steps/list --preset flow --solution steps/void.mtx
  timeout 60 cat steps/fifo > steps/read &
  expect 0 'converged, 5 of 5' on $ranks "$chronos" solve --sequence steps/list --preset flow --solution steps/fifo
  wait $!
  [ "$(grep -c '^400 1$' steps/read)" -eq 5 ] || fail 'not all steps came through the FIFO'
done
[ -z "$(find steps -name 'void_*' -o -name 'fifo_*')" ] || fail "a device or a FIFO has numbers: $(ls steps)"
ln -s /dev/stdout steps/printed.mtx
expect 0 '' "$chronos" solve --sequence steps/list --preset flow --quiet --solution steps/printed.mtx
[ "$(grep -c '^400 1$' out)" -eq 5 ] || fail 'not all steps went to standard output'
# Names with blanks; the same matrix again is kept, whatever --renew says.
cp definite.mtx 'steps/de fi#nite.mtx'
cp three.mtx 'steps/b b.mtx'
printf '"de fi#nite.mtx" "b b.mtx"# one\n "de fi#nite.mtx"\r\n' > steps/quoted
expect 0 '1 set up, 0 with new values, 1 kept' "$chronos" solve --sequence steps/quoted --renew anew
while read -r line; do
  echo "$line" > steps/quoted
  expect 2 "Line 1 of 'steps/quoted'" "$chronos" solve --sequence steps/quoted
  grep -q 'double quote' err || fail "nothing is said of quotes: $line"
done <<'QUOTES'
"1.mtx
"1.mtx"b
""
de fi nite.mtx
QUOTES
printf '1.mtx 400.mtx\n' > steps/given
{ echo '%%MatrixMarket matrix array real general'; echo '400 1'; seq 400; } > steps/400.mtx
said '--renew-factor has no effect beside --renew anew' solve --sequence steps/list --renew anew --renew-factor 2
said '--seed has no effect' solve --sequence steps/given --seed 3
said '--rhs-kind has no effect' solve --sequence steps/given --rhs-kind ones
unsaid solve --sequence steps/list --seed 3 --rhs-columns 2 --renew-factor 2
# Bad input is named by its line, after steps that were solved.
laplacian steps/small.mtx 300 1
for ranks in 1 3; do
  printf '1.mtx\n\n# no system\nsmall.mtx\n' > steps/sizes
  expect 2 "Line 4 of 'steps/sizes': 'steps/small.mtx' has 300 rows" on $ranks "$chronos" solve --sequence steps/sizes \
    --json bad.json
  once 'chronos:'
done
absent bad

echo "== for ParaView"
for ranks in 1 3; do
  expect 0 '' on $ranks "$chronos" solve --problem elasticity3d --size 4 --vtk body.vtu
  grep -qF 'NumberOfPoints="64" NumberOfCells="27"' body.vtu || fail 'body.vtu is not the grid'
  grep -qF 'Name="solution" NumberOfComponents="3"' body.vtu || fail 'body.vtu has no vectors'
  python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' body.vtu || fail 'body.vtu is no XML'
done
expect 0 '' "$chronos" solve --problem anisotropic2d --size 5 --vtk flat.vtu
grep -qF 'NumberOfPoints="25" NumberOfCells="16"' flat.vtu || fail 'flat.vtu is not the grid'
expect 0 '' "$chronos" solve --problem reservoir3d --size 6 --growth 4 --rhs-kind load --vtk reservoir.vtu
{ echo '%%MatrixMarket matrix array real general'; echo '400 2'; seq 400; seq 400; } > places.mtx
expect 0 '' "$chronos" solve --sequence steps/list --coordinates places.mtx --dofs 1 --vtk steps/x.vtu --preset flow
[ "$(grep -c 'file="x_[1-5].vtu"' steps/x.pvd)" -eq 5 ] || fail 'steps/x.pvd does not name the steps'
[ "$(ls steps/x_?.vtu | wc -l)" -eq 5 ] || fail 'not every step has its file'
expect 2 'give the file of --coordinates' "$chronos" solve steps/1.mtx --vtk bad.vtu
absent bad

echo "== timelines"
expect 0 'rank 2: ' mpi 3 "$chronos" solve --problem laplace3d7 --size 8 --preset flow --timeline overlap.svg
[ "$(tail -n 1 out | cut -d: -f1)" = '  rank 2' ] || fail 'more than one rank prints a timeline'
grep -qF 'iteration 3' overlap.svg || fail 'overlap.svg does not say what it is of'
python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' overlap.svg || fail 'overlap.svg is no XML'
expect 0 '' mpi 2 "$chronos" solve --problem laplace3d7 --size 8 --timeline first.svg --tolerance 0.9 --quiet --repeat 2
[ ! -s out ] || fail '--quiet prints a timeline'
grep -qF 'iteration 1' first.svg || fail 'a solve of one iteration has no timeline'
expect 2 'one rank exchanges nothing; start the command on several ranks by mpirun' "$chronos" solve --problem laplace3d7 \
  --size 8 --timeline alone.svg
[ ! -e alone.svg ] || fail 'a timeline of one rank is written'

echo "== ranks"
expect 0 '' "$chronos" solve --problem elasticity3d --size 6 --json ranks1.json
expect 0 '' mpi 3 "$chronos" solve --problem elasticity3d --size 6 --json ranks3.json --solution x3.mtx
[ "$(member ranks ranks3.json)" = 3 ] || fail 'not 3 ranks'
difference=$((0 + $(member iterations ranks1.json) - $(member iterations ranks3.json)))
[ "$difference" -ge -1 ] && [ "$difference" -le 1 ] || fail "iterations on 1 and 3 ranks differ by $difference"
[ "$(grep -c 'converged' out)" -eq 1 ] || fail 'more than one rank prints'
expect 0 '' mpi 4 "$chronos" solve --problem laplace3d7 --size 1

echo "== rows by a partition of the graph"
# Numbers of a line that tell nothing of places: the ranks share nearly all columns.
{
  echo '%%MatrixMarket matrix coordinate real symmetric'
  echo '12000 12000 23999'
  awk 'BEGIN { for (i = 0; i < 12000; ++i) { a = i * 1009 % 12000 + 1; b = (i + 1) * 1009 % 12000 + 1; print a, a, 2.01
               if (i < 11999) { if (a > b) print a, b, -1; else print b, a, -1 } } }'
} > scattered.mtx
expect 0 '' "$chronos" solve scattered.mtx --solution alone.mtx --json alone.json
[ "$(member partition alone.json)" = null ] || fail 'a partition on one rank'
expect 0 'consecutive: ' mpi 2 "$chronos" solve scattered.mtx --partition rows
byGraph=graph
if "$chronos" solve --help | grep -q 'built without METIS'; then
  byGraph=rows
  expect 2 'libmetis-dev' mpi 2 "$chronos" solve scattered.mtx --partition graph --json bad.json
  absent bad
else
  for ranks in 2 3; do
    expect 0 'by graph' mpi $ranks "$chronos" solve scattered.mtx --partition graph --solution graph.mtx --json graph.json
    grep -q '"method": "graph"' graph.json || fail 'graph.json does not name the partition'
    paste alone.mtx graph.mtx | awk 'NR > 2 && ($1 - $2) ^ 2 > 1e-12 { exit 1 }' || fail 'another solution by graph'
  done
  expect 0 'by graph' mpi 2 "$chronos" solve scattered.mtx
  cp scattered.mtx again.mtx
  printf 'scattered.mtx\nagain.mtx alone.mtx\n' > scattered
  expect 0 'by graph' mpi 3 "$chronos" solve --sequence scattered
  expect 0 'converged, 2 of 2 systems' mpi 3 "$chronos" solve --sequence scattered --partition graph --renew values
  expect 0 'by graph' mpi 3 "$chronos" eigen scattered.mtx --mass again.mtx -k 1 --partition graph
  grep -qF '1.000000000000e+00' out || fail 'A x = lambda A x has another lambda than 1'
fi
# A body of scattered nodes with all that is read beside it: by graph, where there is METIS, everything arrives where it
# belongs.
awk 'BEGIN { n = 7; N = n * n * n; a = 101; header = "%%MatrixMarket matrix "
  print header "array real general\n" N, 3 > "nodes.mtx"
  print header "array real general\n" 3 * N, 2 > "forces.mtx"
  for (k = 0; k < N; ++k) place[k * a % N] = k
  for (d = 0; d < 3; ++d) for (g = 0; g < N; ++g) print int(place[g] / n ^ d) % n > "nodes.mtx"
  for (c = 1; c < 3; ++c) for (g = 0; g < 3 * N; ++g) print (place[int(g / 3)] * c + g % 3) % 5 > "forces.mtx"
  print header "coordinate real general\n" 3 * N, 3 * N, 9 * (7 * N - 6 * n * n) > "body.mtx"
  for (k = 0; k < N; ++k) { g = k * a % N
    for (i = 0; i < 3; ++i) for (j = 0; j < 3; ++j) print 3 * g + i + 1, 3 * g + j + 1, i == j ? 8 : 0.5 > "body.mtx"
    for (d = 0; d < 3; ++d) for (s = -1; s < 2; s += 2) { x = int(k / n ^ d) % n + s
      if (x >= 0 && x < n) for (i = 0; i < 3; ++i) for (j = 0; j < 3; ++j)
        print 3 * g + i + 1, 3 * ((k + s * n ^ d) * a % N) + j + 1, i == j ? -1 : 0 > "body.mtx" } } }'
beside=(--coordinates nodes.mtx --rhs forces.mtx --preset mechanics --tolerance 1e-10)
expect 0 '' "$chronos" solve body.mtx "${beside[@]}" --solution alone.mtx --vtk alone.vtu
expect 0 '' mpi 3 "$chronos" solve body.mtx "${beside[@]}" --partition $byGraph --solution graph.mtx --vtk graph.vtu
paste alone.mtx graph.mtx | awk 'NR > 2 && ($1 - $2) ^ 2 > 1e-14 { exit 1 }' || fail 'another solution of the body by graph'
numbersOf() { grep -v '[<>]' "$1"; }
paste <(numbersOf alone.vtu) <(numbersOf graph.vtu) |
  awk '{ for (i = 1; i <= NF / 2; ++i) if (($i - $(i + NF / 2)) ^ 2 > 1e-14) exit 1 }' || fail 'another picture by graph'

echo "== unknowns numbered component by component"
# A grid of springs, held at one side: by node as nodes.mtx has them, and by component.
awk 'BEGIN { n = 12; N = n * n; header = "%%MatrixMarket matrix "
  for (i = 0; i < N; ++i) { x = i % n; y = int(i / n)
    for (dx = -1; dx < 2; ++dx) for (dy = -1; dy < 2; ++dy) { X = x + dx; Y = y + dy
      if ((dx == 0 && dy == 0) || X >= n || Y < 0 || Y >= n) continue
      for (a = 0; a < 2; ++a) for (b = 0; b < 2; ++b) {
        k = (a ? dy : dx) * (b ? dy : dx) / (dx * dx + dy * dy) + (a == b ? 0.1 : 0)
        K[i, a, i, b] += k; if (X >= 0) K[i, a, Y * n + X, b] -= k } } }
  for (e in K) ++numEntries
  print header "coordinate real general\n" 2 * N, 2 * N, numEntries > "byNode.mtx"
  print header "coordinate real general\n" 2 * N, 2 * N, numEntries > "byComponent.mtx"
  for (e in K) { split(e, p, SUBSEP)
    printf "%d %d %.15g\n", 2 * p[1] + p[2] + 1, 2 * p[3] + p[4] + 1, K[e] > "byNode.mtx"
    printf "%d %d %.15g\n", p[2] * N + p[1] + 1, p[4] * N + p[3] + 1, K[e] > "byComponent.mtx" }
  print header "array real general\n" N, 2 > "places.mtx"
  for (i = 0; i < N; ++i) print i % n > "places.mtx"
  for (i = 0; i < N; ++i) print int(i / n) > "places.mtx"
  print header "array real general\n" 2 * N, 1 > "loadByNode.mtx"
  print header "array real general\n" 2 * N, 1 > "loadByComponent.mtx"
  for (i = 0; i < N; ++i) for (a = 0; a < 2; ++a) print i % 7 - a > "loadByNode.mtx"
  for (a = 0; a < 2; ++a) for (i = 0; i < N; ++i) print i % 7 - a > "loadByComponent.mtx" }'
body=(--coordinates places.mtx --preset mechanics --set 'amg/coarse minimum=20' --tolerance 1e-10)
expect 0 '' "$chronos" solve byNode.mtx --rhs loadByNode.mtx "${body[@]}" --solution node.mtx --json node.json --vtk node.vtu
[ "$(member components node.json)" = 0 ] || fail 'unknowns by node are renumbered'
tail -n +3 node.mtx | awk '{ v[NR] = $1 } END { for (a = 1; a < 3; ++a) for (i = a; i <= NR; i += 2) print v[i] }' > expected
for ranks in 1 3; do
  expect 0 'component by component, 2 a node; solved node by node' mpi $ranks "$chronos" solve byComponent.mtx \
    --rhs loadByComponent.mtx "${body[@]}" --solution component.mtx --json component.json --vtk component.vtu
  [ "$(member components component.json)" = 2 ] || fail 'component.json does not tell the components'
  paste expected <(tail -n +3 component.mtx) | awk '($1 - $2) ^ 2 > 1e-12 { exit 1 }' ||
    fail "another solution of unknowns by component on $ranks ranks"
  paste <(numbersOf node.vtu) <(numbersOf component.vtu) |
    awk '{ for (i = 1; i <= NF / 2; ++i) if (($i - $(i + NF / 2)) ^ 2 > 1e-12) exit 1 }' || fail 'another picture by component'
done
expect 0 '' mpi 2 "$chronos" solve byComponent.mtx --rhs loadByComponent.mtx --numbering components --dofs 2 --solution told.mtx \
  --tolerance 1e-10
paste expected <(tail -n +3 told.mtx) | awk '($1 - $2) ^ 2 > 1e-12 { exit 1 }' || fail 'another solution of told components'
expect 0 '2 a node; solved node by node' "$chronos" solve byComponent.mtx --rhs loadByComponent.mtx --numbering components \
  --set 'user data/number of equations=2'
for ranks in 1 2; do
  expect 2 'numbered node by node, 2 unknowns a node' mpi $ranks "$chronos" solve byNode.mtx --numbering components --dofs 2
done
expect 0 'numbered     component by component, 2 a node' "$chronos" info byComponent.mtx
expect 0 'by sums of rows they are so component by component' "$chronos" solve byComponent.mtx --numbering nodes "${body[@]}" --json asIs.json
[ "$(member components asIs.json)" = 0 ] || fail 'unknowns are renumbered although they are told to be by node'
# Nodes of the last column slide across it.
awk 'NR == 1 { print; next } NR == 2 { next } { if ($1 % 24 != 0 && $2 % 24 != 0) print left($1), left($2), $3 }
  function left(g) { return g - int(g / 24) }' byNode.mtx > entries
{ head -1 entries; echo "276 276 $(($(wc -l < entries) - 1))"; tail -n +2 entries; } > sliding.mtx
for ranks in 1 3; do
  expect 0 '12 unknowns of nodes are not in the matrix' mpi $ranks "$chronos" solve sliding.mtx --coordinates places.mtx \
    --set 'amg/coarse minimum=20' --tolerance 1e-10 --json sliding$ranks.json
done
difference=$((0 + $(member iterations sliding1.json) - $(member iterations sliding3.json)))
[ "$difference" -ge -4 ] && [ "$difference" -le 4 ] || fail "iterations of sliding nodes on 1 and 3 ranks differ by $difference"
head -n 282 places.mtx > fewer.mtx
sed -i '2s/.*/140 2/' fewer.mtx
expect 2 'nodes are seen in the matrix' "$chronos" solve sliding.mtx --coordinates fewer.mtx --set 'amg/coarse minimum=20'
expect 2 'Say it by --dofs' "$chronos" solve scattered.mtx --numbering components
expect 2 'no nodes of 7 unknowns' "$chronos" solve scattered.mtx --numbering components --dofs 7
printf 'byComponent.mtx loadByComponent.mtx\nbyComponent.mtx loadByComponent.mtx\n' > twice
expect 0 'converged, 2 of 2 systems' mpi 2 "$chronos" solve --sequence twice --tolerance 1e-10 --solution step.mtx
for step in step*.mtx; do
  paste expected <(tail -n +3 "$step") | awk '($1 - $2) ^ 2 > 1e-12 { exit 1 }' || fail "another solution in $step"
done
expect 0 '' "$chronos" eigen byNode.mtx -k 1 --tolerance 1e-9 --vectors modeOfNodes.mtx
expect 0 'solved node by node' mpi 3 "$chronos" eigen byComponent.mtx -k 1 --tolerance 1e-9 --vectors mode.mtx
tail -n +3 modeOfNodes.mtx | awk '{ v[NR] = $1 } END { for (a = 1; a < 3; ++a) for (i = a; i <= NR; i += 2) print v[i] }' > expected
paste expected <(tail -n +3 mode.mtx) | awk '{ s += $1 * $2; a += $1 ^ 2; b += $2 ^ 2 } END { exit s * s < 0.999999 * a * b }' ||
  fail 'another mode of unknowns by component'
expect 0 '' mpi 3 "$chronos" eigen byComponent.mtx --mass byComponent.mtx -k 1
grep -qF '1.000000000000e+00' out || fail 'A x = lambda A x of components has another lambda than 1'
expect 2 'excludes' "$chronos" solve --problem laplace3d7 --partition graph
expect 2 'automatic' "$chronos" solve scattered.mtx --partition best

echo "== convert and info"
expect 0 '' "$chronos" convert indefinite.mtx i.bin
expect 0 '' "$chronos" convert i.bin back.mtx --lower
expect 0 'symmetric    yes' "$chronos" info i.bin
expect 0 'symmetric    no' "$chronos" info notSymmetric.mtx
expect 0 '1 not stored' "$chronos" info zeroDiagonal.mtx
# What solve takes and refuses info does, too. A small difference beside large entries, of which one triangle loses one.
awk 'BEGIN { print "%%MatrixMarket matrix coordinate real general"; print 60, 60, 178
  for (i = 1; i <= 60; ++i) { print i, i, i < 3 ? 2e15 : 2.5; if (i > 1) { v = i == 2 ? -1e15 : -1
      print i, i - 1, v; print i - 1, i, i == 41 ? -0.5 : v } } }' > hidden.mtx
sed 's/-0.5$/-1/' hidden.mtx | awk '$1 == 40 && $2 == 41 { print $1, $2, "-0.999999999"; next } { print }' > rounded.mtx
sed 's/-0.5$/-1/' hidden.mtx > equal.mtx
matrix oneSided.mtx general '2 2 3' '1 1 2' '2 2 2' '1 2 0'
for ranks in 1 3; do
  expect 0 'no: 1 pair of entries' on $ranks "$chronos" info hidden.mtx
  grep -qF 'entry (39, 40) is -0.5, entry (40, 39) is -1' out || fail 'info does not name the pair'
  grep -qF 'chronos solve will not take it' out || fail 'info has another verdict than solve'
  expect 2 'not symmetric' on $ranks "$chronos" solve hidden.mtx
  expect 0 'yes, but for 1 pair of entries' on $ranks "$chronos" info rounded.mtx
  grep -qF 'only a solve can tell' out || fail 'info refuses what solve takes'
  expect 0 '' on $ranks "$chronos" solve rounded.mtx
  expect 0 'yes, bit by bit' on $ranks "$chronos" info equal.mtx
  expect 2 'entry (39, 40) is -0.5, entry (40, 39) is -1' on $ranks "$chronos" convert hidden.mtx bad.mtx --lower
  once 'chronos:'
  expect 2 'entry (39, 40) is -0.99999' on $ranks "$chronos" convert rounded.mtx bad.mtx --lower
  expect 2 'entry (1, 0) is not stored' on $ranks "$chronos" convert oneSided.mtx bad.mtx --lower
  expect 0 '' on $ranks "$chronos" convert equal.mtx lowerOfEqual.mtx --lower
done
absent bad
"$chronos" convert equal.mtx allOfEqual.mtx && "$chronos" convert lowerOfEqual.mtx fromLower.mtx
cmp -s allOfEqual.mtx fromLower.mtx || fail 'the lower triangle is another matrix'
expect 0 '' "$chronos" convert indefinite.mtx I.MTX
head -n 1 I.MTX | grep -q MatrixMarket || fail 'I.MTX is no text'
{ printf '\357\273\277'; cat indefinite.mtx; } > mark.mtx
expect 0 'entries      5' "$chronos" info mark.mtx
# Rows of 2 with one entry beside the diagonal: PETSc's form, with a NaN there, or on the diagonal.
for place in beside on; do
  {
    printf '\000\022{P\000\000\000\002\000\000\000\002\000\000\000\004'
    for number in 2 2 0 1 0 1; do printf "\\000\\000\\000\\00$number"; done
    two='\100\000\000\000\000\000\000\000' nan='\177\370\000\000\000\000\000\000'
    case $place in beside) printf "$two$nan$nan$two" ;; on) printf "$nan$two$two$two" ;; esac
  } > nan.petsc
  for ranks in 1 3; do
    expect 0 'holds a NaN or an infinity' on $ranks "$chronos" info nan.petsc
    for text in 'unknown: not all entries are finite' "$([ $place = on ] && echo '1 NaN, 0 infinite' || echo '2 NaN, 0')"; do
      grep -qF "$text" out || fail "info does not say '$text'"
    done
    [ $place = beside ] || grep -qF 'diagonal     2 .. 2, 1 NaN' out || fail 'a NaN on the diagonal is not named'
  done
done
matrix nothing0.mtx general '0 0 0'
matrix nothing3.mtx general '3 3 0'
expect 0 'no rows' "$chronos" info nothing0.mtx
! grep -qE 'inf|9223|Singular' out || fail 'an empty matrix has numbers'
expect 0 'no entries' mpi 3 "$chronos" info nothing3.mtx
! grep -qE 'inf|symmetric ' out || fail 'a matrix without entries has numbers'
grep -q '^3 3 4$' back.mtx || fail 'back.mtx is not what it was'
expect 2 'compress' "$chronos" convert i.bin bad.mtx.gz
expect 2 'nothing' "$chronos" convert nothing bad.bin
absent bad

# Four rows of 4 and right-hand side 4, 8, 12, 16 as PETSc writes them: the highest byte first.
{
  printf '\000\022{P\000\000\000\004\000\000\000\004\000\000\000\004'
  for number in 1 1 1 1 0 1 2 3; do printf "\\000\\000\\000\\00$number"; done
  for number in 1 2 3 4; do printf '\100\020\000\000\000\000\000\000'; done
  printf '\000\022{N\000\000\000\004'
  for number in '\020' '\040' '\050' '\060'; do printf "\\100$number\\000\\000\\000\\000\\000\\000"; done
} > system.petsc
for ranks in 1 3; do
  expect 0 'converged' on $ranks "$chronos" solve system.petsc --rhs system.petsc --preconditioner jacobi --solution one.petsc.mtx
  [ "$(awk 'NR > 2 { printf "%.6f ", $1 }' one.petsc.mtx)" = '1.000000 2.000000 3.000000 4.000000 ' ] ||
    fail 'the system of PETSc has another solution'
done

echo "== outputs: what is there stays what it is"
"$chronos" solve "${gallery[@]}" --quiet --solution plain.mtx
"$chronos" convert indefinite.mtx plain.bin
mkdir -p below
ln -s ../one.mtx below/link.mtx
echo old > one.mtx
ln -s dangling.mtx toDangling.mtx
# By links: a command that replaces what it should not must not reach the devices.
for device in full null stdout; do ln -s "/dev/$device" "$device.mtx"; done
mkfifo fifo
for ranks in 1 3; do
  expect 0 '' on $ranks "$chronos" solve "${gallery[@]}" --solution below/link.mtx --json toDangling.mtx
  [ -L below/link.mtx ] && [ -L toDangling.mtx ] || fail 'a link is gone'
  [ "$(wc -l < one.mtx)" -eq 514 ] || fail 'the target of the link is not written'
  hasMember converged dangling.mtx
  echo old > one.mtx
  rm dangling.mtx

  timeout 60 cat fifo > read.mtx &
  expect 0 '' on $ranks "$chronos" solve "${gallery[@]}" --solution fifo
  wait $!
  [ -p fifo ] || fail 'the FIFO is gone'
  [ "$(wc -l < read.mtx)" -eq 514 ] || fail 'not all came through the FIFO'
  expect 0 '' "$chronos" solve "${gallery[@]}" --rhs read.mtx
  timeout 60 cat fifo > read.bin &
  expect 0 '' on $ranks "$chronos" convert indefinite.mtx fifo
  wait $!
  cmp -s read.bin plain.bin || fail 'the binary matrix came otherwise through the FIFO'
  # A reader that goes at once, and more than the FIFO holds: an error, not a signal.
  timeout 60 head -c 0 fifo &
  expect 2 'Broken pipe' on $ranks "$chronos" solve --problem laplace3d7 --size 20 --solution fifo
  wait $!

  # One output that fails does not cost the other.
  expect 2 'No space left' on $ranks "$chronos" solve "${gallery[@]}" --json full.mtx --solution other.mtx
  once 'chronos:'
  [ -L full.mtx ] && [ "$(wc -l < other.mtx)" -eq 514 ] || fail 'the link to /dev/full or other.mtx is gone'
  rm other.mtx
  expect 2 'No space left' on $ranks "$chronos" solve "${gallery[@]}" --solution full.mtx
  expect 2 'No space left' on $ranks "$chronos" convert indefinite.mtx full.mtx
  expect 0 '"status": "converged"' on $ranks "$chronos" solve "${gallery[@]}" --quiet --json stdout.mtx
done
"$chronos" solve "${gallery[@]}" --json stdout.mtx > both 2> err
head -n 1 both | grep -q 'converged' && [ "$(tail -n 1 both)" = '}' ] || fail 'table and JSON are not one after the other'
"$chronos" parameters > /dev/full 2> err
[ $? -eq 2 ] || fail 'a full disk behind standard output is not noticed'
once 'standard output'
chmod 600 one.mtx
expect 0 '' "$chronos" solve "${gallery[@]}" --solution one.mtx
[ "$(stat -c %a one.mtx)" = 600 ] || fail 'the permissions of one.mtx are gone'

echo "== outputs: neither an input nor each other"
matrix in.mtx symmetric '3 3 3' '1 1 2' '2 2 2' '3 3 2'
cp in.mtx in.copy
cp three.mtx rhs.mtx
cp rhs.mtx rhs.copy
cp some.xml in.xml
ln -s in.mtx toIn.mtx
ln in.mtx hard.mtx
ln -s new.mtx toNew.mtx
tried=(in.mtx ./in.mtx "$folder/in.mtx" below/../in.mtx toIn.mtx hard.mtx)
triedNew=(new.mtx ./new.mtx below/../new.mtx toNew.mtx "$folder/new.mtx")
for ranks in 1 3; do
  for name in "${tried[@]}"; do
    for option in --solution --json; do
      expect 2 "would overwrite the matrix 'in.mtx'" on $ranks "$chronos" solve in.mtx $option "$name"
      once 'chronos:'
    done
    expect 2 'would overwrite the input' on $ranks "$chronos" convert in.mtx "$name"
  done
  expect 2 'would overwrite the input' on $ranks "$chronos" convert toIn.mtx in.mtx
  expect 2 "would overwrite --rhs 'rhs.mtx'" on $ranks "$chronos" solve in.mtx --rhs rhs.mtx --solution rhs.mtx
  expect 2 "would overwrite --xml" on $ranks "$chronos" solve in.mtx --xml in.xml --json ./in.xml
  for name in "${triedNew[@]}"; do
    expect 2 'are one file' on $ranks "$chronos" solve in.mtx --json new.mtx --solution "$name"
    once 'chronos:'
    absent new
  done
  expect 2 'are one file' on $ranks "$chronos" solve in.mtx --json fifo --solution fifo
  # Other spellings make no difference to ranks.
  tried=(toIn.mtx)
  triedNew=(toNew.mtx)
done
cmp -s in.mtx in.copy && cmp -s rhs.mtx rhs.copy && cmp -s in.xml some.xml || fail 'an input is not what it was'
expect 0 '' "$chronos" solve in.mtx --json null.mtx --solution null.mtx
[ -L null.mtx ] || fail 'the link to /dev/null is gone'
"$chronos" solve in.mtx --json printed.json > printed.json 2> err
[ $? -eq 2 ] || fail 'a file that standard output goes to is replaced'
once 'standard output'
expect 2 'it is a folder' "$chronos" convert in.mtx below
expect 2 'no folder' "$chronos" convert in.mtx nowhere/bad.bin
ln -s nowhere/bad.bin toNowhere
expect 2 'no folder' "$chronos" convert in.mtx toNowhere
ln -s circle circle
expect 2 'circle' "$chronos" convert in.mtx circle
rm circle toNowhere

echo "== interrupt: 130"
# So many runs that only the signal ends them, on a machine of any speed.
"$chronos" solve --problem laplace3d7 --size 40 --preconditioner jacobi --repeat 100000 \
  --json stopped.json --solution bad.mtx > out 2> err < /dev/null &
process=$!
sleep 3
kill -INT $process
wait $process
status=$?
[ $status -eq 130 ] || fail "exit status $status, not 130, after an interrupt"
[ "$(member status stopped.json)" = '"interrupted"' ] || fail 'stopped.json does not say interrupted'
grep -q 'iterations' out || fail 'nothing is known after an interrupt'
grep -q '^chronos: interrupted' err && grep -q '"message": "interrupted' stopped.json || fail 'nothing names the interrupt'
grep -q 'no solution is written' err && ! grep -q 'is returned' err || fail 'an iterate is spoken of that nobody gets'
absent bad
awk -v n=200000 'BEGIN { print "%%MatrixMarket matrix coordinate real symmetric"; print n, n, 2 * n - 1
  for (i = 1; i <= n; ++i) { print i, i, 2.0000001; if (i > 1) print i, i - 1, -1 } }' > long.mtx
printf 'long.mtx\nlong.mtx\nlong.mtx\n' > longs
echo old > late_3.mtx
"$chronos" solve --sequence longs --preconditioner jacobi --tolerance 1e-14 --max-iterations 1000000 --solution late.mtx \
  > out 2> err < /dev/null &
process=$!
sleep 4
kill -INT $process
wait $process
[ $? -eq 130 ] || fail 'a series has another exit status after an interrupt'
grep -qE '^chronos: step 1: interrupted (after|before) ' err || fail 'nothing says that a step was interrupted'
grep -qF "steps 2 to 3 were not begun; 'late_3.mtx' is of an earlier run." err || fail 'nothing is said of the steps left'

# Reading and set-up do not look for signals: a second later they are ended. A shell starts what it does not wait for with
# the signal ignored, so the program must have come to set its handler: MPI alone takes two seconds on a busy machine.
"$chronos" solve --problem elasticity3d --size 60 --preset 'strong mechanics' > out 2> err < /dev/null &
process=$!
sleep 5
kill -INT $process
before=$(date +%s)
wait $process
status=$?
[ $status -eq 130 ] || fail "exit status $status, not 130, after an interrupt of the set-up"
[ $(($(date +%s) - before)) -le 5 ] || fail 'a set-up went on after an interrupt'
grep -q 'interrupted' err || fail 'nothing says that the set-up was interrupted'

echo "== report"
page() { [ -s "$1" ] && [ "$(tail -n 1 "$1")" = '</html>' ] || fail "no whole page $1"; }
says() { grep -qF -e "$2" "$1" || fail "$1 does not say: $2"; }
silent() { ! grep -qiE -e "$2" "$1" || fail "$1 says: $2"; }
expect 0 '' "$chronos" report one.json -o one.html
page one.html
for text in '<svg' 'class="run0"' 'tolerance 1e-08' 'adaptive fsai' '512 rows' 'prefers-color-scheme'; do says one.html "$text"; done
silent one.html '<script|https?:|@import|url\(|<link| src='
expect 0 '' "$chronos" report notices.json -o notices.html
page notices.html
says notices.html 'is given and not used: `type` is'
# All states of a run, and one more than there are colours.
for i in 1 2 3 4; do cp one.json "same$i.json"; done
expect 0 '' "$chronos" report one.json three.json four.json stopped.json repeat.json same?.json -o all.html
page all.html
for text in 'not converged' 'breakdown' 'run0 dashed'; do says all.html "$text"; done
# A hierarchy as docs/json.md describes it, with members that are null or absent, and names that are no HTML.
cat > 'a<b>&"c.json' <<'JSON'
{"status": "converged", "matrix": "<script>alert('x')</script>", "preconditioner": "multi<i>grid", "n": 4000, "nnz": 27000,
 "iterations": 3, "relative_residual": null, "residual_history": [1, 1e-3, null, 0, 1e-9], "setup_seconds": 0.5,
 "solve_seconds": 0.25, "grid_complexity": 1.25, "operator_complexity": 1.5, "memory_bytes": 2097152,
 "phases": {"compute": 0.5, "compute/<u>": 0.5}, "parameters": {"list": {"<em>": "</td>"}}, "message": "a < b",
 "levels": [{"level": 0, "rows": 4000, "entries": 27000, "entries_per_row": 6.75, "active_ranks": 2,
   "smoother": "fsai", "smoother_density": 0.8, "coarsening": "pmis", "interpolation": "extended+i <p>",
   "prolongation_entries": 9000, "bytes": 1048576, "seconds": {"smoother": 0.25, "<s>": 0.125}},
  {"level": 1, "rows": 1000, "smoother": null, "seconds": null}, {}]}
JSON
expect 0 '' "$chronos" report 'a<b>&"c.json' -o levels.html
page levels.html
for text in 'a&lt;b&gt;&amp;&quot;c' '&lt;script&gt;' '4,000' '27,000' 'extended+i &lt;p&gt;' '2.00 MiB' 'level 2'; do
  says levels.html "$text"
done
silent levels.html '<script|<i>|<em>|<u>|<s>|<p>[^a-z]*<p>|nan|inf[^o]'
expect 2 'nothing.json' "$chronos" report one.json nothing.json -o bad.html
expect 2 'not JSON' "$chronos" report text.mtx -o bad.html
expect 2 'folder' "$chronos" report . -o bad.html
for text in '[1, 2]' '3' '{"status": "converged"}' '{"status": 1, "n": "many"}'; do
  printf '%s' "$text" > other.json
  expect 2 'no result of chronos solve' "$chronos" report one.json other.json -o bad.html
  once 'chronos:'
done
for name in one.json ./one.json below/../one.json; do
  expect 2 'overwrite' "$chronos" report one.json -o "$name"
done
expect 2 'No space left' "$chronos" report one.json -o full.mtx
[ -L full.mtx ] || fail 'the link to /dev/full is gone'
"$chronos" report one.json -o stdout.mtx > stdout.html
page stdout.html
expect 2 'twice' "$chronos" report one.json one.json -o bad.html
expect 2 'no folder' "$chronos" report one.json -o nowhere/bad.html
expect 2 '--output' "$chronos" report one.json
expect 2 'a series (chronos solve --sequence)' "$chronos" report series.json -o bad.html
expect 0 '' "$chronos" eigen "${gallery[@]}" -k 1 --json pairs.json
expect 2 'eigenpairs (chronos eigen)' "$chronos" report one.json pairs.json -o bad.html
once 'chronos:'
absent bad
grep -q residual_history one.json || fail 'one.json is not what it was'
expect 2 'nothing.json' mpi 2 "$chronos" report nothing.json -o bad.html
once 'chronos:'

echo "== report: solvers side by side"
# solverLine PEER CONFIGURATION MATRIX CONVERGED SECONDS
solverLine() {
  printf '{"peer": "%s", "configuration": "%s", "matrix": "%s", "converged": %s, "setup_seconds": %s, "solve_seconds": %s,' \
    "$1" "$2" "$3" "$4" "$5" "$5"
  printf ' "iterations": 12, "relative_residual": 1e-9, "later": [1]}\n'
}
# Chronos: 4, 4 and 2 seconds (its better configuration, a median of 3). The other: 8, 2, and never.
{
  solverLine chronos fast a/one.mtx.gz true 2
  solverLine chronos fast two.bin true 1.5
  solverLine chronos fast two.bin true 9
  solverLine chronos fast two.bin true 2
  solverLine chronos slow two.bin true 7
  solverLine chronos fast three.mtx true 1
  echo
  solverLine 'p<i>' 'p<i>-b<u>' b/one.mtx true 4
  solverLine 'p<i>' 'p<i>-b<u>' two.mtx true 1
  solverLine 'p<i>' 'p<i>-b<u>' three.mtx false null
} > lines.jsonl
expect 0 '' "$chronos" report lines.jsonl -o solvers.html
page solvers.html
for text in '2 solvers on 3 systems' '<svg class="chart profile curves"' 'Solvers side by side' '1.00 on 2 systems' '0.500 (one)' \
  '2.00 (two)' 'chronos on 1 system, another on 1 system' 'Solved by chronos alone' 'fastest on 2, solved 3 of 3' \
  'fastest on 1, solved 2 of 3' 'not solved' 'class="run1"' 'p&lt;i&gt;' '>b&lt;u&gt;, 12'; do
  says solvers.html "$text"
done
silent solvers.html '<script|https?:|<i>|<u>|nan|inf[^o]| src='
# A run that failed among others of its configuration, whatever they took: never solved.
{ cat lines.jsonl; solverLine chronos fast three.mtx false 1; } > failed.jsonl
expect 0 '' "$chronos" report failed.jsonl -o solvers.html
says solvers.html 'fastest on 1, solved 2 of 3'
says solvers.html 'Solved by none'
# Two systems are too few, and one solver's share is no comparison; the medians are shown all the same.
grep -v three lines.jsonl > few.jsonl
expect 0 '' "$chronos" report few.jsonl -o solvers.html
page solvers.html
says solvers.html 'Medians of each'
silent solvers.html 'chart profile'
# Results of the command alone: their presets take the place of solvers.
presetFiles=()
for preset in light paper; do
  for problem in laplace3d7 laplace3d27 jumps3d; do
    expect 0 '' "$chronos" solve --problem $problem --size 6 --preset $preset --json $preset-$problem.json
    presetFiles+=("$preset-$problem.json")
  done
done
[ "$(member preset light-jumps3d.json)" = '"light"' ] || fail 'light-jumps3d.json does not name its preset'
expect 0 '' "$chronos" report "${presetFiles[@]}" -o presets.html
for text in '2 solvers on 3 systems' 'chart profile' '</span>light' '</span>paper'; do says presets.html "$text"; done
silent presets.html 'Geometric mean'
# Beside a solver their presets are configurations of Chronos.
sed -n 's/^  "matrix": \(.*\),$/\1/p' light-*.json | while read -r matrix; do
  solverLine peer standard "$(echo "$matrix" | tr -d '"')" true 1000
done > peer.jsonl
expect 0 '' "$chronos" report "${presetFiles[@]}" peer.jsonl -o both.html
page both.html
for text in 'chronos on 3 systems, another on 0 systems' 'Convergence' '</span>peer'; do says both.html "$text"; done
while IFS='|' read -r text why; do
  { solverLine chronos fast one.mtx true 2; echo; echo "$text"; } > wrong.jsonl
  expect 2 "Line 3 of 'wrong.jsonl' is no result of a solver: $why" "$chronos" report one.json wrong.jsonl -o bad.html
  once 'chronos:'
done <<'WRONG'
hello|it is not JSON
[1, 2]|it is no object
{"peer": "p"}|there is no text "matrix"
{"matrix": "m", "peer": 3, "configuration": "c", "converged": true}|there is no text "peer"
{"matrix": "m", "peer": "p", "configuration": "", "converged": true}|there is no text "configuration"
{"matrix": "m", "peer": "p", "configuration": "c", "converged": "yes"}|there is no "converged"
{"matrix": "m", "peer": "p", "configuration": "c", "converged": true}|it has converged, but
{"matrix": "m", "peer": "p", "configuration": "c", "converged": true, "setup_seconds": -1}|"setup_seconds" is below zero
{"matrix": "m", "peer": "p", "configuration": "c", "converged": false, "iterations": "2"}|"iterations" is no number
WRONG
echo > empty.jsonl
expect 2 'no result in' "$chronos" report empty.jsonl -o bad.html
expect 2 'nothing.jsonl' "$chronos" report nothing.jsonl -o bad.html
expect 2 'overwrite' "$chronos" report lines.jsonl -o lines.jsonl
absent bad

echo "== eigenpairs"
expect 0 '--guard-vectors' "$chronos" eigen --help
matrix stiff.mtx symmetric '4 4 4' '1 1 2' '2 2 12' '3 3 3' '4 4 40'
matrix heavy.mtx symmetric '4 4 4' '1 1 1' '2 2 4' '3 3 1' '4 4 4'
for ranks in 1 3; do
  expect 0 'status              converged' on $ranks "$chronos" eigen "${gallery[@]}" -k 5 --json eigen.json --vectors modes5.mtx
  grep -q '^512 5$' modes5.mtx || fail 'five vectors are not written'
  [ "$(member status eigen.json)" = '"converged"' ] || fail 'eigen.json does not say converged'
  [ "$(grep -c '"value"' eigen.json)" -eq 5 ] || fail 'eigen.json has not five pairs'
  for name in iterations block_size products mass_products preconditionings seconds residual_history mass preconditioner; do
    hasMember $name eigen.json
  done
  rm -f eigen.json modes5.mtx
  expect 0 '3.000000000000e+00' on $ranks "$chronos" eigen stiff.mtx --mass heavy.mtx -k 2
  expect 0 '1.000000000000e+01' on $ranks "$chronos" eigen stiff.mtx --mass heavy.mtx -k 1 --which largest
  expect 0 'zero but for rounding' on $ranks "$chronos" eigen line.mtx -k 3
  expect 3 'of 5 pairs converged in 1 iterations' on $ranks "$chronos" eigen "${gallery[@]}" -k 5 --method power \
    --max-iterations 1 --json eigen.json
  [ "$(member status eigen.json)" = '"not converged"' ] || fail 'eigen.json does not say not converged'
  rm -f eigen.json
done
for method in lobpcg srqcg power; do
  expect 0 "$method, the 2 largest" "$chronos" eigen "${gallery[@]}" -k 2 --which largest --method $method --tolerance 1e-3
done
expect 2 '--frob' "$chronos" eigen stiff.mtx --frob
expect 2 'Give a matrix' "$chronos" eigen

leftOver=$(find . -name '*.part*' -o -name '*tmp*')
[ -z "$leftOver" ] || fail "left over: $leftOver"
echo "$failures failures"
[ $failures -eq 0 ]
