# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# chronos_memory_options(RESULT): GCC does not search up to 2 GiB for garbage: a tenth to a fifth of the time of a source,
# for 0.2 GB of memory. Empty where somebody else has found Trilinos, where nobody knows, and for nvcc.
function(chronos_memory_options result)
  set(${result} "" PARENT_SCOPE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CHRONOS_KOKKOS_DEVICES AND NOT "CUDA" IN_LIST CHRONOS_KOKKOS_DEVICES)
    set(${result} --param=ggc-min-heapsize=2097152 PARENT_SCOPE)
  endif()
endfunction()

# chronos_compile_options(TARGET): warnings of ours, optimisation flags that every Chronos source wants.
function(chronos_compile_options target)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    return()
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(CHRONOS_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CHRONOS_ENABLE_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
  chronos_memory_options(memory)
  target_compile_options(${target} PRIVATE ${memory})
endfunction()

# chronos_compile_fast(TARGET): optimises by -Og where the build type would optimise more, for what takes
# longer to compile than to run. Not with nvcc, which takes one level alone, nor where somebody else has found Trilinos.
function(chronos_compile_fast target)
  if(NOT CHRONOS_KOKKOS_DEVICES OR "CUDA" IN_LIST CHRONOS_KOKKOS_DEVICES)
    return()
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-Og>)
  endif()
  # What -Og does not inline, of std::regex above all, GCC takes for unset.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
  endif()
endfunction()

# chronos_precompile(TARGET HEADER...): the headers of Trilinos that nearly every source reads, and these, read once: where
# Tpetra is among them, they are a third of the time of a source or more. None of ours is: a change of ours compiles what
# includes it and no more. nvcc reads no precompiled headers. habit_trilinos_includes finds includes that are missing.
# chronos_precompile(TARGET AS OTHER): takes those of another target, whose flags are the same. Where all code is to
# be position-independent those of a library and of a program differ, and none are taken.
# chronos_precompile(TARGET ONLY HEADER...): these and no others.
function(chronos_precompile target)
  # Not known where somebody else has found Trilinos.
  if(NOT CHRONOS_PRECOMPILED_HEADERS OR NOT CHRONOS_KOKKOS_DEVICES OR "CUDA" IN_LIST CHRONOS_KOKKOS_DEVICES)
    return()
  endif()
  if("${ARGV1}" STREQUAL "AS" AND CMAKE_POSITION_INDEPENDENT_CODE)
    return()
  elseif("${ARGV1}" STREQUAL "AS")
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  elseif("${ARGV1}" STREQUAL "ONLY")
    list(REMOVE_AT ARGN 0)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  else()
    target_precompile_headers(${target} PRIVATE <Kokkos_Core.hpp> <Teuchos_Comm.hpp> <Teuchos_RCP.hpp>
      <Tpetra_CrsMatrix.hpp> <Tpetra_Map.hpp> <Tpetra_MultiVector.hpp> <Tpetra_Operator.hpp> <Tpetra_Vector.hpp> ${ARGN})
  endif()
  # Without it ccache refuses what reads precompiled headers.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()
