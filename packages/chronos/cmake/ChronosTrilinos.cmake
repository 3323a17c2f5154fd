# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Defines the target Chronos::trilinos: Kokkos, Teuchos, Tpetra and Belos, of the Trilinos that is found, and the function
# that made it, for the adapters. Up to 13.2 Trilinos names its libraries in variables, later releases export targets.
# Installed with the package: ChronosConfig.cmake includes this file too.
#
# Packages are found one by one and in a function. TrilinosConfig.cmake does its work once: a find_package(Trilinos
# COMPONENTS MueLu) of the application would return early, or find targets made for the packages of Chronos alone.

# chronos_trilinos_dir(VARIABLE): the folder of TrilinosConfig.cmake, with those of the packages beside it.
function(chronos_trilinos_dir variable)
  if(NOT Trilinos_DIR)
    find_package(Tpetra CONFIG QUIET
      HINTS ${Trilinos_ROOT} $ENV{Trilinos_ROOT} $ENV{Trilinos_DIR}/../Tpetra)
    if(NOT Tpetra_FOUND)
      message(FATAL_ERROR "Chronos: there is no Trilinos with Tpetra in the usual places. Name its prefix by "
        "CMAKE_PREFIX_PATH, or the folder of TrilinosConfig.cmake by Trilinos_DIR.")
    endif()
    get_filename_component(Trilinos_DIR ${Tpetra_DIR}/../Trilinos ABSOLUTE)
    set(Trilinos_DIR ${Trilinos_DIR} CACHE PATH "Folder of TrilinosConfig.cmake")
  endif()
  set(${variable} ${Trilinos_DIR} PARENT_SCOPE)
endfunction()

# chronos_has_trilinos(VARIABLE PACKAGE...): whether packages are installed with all that they need. A distribution may
# split Trilinos into parts that name each other, and libraries of others, without bringing them.
function(chronos_has_trilinos variable)
  chronos_trilinos_dir(trilinosDir)
  set(${variable} FALSE PARENT_SCOPE)
  set(waiting ${ARGN})
  set(seen "")
  while(waiting)
    list(POP_FRONT waiting package)
    if(package IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${package})
    set(config ${trilinosDir}/../${package}/${package}Config.cmake)
    if(NOT EXISTS ${config})
      return()
    endif()
    file(STRINGS ${config} tpls REGEX "^set\\(${package}_TPL_LIBRARIES ")
    string(REPLACE ";" " " tpls "${tpls}")
    string(REGEX MATCHALL "/[^\\\" ]+" tpls "${tpls}")
    foreach(library IN LISTS tpls)
      if(NOT EXISTS ${library})
        return()
      endif()
    endforeach()
    file(STRINGS ${config} lines REGEX "^ *include\\(.*/\\.\\./[A-Za-z0-9_]+/[A-Za-z0-9_]+Config\\.cmake")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE ".*/\\.\\./([A-Za-z0-9_]+)/.*" "\\1" needed ${line})
      list(APPEND waiting ${needed})
    endforeach()
  endwhile()
  set(${variable} TRUE PARENT_SCOPE)
endfunction()

# chronos_add_trilinos(TARGET PACKAGE...): an imported target of packages and all they need.
function(chronos_add_trilinos target)
  chronos_trilinos_dir(trilinosDir)
  set(libraries "")
  set(folders "")
  set(flags "")
  foreach(package IN LISTS ARGN)
    set(${package}_DIR ${trilinosDir}/../${package})
    find_package(${package} CONFIG QUIET PATHS ${${package}_DIR} NO_DEFAULT_PATH)
    if(NOT ${package}_FOUND)
      message(FATAL_ERROR "Chronos: the Trilinos in ${trilinosDir} has no package ${package}")
    endif()
    if(TARGET ${package}::all_libs)
      list(APPEND libraries ${package}::all_libs)
    else()
      list(APPEND libraries ${${package}_LIBRARIES} ${${package}_TPL_LIBRARIES})
      foreach(folder IN LISTS ${package}_INCLUDE_DIRS ${package}_TPL_INCLUDE_DIRS)
        get_filename_component(folder ${folder} ABSOLUTE)
        list(APPEND folders ${folder})
      endforeach()
    endif()
    separate_arguments(packageFlags NATIVE_COMMAND "${${package}_CXX_FLAGS}")
    list(APPEND flags ${packageFlags})
  endforeach()
  # Trilinos repeats every library once per dependent.
  list(REMOVE_DUPLICATES libraries)
  list(REMOVE_DUPLICATES folders)

  # Imported, so that an export of chronos names it without holding it; see ChronosInstall.cmake.
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${folders})
  target_link_libraries(${target} INTERFACE ${libraries} MPI::MPI_CXX)
  list(FILTER flags INCLUDE REGEX "^(-fopenmp|-expt|--expt|-arch|-x|--relocatable|-Xcudafe|--diag)")
  list(REMOVE_DUPLICATES flags)
  target_compile_options(${target} INTERFACE ${flags})
  if("-fopenmp" IN_LIST flags)
    target_link_options(${target} INTERFACE -fopenmp)
  endif()
  set(CHRONOS_TRILINOS_TPLS ${Tpetra_TPL_LIST} PARENT_SCOPE)
endfunction()

if(NOT TARGET Chronos::trilinos)
  find_package(MPI REQUIRED COMPONENTS CXX)
  chronos_add_trilinos(Chronos::trilinos Belos Tpetra Teuchos Kokkos)
endif()
