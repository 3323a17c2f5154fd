# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Read by TriBITS only. CHOLMOD factors coarsest levels that are too large for a dense inverse. Parent packages, not their parts: Kokkos has no parts any more in current Trilinos. Teuchos and
# Tpetra bring the parts that are meant (TeuchosParameterList, TeuchosComm, TpetraCore) as required ones.
tribits_package_define_dependencies(
  LIB_REQUIRED_PACKAGES Kokkos KokkosKernels Teuchos Tpetra Belos
  LIB_REQUIRED_TPLS MPI
  LIB_OPTIONAL_TPLS Cholmod
)
