// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_KernelGraph.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_KernelTypes.hpp"

#include <gtest/gtest.h>
#include <stdexcept>

namespace Chronos::Test {
namespace {

using Array = Kokkos::View<double*, Device>;
using Policy = Kokkos::RangePolicy<Device::execution_space>;

struct AddFunctor {
  Array x;
  double value;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { x(i) += value; }
};

// Too large for the arguments of a kernel that Kokkos sends with it.
struct LargeFunctor {
  Array x;
  double values[200];
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { x(i) += values[i % 200]; }
};

void add(const Array& x, double value) {
  Kokkos::parallel_for("Chronos::test::add", Policy(0, int(x.extent(0))), AddFunctor{x, value});
}

void addLarge(const Array& x, double value) {
  LargeFunctor functor{x, {}};
  for (double& v : functor.values) v = value;
  Kokkos::parallel_for("Chronos::test::addLarge", Policy(0, int(x.extent(0))), functor);
}

void expectAll(const Array& x, double value) {
  for (double entry : toVector(x)) ASSERT_EQ(entry, value);
}

TEST(KernelGraph, RunsNothingWhileItRecordsAndAllOfItAtEachLaunch) {
  const auto x = allocateZeros<Array>("x", 1000), y = allocateZeros<Array>("y", 1000);
  const auto graph = KernelGraph::record([&] {
    add(x, 1);
    Kokkos::deep_copy(Device::execution_space(), y, x);
    add(x, 2);
  });
  ASSERT_EQ(graph != nullptr, KernelGraph::isPossible());
  expectAll(x, 0);
  if (!graph) return;
  EXPECT_EQ(graph->size(), 3u);
  for (int launches = 1; launches <= 3; ++launches) {
    graph->launch();
    add(x, 4);
    expectAll(y, 7 * launches - 6);
    expectAll(x, 7 * launches);
  }
}

// Nothing of it ran, and the device works as before.
TEST(KernelGraph, IsNoneOfWhatCannotBeRecorded) {
  const auto x = allocateZeros<Array>("x", 1000);
  addLarge(x, 0);
  const auto host = Kokkos::create_mirror_view(Kokkos::HostSpace(), x);
  const std::function<void()> bodies[] = {
      [&] { add(x, 1), Kokkos::fence(); },
      [&] { add(x, 1), Kokkos::deep_copy(host, x); },
      [&] { add(allocate<Array>("Chronos::test memory", 1000), 1); },
      [&] { addLarge(x, 1); },
      [&] { addLarge(x, 1), addLarge(x, 1); },
      [&] { throw std::runtime_error("no"); },
  };
  for (const auto& body : bodies) {
    EXPECT_EQ(KernelGraph::record(body), nullptr);
    expectAll(x, 0);
  }
  addLarge(x, 3);
  addLarge(x, 4);
  add(x, 1);
  expectAll(x, 8);
}

}  // namespace
}  // namespace Chronos::Test
