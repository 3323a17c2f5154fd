#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Launches a compiler that only reads a source, and leaves an empty object: code of a header that nobody calls takes as
# long again. What it precompiles is made as always.
#   read_alone.sh COMPILER ARGUMENT...
set -eu
object=
last=
for argument in "$@"; do
  [ "$last" != -o ] || object=$argument
  last=$argument
done
case $object in
  *.o) "$@" -fsyntax-only && : > "$object" ;;
  *) "$@" ;;
esac
