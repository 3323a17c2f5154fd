# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# CHOLMOD of SuiteSparse, version 3 or later, as the target Chronos::cholmod. A module of ours because SuiteSparse has a
# CMake package only since release 7 (Debian 13), and its parts cannot be found one by one everywhere. The library is
# expected to be shared: then it brings AMD, METIS, BLAS and the others that it needs.
#
# Read also by an installed Chronos; see ChronosConfig.cmake.in. CHOLMOD_ROOT names another place.
find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
find_library(CHOLMOD_LIBRARY cholmod)
mark_as_advanced(CHOLMOD_INCLUDE_DIR CHOLMOD_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CHOLMOD REQUIRED_VARS CHOLMOD_LIBRARY CHOLMOD_INCLUDE_DIR)

# Imported, so that an export of chronos names it without holding it; see ChronosInstall.cmake.
if(CHOLMOD_FOUND AND NOT TARGET Chronos::cholmod)
  add_library(Chronos::cholmod UNKNOWN IMPORTED GLOBAL)
  set_target_properties(Chronos::cholmod PROPERTIES IMPORTED_LOCATION ${CHOLMOD_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${CHOLMOD_INCLUDE_DIR})
endif()
