# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Stand-alone build: installs headers, library, XML files, documentation, examples and what find_package(Chronos) reads. The
# target
# Chronos::trilinos is not exported: the installed ChronosTrilinos.cmake makes it anew, because up to release 13.2 it is
# put together from the variables of the Trilinos that is found.
include(CMakePackageConfigHelpers)
set(chronosConfigDir ${CMAKE_INSTALL_LIBDIR}/cmake/Chronos)
set(CHRONOS_XML_INSTALL_DIR ${CMAKE_INSTALL_DATADIR}/chronos/xml)
set(CHRONOS_EXAMPLE_INSTALL_DIR ${CMAKE_INSTALL_DATADIR}/chronos/example)
set(CMAKE_INSTALL_DOCDIR ${CMAKE_INSTALL_DATAROOTDIR}/doc/chronos)

# chronos_install_component(TARGET NAME [HEADERS FILE...] [TRILINOS TARGET PACKAGE...] [NEEDS PACKAGE...]): a library beside
# the main one, the target Chronos::NAME of find_package(Chronos COMPONENTS NAME). What it links is found only then.
#   TRILINOS  target of the packages of Trilinos that it links, and these
#   NEEDS     other packages to be found
function(chronos_install_component target name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "HEADERS;TRILINOS;NEEDS")
  set(configDir ${CMAKE_INSTALL_LIBDIR}/cmake/Chronos)
  set(headerDir ${CMAKE_INSTALL_INCLUDEDIR}/chronos/${name})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${target} PUBLIC $<INSTALL_INTERFACE:${headerDir}>)
  install(FILES ${arg_HEADERS} DESTINATION ${headerDir})
  install(TARGETS ${target} EXPORT Chronos_${name}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT Chronos_${name} FILE Chronos_${name}Export.cmake NAMESPACE Chronos:: DESTINATION ${configDir})
  set(text "")
  # Some are found by modules of ours, which lie beside.
  string(APPEND text "list(PREPEND CMAKE_MODULE_PATH \${CMAKE_CURRENT_LIST_DIR})\n")
  foreach(package IN LISTS arg_NEEDS)
    string(APPEND text "find_dependency(${package})\n")
  endforeach()
  string(APPEND text "list(POP_FRONT CMAKE_MODULE_PATH)\n")
  if(arg_TRILINOS)
    list(JOIN arg_TRILINOS " " packages)
    list(GET arg_TRILINOS 0 first)
    string(APPEND text "if(NOT TARGET ${first})\n  chronos_add_trilinos(${packages})\nendif()\n")
  endif()
  string(APPEND text "include(\${CMAKE_CURRENT_LIST_DIR}/Chronos_${name}Export.cmake)\n")
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/Chronos_${name}.cmake "${text}")
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/Chronos_${name}.cmake DESTINATION ${configDir})
endfunction()

# Headers lie in one folder: sources name them without a path.
file(GLOB_RECURSE chronosHeaders CONFIGURE_DEPENDS ${CHRONOS_PACKAGE_DIR}/src/*.hpp)
install(FILES ${chronosHeaders} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/chronos)
install(TARGETS chronos EXPORT ChronosTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT ChronosTargets FILE ChronosTargetsExport.cmake NAMESPACE Chronos:: DESTINATION ${chronosConfigDir})
install(DIRECTORY ${CHRONOS_PACKAGE_DIR}/xml/ DESTINATION ${CHRONOS_XML_INSTALL_DIR} FILES_MATCHING PATTERN "*.xml")
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md")
install(DIRECTORY ${CHRONOS_PACKAGE_DIR}/example/ DESTINATION ${CHRONOS_EXAMPLE_INSTALL_DIR}
  FILES_MATCHING PATTERN "*.cpp" PATTERN "*.xml" PATTERN "installed" EXCLUDE)
install(FILES ${CHRONOS_PACKAGE_DIR}/example/installed/CMakeLists.txt DESTINATION ${CHRONOS_EXAMPLE_INSTALL_DIR})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/ChronosConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/ChronosConfig.cmake
  INSTALL_DESTINATION ${chronosConfigDir} PATH_VARS CHRONOS_XML_INSTALL_DIR CHRONOS_EXAMPLE_INSTALL_DIR)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/ChronosConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ChronosConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/ChronosConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/ChronosTrilinos.cmake ${CMAKE_CURRENT_LIST_DIR}/FindCHOLMOD.cmake
  ${CMAKE_CURRENT_LIST_DIR}/FindMETIS.cmake DESTINATION ${chronosConfigDir})
