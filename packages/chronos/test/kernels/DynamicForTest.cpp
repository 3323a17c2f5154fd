// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DynamicFor.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace Chronos::Test {
namespace {

template <class Index>
struct CountFunctor {
  Kokkos::View<int*, Device> counts;
  KOKKOS_INLINE_FUNCTION void operator()(Index item) const { Kokkos::atomic_add(&counts(item), 1); }
};

void expectEachOnce(const std::vector<int>& counts) {
  for (std::size_t item = 0; item < counts.size(); ++item) ASSERT_EQ(counts[item], 1) << "item " << item;
}

template <class Index>
void callsEachOnce(Index numItems, Index atOnce) {
  SCOPED_TRACE(std::to_string(numItems) + " items, " + std::to_string(atOnce) + " at once");
  const Kokkos::View<int*, Device> counts("counts", numItems);
  dynamicFor("Chronos::Test::count", Device::execution_space(), numItems, atOnce, CountFunctor<Index>{counts});
  const auto onHost = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counts);
  expectEachOnce(std::vector<int>(onHost.data(), onHost.data() + numItems));
}

TEST(DynamicFor, CallsEachItemOnce) {
  for (const int numItems : {0, 1, 2, 63, 64, 65, 1000, 4097})
    for (const int atOnce : {1, 3, 64, 10000}) {
      callsEachOnce<int>(numItems, atOnce);
      callsEachOnce<std::int64_t>(numItems, atOnce);
    }
}

TEST(SharedItems, AThreadAloneTakesThoseOfAllAndItsOwnFirst) {
  for (const int numThreads : {1, 2, 5, 64, 200}) {
    SCOPED_TRACE(numThreads);
    std::vector<int> counts(1001, 0), order;
    SharedItems<int> items(numThreads, 1001, 7);
    items.take(numThreads / 2, [&](int item) {
      ++counts[item];
      order.push_back(item);
    });
    expectEachOnce(counts);
    // 143 pieces of 7.
    const int numShares = std::min(numThreads, 64), share = numThreads / 2 % numShares;
    EXPECT_EQ(order.front(), 143 * share / numShares * 7);
  }
}

TEST(SharedItems, ThreadsTakeEachItemOnce) {
  constexpr int numThreads = 4;
  for (const std::int64_t numItems : {std::int64_t(3), std::int64_t(100000)}) {
    std::vector<int> counts(numItems, 0);
    SharedItems<std::int64_t> items(numThreads, numItems, 2);
    std::atomic<int> numReady = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < numThreads; ++thread)
      threads.emplace_back([&, thread] {
        ++numReady;
        while (numReady < numThreads) std::this_thread::yield();
        items.take(thread, [&](std::int64_t item) { ++counts[item]; });
      });
    for (std::thread& thread : threads) thread.join();
    expectEachOnce(counts);
  }
}

}  // namespace
}  // namespace Chronos::Test
