# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Stand-alone build: installs headers, library, XML files and what find_package(Chronos) reads. The target
# Chronos::trilinos is not exported: the installed ChronosTrilinos.cmake makes it anew, because up to release 13.2 it is
# put together from the variables of the Trilinos that is found.
include(CMakePackageConfigHelpers)
set(chronosConfigDir ${CMAKE_INSTALL_LIBDIR}/cmake/Chronos)
set(CHRONOS_XML_INSTALL_DIR ${CMAKE_INSTALL_DATADIR}/chronos/xml)

# Headers lie in one folder: sources name them without a path.
file(GLOB_RECURSE chronosHeaders CONFIGURE_DEPENDS ${CHRONOS_PACKAGE_DIR}/src/*.hpp)
install(FILES ${chronosHeaders} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/chronos)
install(TARGETS chronos EXPORT ChronosTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT ChronosTargets FILE ChronosTargetsExport.cmake NAMESPACE Chronos:: DESTINATION ${chronosConfigDir})
install(DIRECTORY ${CHRONOS_PACKAGE_DIR}/xml/ DESTINATION ${CHRONOS_XML_INSTALL_DIR} FILES_MATCHING PATTERN "*.xml")

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/ChronosConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/ChronosConfig.cmake
  INSTALL_DESTINATION ${chronosConfigDir} PATH_VARS CHRONOS_XML_INSTALL_DIR)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/ChronosConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ChronosConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/ChronosConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/ChronosTrilinos.cmake ${CMAKE_CURRENT_LIST_DIR}/FindCHOLMOD.cmake DESTINATION ${chronosConfigDir})
