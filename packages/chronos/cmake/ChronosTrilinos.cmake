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
# split Trilinos into parts that name each other, and libraries of others, without bringing them. VARIABLE_LACKS is a file
# that is not there.
function(chronos_has_trilinos variable)
  chronos_trilinos_dir(trilinosDir)
  set(${variable} FALSE PARENT_SCOPE)
  set(waiting "")
  foreach(package IN LISTS ARGN)
    list(APPEND waiting ${trilinosDir}/../${package}/${package}Config.cmake)
  endforeach()
  set(seen "")
  while(waiting)
    list(POP_FRONT waiting config)
    get_filename_component(config ${config} ABSOLUTE)
    if(config IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${config})
    # Debian's 16.1 names files of others in two places, and has them in one.
    if(NOT EXISTS ${config} AND config MATCHES "/external_packages/")
      continue()
    endif()
    if(NOT EXISTS ${config})
      set(${variable}_LACKS ${config} PARENT_SCOPE)
      return()
    endif()
    # Libraries and folders of others: up to 13.2 in a variable, later in files of their own.
    file(STRINGS ${config} lines REGEX "^set\\([A-Za-z0-9_]+_TPL_LIBRARIES |IMPORTED_LOCATION |INTERFACE \"/")
    string(REPLACE ";" " " lines "${lines}")
    string(REGEX MATCHALL "/[^\\\" )]+" paths "${lines}")
    foreach(path IN LISTS paths)
      if(NOT EXISTS ${path})
        set(${variable}_LACKS ${path} PARENT_SCOPE)
        return()
      endif()
    endforeach()
    get_filename_component(folder ${config} DIRECTORY)
    file(STRINGS ${config} lines REGEX "^ *include\\(.*LIST_DIR}/\\.\\./[A-Za-z0-9_./]+Config\\.cmake")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE ".*LIST_DIR}(/[A-Za-z0-9_./]+Config\\.cmake).*" "\\1" needed ${line})
      list(APPEND waiting ${folder}${needed})
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
  set(CHRONOS_KOKKOS_DEVICES ${Kokkos_DEVICES} PARENT_SCOPE)
endfunction()

if(NOT TARGET Chronos::trilinos)
  find_package(MPI REQUIRED COMPONENTS CXX)
  chronos_add_trilinos(Chronos::trilinos Belos Tpetra Teuchos Kokkos)
endif()
