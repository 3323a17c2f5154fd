#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs what is missing, builds everything and runs all tests. On a bare Debian 12 nothing else is needed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<TEXT
scripts/test.sh [--build FOLDER] [--no-install] [--again] [CTEST ARGUMENT...]
  --build FOLDER  where to build (build/test)
  --no-install    do not touch the system's packages
  --again         run the tests even when nothing changed since all of them passed
TEXT
}

build=$chronosRoot/build/test
install=yes
again=no
while [ $# -gt 0 ]; do
  case $1 in
    --build) build=$(realpath -m "$2"); shift 2 ;;
    --no-install) install=no; shift ;;
    --again) again=yes; shift ;;
    -h | --help) usage; exit 0 ;;
    *) break ;;
  esac
done

if [ $install = yes ]; then
  installPackages "${chronosSuitePackages[@]}"
fi

say "Configuring in $build"
# Few cores gain by larger batches, which read fewer headers. (-O2 would compile the library in three quarters of the time;
# its tests take a quarter longer.) What a build folder has stays.
batch=()
if [ ! -f "$build/CMakeCache.txt" ] && [ "$(env -u OMP_NUM_THREADS nproc)" -le 4 ]; then batch=(-DCHRONOS_BATCH_SIZE=16); fi
# The examples are built and run from the installed folder alone (test install_examples), as a user would.
configure "$build" "${batch[@]}" -DCHRONOS_ENABLE_TESTS=ON -DCHRONOS_ENABLE_TOOLS=ON -DCHRONOS_ENABLE_EXAMPLES=OFF

say "Building with $(numJobs) jobs"
ninja -C "$build" -j "$(numJobs)"

# What the tests depend on: programs and inputs. The stamp holds its sum after a run without failures.
state=$(cd "$chronosRoot" && {
  find "$build" -type f \( -perm -u+x -o -name 'CTestTestfile.cmake' -o -name '*.a' \) -not -path '*/install*' \
    -not -path '*/CMakeFiles/*' -print0 | sort -z | xargs -0 cat
  find packages/chronos/{src,adapters,test,example,xml,cmake} python scripts docs README.md -type f -print0 | sort -z | xargs -0 cat
} | sha256sum)
stamp=$build/passed
if [ $again = no ] && [ $# -eq 0 ] && [ "$(head -n 1 "$stamp" 2>/dev/null)" = "$state" ]; then
  say "Nothing changed since all tests passed; --again runs them all the same"
  tail -n +2 "$stamp"
  exit 0
fi

say "Testing"
rm -f "$stamp"
log=$build/ctest.log
status=0
(cd "$build" && ctest --output-on-failure --parallel "$(numJobs)" "$@") 2>&1 | tee "$log" || status=$?
if [ $status -eq 0 ] && [ $# -eq 0 ]; then
  { echo "$state"; grep -A 100 'tests passed' "$log"; } >"$stamp"
fi
exit $status
