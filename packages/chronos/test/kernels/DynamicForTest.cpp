// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DynamicFor.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace Chronos {
namespace {

struct CountFunctor {
  Kokkos::View<int*, Device> counts;
  KOKKOS_INLINE_FUNCTION void operator()(int item) const { Kokkos::atomic_increment(&counts(item)); }
};

void expectEachOnce(const std::vector<int>& counts) {
  for (std::size_t item = 0; item < counts.size(); ++item) ASSERT_EQ(counts[item], 1) << "item " << item;
}

TEST(DynamicFor, CallsEachItemOnce) {
  const Device::execution_space space;
  for (const int numItems : {0, 1, 2, 63, 64, 65, 1000, 4097})
    for (const int atOnce : {1, 3, 64, 10000}) {
      SCOPED_TRACE(numItems);
      const Kokkos::View<int*, Device> counts("counts", numItems);
      dynamicFor("count", space, numItems, atOnce, CountFunctor{counts});
      const auto onHost = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counts);
      expectEachOnce(std::vector<int>(onHost.data(), onHost.data() + numItems));
    }
}

TEST(SharedItems, AThreadAloneTakesThoseOfAll) {
  for (const int numThreads : {1, 2, 5, 64, 200}) {
    std::vector<int> counts(1001, 0);
    SharedItems<int> items(numThreads, 1001, 7);
    items.take(numThreads - 1, [&](int item) { ++counts[item]; });
    expectEachOnce(counts);
  }
}

TEST(SharedItems, ThreadsTakeEachItemOnce) {
  constexpr int numThreads = 4;
  for (const std::int64_t numItems : {std::int64_t(3), std::int64_t(100000)}) {
    std::vector<int> counts(numItems, 0);
    SharedItems<std::int64_t> items(numThreads, numItems, 2);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < numThreads; ++thread)
      threads.emplace_back([&, thread] { items.take(thread, [&](std::int64_t item) { ++counts[item]; }); });
    for (std::thread& thread : threads) thread.join();
    expectEachOnce(counts);
  }
}

}  // namespace
}  // namespace Chronos
