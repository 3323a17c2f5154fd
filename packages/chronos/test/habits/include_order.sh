#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that every folder of src includes only what the table of layers allows, and that a source file includes the
# header of its own name first: that header then compiles alone whenever the library compiles.
#   include_order.sh SRC LAYERS
set -euo pipefail
src=$(realpath "$1")
layers=$(realpath "$2")
export LC_ALL=C

mapfile -t files < <(cd "$src" && find . -name '*.?pp' | sort)
[ ${#files[@]} -gt 0 ] || { echo "No sources in $src"; exit 1; }

cd "$src"
awk -v layers="$layers" '
  function folderOf(path) { sub(/^\.\//, "", path); return path ~ /\// ? substr(path, 1, index(path, "/") - 1) : "." }
  function baseOf(path) { sub(/^.*\//, "", path); return path }
  function complain(text) { print text; failed = 1 }
  BEGIN {
    while ((getline line < layers) > 0) {
      if (line ~ /^ *(#|$)/) continue
      ++level
      numFolders = split(line, folders, " ")
      for (i = 1; i <= numFolders; ++i) { levelOf[folders[i]] = level; nameOf[level] = line }
    }
    if (level == 0) complain(layers ": no layers, or no such file")
    for (i = 1; i < ARGC; ++i) {
      base = baseOf(ARGV[i])
      folder = folderOf(ARGV[i])
      seen[folder] = 1
      if (!(folder in levelOf))
        complain(ARGV[i] ": the folder " folder " is not in " layers ": add it where it belongs")
      if (base in home) complain(ARGV[i] ": " home[base] " has a file of the same name; rename one")
      home[base] = folder
    }
    for (folder in levelOf)
      if (!(folder in seen)) complain(layers ": there is no folder " folder " any more: remove it")
  }
  FNR == 1 { numIncludes = 0; own = baseOf(FILENAME); sub(/\.cpp$/, ".hpp", own); here = folderOf(FILENAME) }
  match($0, /^[ \t]*#[ \t]*include[ \t]*["<][^">]*[">]/) {
    header = substr($0, RSTART, RLENGTH)
    gsub(/^[^"<]*["<]|[">]$/, "", header)
    ++numIncludes
    where = FILENAME ":" FNR ": "
    if (numIncludes == 1 && FILENAME ~ /\.cpp$/ && own in home && header != own)
      complain(where "include " own " first, so that it is known to compile alone")
    header = baseOf(header)
    if (!(header in home)) next
    if (levelOf[home[header]] < levelOf[here])
      complain(where header " lies in " home[header] ", above " here ": move what is needed down, or the includer up")
  }
  END { exit failed }
' "${files[@]}"
