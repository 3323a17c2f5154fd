#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Lists the headers that want a source file of their own for it to be known that all of SRC compile alone; a line each:
# what they read of Trilinos, at last, and the header. LIST is written only when that changed.
#   headers_alone.sh SRC LIST
#   headers_alone.sh --self-test         on made-up files
#
# None is wanted by a header with a source file of its own name, which includes it first (habit_include_order), nor by one
# that is the first line of code of another which is compiled alone: what stands before it there is nothing.
set -euo pipefail
export LC_ALL=C

listOf() {
  (cd "$1" && find . -name '*.?pp' | sort | xargs awk '
    function baseOf(path) { sub(/^.*\//, "", path); return path }
    # Follows first lines of code, and says what is compiled alone by that.
    function follow(header) { while (header in first && !(first[header] in alone)) alone[header = first[header]] }
    function worldOf(header,   i, names, n, here) {
      if (header in world) return world[header]
      world[header] = "nothing"
      n = split(includes[header], names, " ")
      for (i = 1; i <= n; ++i) {
        if (names[i] in path) here = worldOf(names[i])
        else here = names[i] ~ /^Kokkos_/ ? "kokkos" : names[i] ~ /^[A-Z]/ ? "trilinos" : "nothing"
        if (here == "trilinos" || world[header] == "nothing") world[header] = here
      }
      return world[header]
    }
    FNR == 1 {
      base = baseOf(FILENAME)
      began = 0
      isHeader = FILENAME ~ /\.hpp$/
      if (isHeader) { path[base] = FILENAME; order[++numHeaders] = base }
      else { sub(/\.cpp$/, ".hpp", base); hasSource[base] }
    }
    !isHeader || /^[ \t]*(\/\/.*)?$/ || /^#(ifndef|define) [A-Z0-9_]+_HPP$/ { next }
    /^[ \t]*#[ \t]*include[ \t]*["<]/ {
      split($0, parts, /["<>]/)
      included = baseOf(parts[2])
      includes[base] = includes[base] " " included
      if (!began) firstCode[base] = included
    }
    { began = 1 }
    END {
      for (header in firstCode) if (firstCode[header] in path) first[header] = firstCode[header]
      for (i = 1; i <= numHeaders; ++i)
        if (!(order[i] in hasSource)) { wanted[order[i]]; if (order[i] in first) isFirst[first[order[i]]] }
      # Where first lines lead on through headers with sources.
      for (header in isFirst) begins[header]
      for (header in begins)
        for (steps = numHeaders; header in first && steps > 0; --steps) { header = first[header]; isFirst[header] }
      # Those that nobody begins with; then, where headers begin with each other in a ring, the others.
      for (round = 1; round <= 2; ++round)
        for (i = 1; i <= numHeaders; ++i) {
          header = order[i]
          if (!(header in wanted) || header in alone || (round == 1 && header in isFirst)) continue
          alone[header]
          follow(header)
          print worldOf(header), substr(path[header], 3)
        }
    }')
}

if [ "${1:-}" = --self-test ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # write NAME LINE...
  write() { local name=$1; shift; printf '%s\n' '// text' '#ifndef A_HPP' '#define A_HPP' '' "$@" >"$work/$name"; }
  write With.hpp '#include <Tpetra_Map.hpp>' && write With.cpp '#include "With.hpp"'
  write First.hpp '#include <vector>'
  write Between.hpp '#include "First.hpp"' && write Between.cpp '#include "Between.hpp"'
  write Begins.hpp '#include "Between.hpp"' '#include "Second.hpp"'
  write Second.hpp '#include <Kokkos_Core.hpp>'
  write Third.hpp 'struct Before;' '#include "Second.hpp"' '#include "With.hpp"'
  write Guarded.hpp '#ifdef GUARD' '#include "Third.hpp"' '#endif'
  write RingOne.hpp '#include "RingTwo.hpp"'
  write RingTwo.hpp '#include "RingOne.hpp"'
  found=$(listOf "$work")
  expected=$(printf '%s\n' 'kokkos Begins.hpp' 'trilinos Guarded.hpp' 'kokkos Second.hpp' 'trilinos Third.hpp' 'nothing RingOne.hpp')
  [ "$found" = "$expected" ] || { printf 'FAILED: found\n%s\n' "$found"; exit 1; }
  exit 0
fi

found=$(listOf "$1")
[ -n "$found" ] || { echo "No headers in $1"; exit 1; }
[ "$found" = "$(cat "$2" 2>/dev/null)" ] || echo "$found" >"$2"
