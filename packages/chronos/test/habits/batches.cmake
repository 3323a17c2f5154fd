# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# cmake -DMODULE=.../ChronosBatches.cmake -P batches.cmake: what may not share a batch is found.
cmake_minimum_required(VERSION 3.20)
include(${MODULE})

function(expect what is wanted)
  if(NOT "${is}" STREQUAL "${wanted}")
    message(SEND_ERROR "${what}: ${is}, wanted ${wanted}")
  endif()
endfunction()

set(text [[
#include "First.hpp"
#define CHRONOS_TEXT 1
namespace Chronos {
namespace {

using Scalar = double;
constexpr int lanes[] = {1, 2};
template <class T>
struct Functor {
  int inner = 0;
};
enum class Side { left, right };
Kokkos::View<double*, Device> filled(int n) { return called(n); }
template <class T>
using Vector = std::vector<T>;

}  // namespace

void Class::member() {}
const Row& shown(const std::string& name,
                 int count) {
  return other(count);
}

}  // namespace Chronos
]])
chronos_declared(declared "${text}")
list(SORT declared)
expect("declared" "${declared}" "CHRONOS_TEXT;Functor;Scalar = double;Side;Vector;Vector = std::vector<T>;filled;lanes;shown")
chronos_hidden(hidden "${text}")
list(SORT hidden)
expect("hidden" "${hidden}" "Functor;Scalar;Side;Vector;Vector;filled;lanes")

set_property(GLOBAL PROPERTY CHRONOS_INCLUDED_BY_First.hpp Second.hpp)
set_property(GLOBAL PROPERTY CHRONOS_INCLUDED_BY_Second.hpp First.hpp)
chronos_headers_read(read "\n${text}")
expect("headers read" "${read}" "First.hpp;Second.hpp")

# A source that joins what the batch 0 holds.
set(CHRONOS_BATCH_SIZE 2)
set(size0 1)
set(meaning0_filled filled)
set(meaning0_Scalar "Scalar = double")
set(read0 Third.hpp)
set(avoided0 Fourth.hpp)
macro(expect_suits wanted what names_ avoided_ read_)
  set(names ${names_})
  set(avoided ${avoided_})
  set(read ${read_})
  chronos_suits(suits 0)
  expect("${what}" ${suits} ${wanted})
endmacro()
expect_suits(YES "nothing in common" "other" "" "")
expect_suits(NO "a name twice" "other;filled" "" "")
expect_suits(YES "the same alias" "Scalar = double" "" "")
expect_suits(NO "another alias" "Scalar = float" "" "")
expect_suits(NO "hides what the batch reads" "other" "Third.hpp" "")
expect_suits(NO "reads what the batch hides" "other" "" "Fourth.hpp")
set(size0 2)
expect_suits(NO "a full batch" "other" "" "")
