# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
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
endfunction()
