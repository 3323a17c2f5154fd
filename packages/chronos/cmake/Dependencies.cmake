# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Read by TriBITS only. CHOLMOD factors coarsest levels that are too large for a dense inverse. Parent packages, not their
# parts: Kokkos has no parts any more in current Trilinos. Teuchos and Tpetra bring the parts that are meant
# (TeuchosParameterList, TeuchosComm, TpetraCore) as required ones. KokkosKernels is used by a benchmark only, which TriBITS
# does not build.
tribits_package_define_dependencies(
  LIB_REQUIRED_PACKAGES Kokkos Teuchos Tpetra Belos
  LIB_REQUIRED_TPLS MPI
  LIB_OPTIONAL_TPLS Cholmod
)
