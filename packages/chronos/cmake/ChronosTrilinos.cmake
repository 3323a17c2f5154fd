# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Defines the target Chronos::trilinos: Kokkos, KokkosKernels, Teuchos, Tpetra and Belos of the Trilinos that
# find_package(Trilinos) finds. Up to 13.2 Trilinos names its libraries in variables, later releases export targets.
# Installed with the package: ChronosConfig.cmake includes this file too.
if(TARGET Chronos::trilinos)
  return()
endif()

find_package(MPI REQUIRED COMPONENTS CXX)
find_package(Trilinos REQUIRED COMPONENTS Kokkos Teuchos Tpetra Belos)

# Imported, so that an export of chronos names it without holding it; see ChronosInstall.cmake.
add_library(Chronos::trilinos INTERFACE IMPORTED GLOBAL)
if(TARGET Tpetra::all_libs)
  target_link_libraries(Chronos::trilinos INTERFACE Tpetra::all_libs Belos::all_libs MPI::MPI_CXX)
else()
  # Through list(REMOVE_DUPLICATES): Trilinos repeats every library once per dependent.
  set(_chronosLibraries ${Trilinos_LIBRARIES} ${Trilinos_TPL_LIBRARIES})
  list(REMOVE_DUPLICATES _chronosLibraries)
  target_include_directories(Chronos::trilinos SYSTEM INTERFACE ${Trilinos_INCLUDE_DIRS} ${Trilinos_TPL_INCLUDE_DIRS})
  target_link_libraries(Chronos::trilinos INTERFACE ${_chronosLibraries} MPI::MPI_CXX)
endif()
separate_arguments(_chronosFlags NATIVE_COMMAND "${Trilinos_CXX_COMPILER_FLAGS}")
list(FILTER _chronosFlags INCLUDE REGEX "^(-fopenmp|-expt|--expt|-arch|-x|--relocatable|-Xcudafe|--diag)")
target_compile_options(Chronos::trilinos INTERFACE ${_chronosFlags})
if("-fopenmp" IN_LIST _chronosFlags)
  target_link_options(Chronos::trilinos INTERFACE -fopenmp)
endif()
unset(_chronosFlags)
unset(_chronosLibraries)
