#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that what names something of Kokkos, Tpetra, Teuchos or the standard library includes a header of it, itself or
# through headers of ours. Compilers do not see where none does: precompiled headers come first, which bring the
# standard ones along.
#   trilinos_includes.sh FOLDER...
#   trilinos_includes.sh --self-test
set -euo pipefail
export LC_ALL=C

check() {
  local files
  mapfile -t files < <(find "$@" -name '*.?pp' | sort)
  [ ${#files[@]} -gt 0 ] || { echo "No sources in $*"; return 1; }
  awk '
    function baseOf(path) { sub(/^.*\//, "", path); return path }
    # Whether a file, or what it includes, has a header of a package.
    function brings(file, package,    i) {
      if (visited[file, package] == round) return 0
      visited[file, package] = round
      if (has[file, package]) return 1
      for (i = 1; i <= numOurs[file]; ++i)
        if (brings(ours[file, i], package)) return 1
      return 0
    }
    BEGIN {
      numPackages = split("Kokkos Tpetra Teuchos", packages, " ")
      for (i = 1; i <= numPackages; ++i) name[packages[i]] = packages[i] "::"
      numStandard = split("array deque functional map memory optional set string vector", standard, " ")
      for (i = 1; i <= numStandard; ++i) {
        packages[++numPackages] = standard[i]
        name[standard[i]] = "std::" standard[i] "[<&]"
      }
      name["functional"] = "std::function<"
      name["memory"] = "std::(unique_ptr|shared_ptr|make_unique|make_shared|weak_ptr)<"
      name["string"] = "std::(string|to_string)[^_a-z]"
    }
    { file = baseOf(FILENAME); where[file] = FILENAME }
    match($0, /^[ \t]*#[ \t]*include[ \t]*["<][^">]*[">]/) {
      header = substr($0, RSTART, RLENGTH)
      gsub(/^[^"<]*["<]|[">]$/, "", header)
      header = baseOf(header)
      # Tpetra and what is built on it bring the others.
      if (header ~ /^Kokkos_/) has[file, "Kokkos"] = 1
      else if (header ~ /^Teuchos_/) has[file, "Teuchos"] = 1
      else if (header ~ /^(Tpetra_|Belos|Ifpack2_|MueLu_|Xpetra_|Amesos2|Zoltan2_|Thyra_|Stratimikos_|Anasazi)/)
        has[file, "Kokkos"] = has[file, "Tpetra"] = has[file, "Teuchos"] = 1
      else if (header in name) has[file, header] = 1
      else ours[file, ++numOurs[file]] = header
      next
    }
    {
      sub(/\/\/.*/, "")
      for (i = 1; i <= numPackages; ++i)
        if (!((file, packages[i]) in names) && $0 ~ name[packages[i]]) names[file, packages[i]] = FNR
    }
    END {
      for (key in names) {
        split(key, parts, SUBSEP)
        ++round
        if (brings(parts[1], parts[2])) continue
        print where[parts[1]] ":" names[key] ": names something of " parts[2] " and includes no header of it"
        failed = 1
      }
      exit failed
    }
  ' "${files[@]}"
}

if [ "${1:-}" != --self-test ]; then
  check "$@"
  exit
fi
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
printf '#include <Kokkos_Core.hpp>\n' >"$folder/A.hpp"
printf '#include "A.hpp"\nKokkos::View<int*> x;  // Teuchos::RCP\n' >"$folder/B.hpp"
check "$folder" || { echo "Refused what is right"; exit 1; }
printf '#include "B.hpp"\nTeuchos::RCP<int> x;\n' >"$folder/C.cpp"
if check "$folder" >"$folder/said"; then echo "Did not find a header that is missing"; exit 1; fi
grep -q 'C.cpp:2: names something of Teuchos ' "$folder/said"
printf '#include "B.hpp"\nstd::vector<int> x;\n' >"$folder/C.cpp"
if check "$folder" >"$folder/said"; then echo "Did not find a standard header that is missing"; exit 1; fi
grep -q 'C.cpp:2: names something of vector ' "$folder/said"
