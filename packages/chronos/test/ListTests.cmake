# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes a file by which ctest knows every test of chronos_tests, suites that begin with Mpi on 1 to 4 ranks:
#   cmake -DPROGRAM=... -DMPIEXEC=... -DNUMPROC_FLAG=... -DENVIRONMENT="A=1|B=2,3" -DOUTPUT=... -P ListTests.cmake
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listing RESULT_VARIABLE status)
if(status)
  message(FATAL_ERROR "${PROGRAM} --gtest_list_tests failed: ${status}")
endif()
string(REPLACE "|" ";" environment "${ENVIRONMENT}")
set(tests)

# registerTest(NAME RANKS PREFIX...): PREFIX is the launcher.
function(registerTest name ranks)
  string(APPEND tests "add_test([==[one ${name}]==] ${ARGN} [==[${PROGRAM}]==] [==[--gtest_filter=${filter}]==])\n"
    "set_tests_properties([==[one ${name}]==] PROPERTIES ENVIRONMENT [==[${environment}]==] TIMEOUT 300"
    " PROCESSORS ${ranks})\n")
  set(tests "${tests}" PARENT_SCOPE)
endfunction()

# "Suite." on a line of its own, "  test" below; what follows # is the type of a typed suite.
string(REPLACE "\n" ";" lines "${listing}")
foreach(line IN LISTS lines)
  string(REGEX REPLACE " *#.*" "" line "${line}")
  if(line MATCHES "^([A-Za-z_][^ ]*\\.)$")
    set(suite ${CMAKE_MATCH_1})
  elseif(line MATCHES "^  ([^ ]+)$")
    set(filter ${suite}${CMAKE_MATCH_1})
    if(suite MATCHES "^Mpi")
      foreach(ranks 1 2 3 4)
        registerTest("${filter} on ${ranks}" ${ranks} "[==[${MPIEXEC}]==] ${NUMPROC_FLAG} ${ranks}")
      endforeach()
    else()
      registerTest(${filter} 1)
    endif()
  endif()
endforeach()
if(NOT tests)
  message(FATAL_ERROR "${PROGRAM} --gtest_list_tests names no tests")
endif()
file(WRITE ${OUTPUT} "${tests}")
