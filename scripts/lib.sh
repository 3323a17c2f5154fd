# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034
#
# Shared by the scripts here: what must be installed, how it gets installed, how a build is configured.

# Debian's TrilinosConfig.cmake names targets of packages that Chronos does not use (AztecOO to RTOp): without them
# find_package(Trilinos COMPONENTS Belos) fails.
# CHOLMOD factors the last level with dense kernels: with the reference BLAS, Debian's default, that takes three times as
# long. The serial OpenBLAS starts no threads beside the ranks.
chronosPackages=(
  g++ cmake ninja-build ccache make
  libopenmpi-dev openmpi-bin
  libtrilinos-kokkos-dev libtrilinos-kokkos-kernels-dev libtrilinos-teuchos-dev libtrilinos-tpetra-dev
  libtrilinos-belos-dev
  libtrilinos-aztecoo-dev libtrilinos-epetra-dev libtrilinos-epetraext-dev libtrilinos-rtop-dev
  libtrilinos-thyra-dev libtrilinos-triutils-dev libtrilinos-xpetra-dev
  libsuitesparse-dev libmetis-dev libopenblas0-serial zlib1g-dev libcli11-dev nlohmann-json3-dev
)
chronosTestPackages=(libgtest-dev)
# For the adapters, with all that Debian's files of these three name.
chronosAdapterPackages=(
  libtrilinos-stratimikos-dev libtrilinos-ifpack2-dev libtrilinos-muelu-dev
  libtrilinos-amesos-dev libtrilinos-amesos2-dev libtrilinos-anasazi-dev libtrilinos-galeri-dev libtrilinos-ifpack-dev
  libtrilinos-intrepid2-dev libtrilinos-isorropia-dev libtrilinos-ml-dev libtrilinos-sacado-dev libtrilinos-shards-dev
  libtrilinos-shylu-dev libtrilinos-teko-dev libtrilinos-trilinosss-dev libtrilinos-zoltan-dev libtrilinos-zoltan2-dev
  libhdf5-openmpi-dev libmumps-dev libptscotch-dev libscotch-dev
)
# For the Python package and its tests; without matplotlib its example does not run.
chronosPythonPackages=(
  pybind11-dev python3-dev python3-numpy python3-scipy python3-pytest python3-pip python3-setuptools python3-wheel
)
# What scripts/test.sh wants.
chronosSuitePackages=(
  "${chronosPackages[@]}" "${chronosTestPackages[@]}" "${chronosAdapterPackages[@]}" "${chronosPythonPackages[@]}"
)
chronosGuidePackages=(mkdocs mkdocs-material doxygen python3)
# libFuzzer comes with the compiler's own libraries.
chronosFuzzPackages=(clang-14 libclang-rt-14-dev)
# The OpenMP of clang comes with a library that tells the thread sanitizer what waits for what.
chronosThreadPackages=(clang-14 libclang-rt-14-dev libomp-14-dev)
# Another major version would lay the sources out differently.
chronosFormatPackages=(clang-format-14)

chronosRoot=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '\n== %s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 2; }

# asRoot COMMAND...: directly when we are root, else by sudo.
asRoot() {
  if [ "$(id -u)" -eq 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "Needs root, and there is no sudo. As root, run: $*"; fi
}

# missingPackages PACKAGE...: prints those that dpkg does not know as installed.
missingPackages() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || printf '%s\n' "$package"
  done
}

# installPackages PACKAGE...: nothing to do, and no root wanted, when all are there.
installPackages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "Not a Debian system: nothing is installed. Needed are an MPI, Trilinos with Tpetra and Belos, zlib, CLI11, nlohmann-json and GoogleTest"
    return
  fi
  local missing
  mapfile -t missing < <(missingPackages "$@")
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  say "Installing ${#missing[@]} Debian packages (root needed for this step only): ${missing[*]}"
  asRoot apt-get update -q || say "apt-get update failed; trying with the package lists that are here"
  asRoot env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}

# Jobs at a time: a Tpetra source takes up to 1.5 GB to compile.
numJobs() {
  local cores gigabytes
  cores=$(nproc)
  gigabytes=$(awk '/MemAvailable/ {print int($2 / 1500000)}' /proc/meminfo)
  if [ "$gigabytes" -lt 1 ]; then gigabytes=1; fi
  echo $((cores < gigabytes ? cores : gigabytes))
}

# configure FOLDER [CMAKE ARGUMENT...]: the preset host-release in another folder. Quiet unless it fails.
configure() {
  local folder=$1 log
  shift
  mkdir -p "$folder"
  log=$folder/configure.log
  local launcher=()
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  if ! cmake --preset host-release -S "$chronosRoot" -B "$folder" "${launcher[@]}" "$@" >"$log" 2>&1; then
    cat "$log" >&2
    die "Configuring failed; the output above is in $log"
  fi
}

# OpenMPI refuses root and more ranks than cores unless told; both are usual in containers.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
# The launcher sees mpicxx, whose version text is that of the compiler behind it: two compilers never share an object.
# Paths below the folder that holds the checkouts are hashed relative, so that worktrees share objects, where headers are
# not precompiled: those of two checkouts differ.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$(dirname "$chronosRoot")} CCACHE_NOHASHDIR=1
# Precompiled headers are those of Trilinos and GoogleTest alone, never ours.
export CCACHE_SLOPPINESS=pch_defines,time_macros${CCACHE_SLOPPINESS:+,$CCACHE_SLOPPINESS}
export CCACHE_COMPILERCHECK=${CCACHE_COMPILERCHECK:-%compiler% --version}
# By the list of headers that the compiler leaves: the preprocessor does not read all of them once more for a hash.
export CCACHE_DEPEND=${CCACHE_DEPEND:-1}
