# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# METIS, version 5 or later, as the target Chronos::metis: for the toolkit. Read also by an installed Chronos; see
# ChronosInstall.cmake. METIS_ROOT names another place.
find_path(METIS_INCLUDE_DIR metis.h)
find_library(METIS_LIBRARY metis HINTS ${METIS_INCLUDE_DIR}/../lib)
mark_as_advanced(METIS_INCLUDE_DIR METIS_LIBRARY)

# Version 4 has another interface, and does not tell its version.
set(METIS_VERSION "")
if(METIS_INCLUDE_DIR)
  file(STRINGS ${METIS_INCLUDE_DIR}/metis.h chronosMetisLine REGEX "define METIS_VER_MAJOR")
  string(REGEX MATCH "[0-9]+" METIS_VERSION "${chronosMetisLine}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(METIS REQUIRED_VARS METIS_LIBRARY METIS_INCLUDE_DIR METIS_VERSION)

if(METIS_FOUND AND NOT TARGET Chronos::metis)
  add_library(Chronos::metis UNKNOWN IMPORTED GLOBAL)
  set_target_properties(Chronos::metis PROPERTIES IMPORTED_LOCATION ${METIS_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${METIS_INCLUDE_DIR})
endif()
