# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# The package inside a Trilinos build: the library and the examples that need nothing else. The chronos command and the
# test suite belong to the stand-alone build, because they need packages that Trilinos does not know.
tribits_package(Chronos)

file(GLOB_RECURSE chronosSources CONFIGURE_DEPENDS ${CHRONOS_PACKAGE_DIR}/src/*.cpp)
file(GLOB_RECURSE chronosHeaders CONFIGURE_DEPENDS ${CHRONOS_PACKAGE_DIR}/src/*.hpp)
set(chronosFolders "")
foreach(header ${chronosHeaders})
  get_filename_component(folder ${header} DIRECTORY)
  list(APPEND chronosFolders ${folder})
endforeach()
list(REMOVE_DUPLICATES chronosFolders)
include_directories(${chronosFolders})

if(Chronos_ENABLE_Cholmod)
  add_definitions(-DCHRONOS_HAVE_CHOLMOD)
endif()
tribits_add_library(chronos HEADERS ${chronosHeaders} SOURCES ${chronosSources})
target_compile_features(chronos PUBLIC cxx_std_17)

if(Chronos_ENABLE_EXAMPLES OR Chronos_ENABLE_TESTS)
  foreach(name 01_solve 02_parameters)
    tribits_add_executable_and_test(${name} SOURCES ${CHRONOS_PACKAGE_DIR}/example/${name}.cpp COMM mpi NUM_MPI_PROCS 2)
  endforeach()
endif()

tribits_package_postprocess()
