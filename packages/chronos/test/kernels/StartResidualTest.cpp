// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StartResidual.hpp"

#include "KernelCases.hpp"
#include "WideEntries.hpp"

#include <cmath>

namespace Chronos::Test {
namespace {

template <class DeviceType>
struct StartResiduals : ::testing::Test {};
TYPED_TEST_SUITE(StartResiduals, KernelDevices, );

// Groups everywhere, chunks where threads take them.
template <class DeviceType>
std::vector<ProductKind> kinds() {
  if (defaultProductKind<DeviceType>() == ProductKind::groups) return {ProductKind::groups};
  return {ProductKind::groups, ProductKind::chunks};
}

TYPED_TEST(StartResiduals, AreASweepFromZeroAndWhatItLeaves) {
  constexpr double omega = 0.7;
  for (LocalOrdinal numRows : {0, 1, 33, 700})
    for (int longest : {1, 4, 9, 12, 20, 60}) {
      const HostCsr<double> host = raggedMatrix<double>(numRows, numRows, longest);
      const auto A = toDevice<TypeParam>(host);
      const std::vector<double> d = randomEntries(numRows, 5);
      for (ProductKind kind : kinds<TypeParam>())
        for (int width : {1, 2, 4, 8}) {
          if (width == 1 && kind != ProductKind::groups) continue;
          const auto plan = planProduct<TypeParam>(A.rowPtr, numRows, kind);
          const std::vector<double> b = randomEntries(std::size_t(numRows) * width, 6);
          const auto x = toWide<TypeParam>(wrongValues<double>(b.size()), width);
          const auto r = toWide<TypeParam>(wrongValues<double>(b.size()), width);
          startResidual<TypeParam>(typename TypeParam::execution_space(), plan, A, omega, toView<TypeParam>("d", d),
                                   toWide<TypeParam>(b, width), x, r);
          const std::vector<double> foundX = fromWide(x), foundR = fromWide(r);
          for (LocalOrdinal row = 0; row < numRows; ++row)
            for (int c = 0; c < width; ++c) {
              const std::size_t at = std::size_t(row) * width + c;
              double rest = b[at], size = 1;
              for (Offset entry = host.rowPtr[row]; entry < host.rowPtr[row + 1]; ++entry) {
                const LocalOrdinal col = host.colInd[entry];
                const double term = host.values[entry] * omega * d[col] * b[std::size_t(col) * width + c];
                rest -= term;
                size += std::abs(term);
              }
              ASSERT_NEAR(foundX[at], omega * d[row] * b[at], 1e-15);
              ASSERT_NEAR(foundR[at], rest, 1e-14 * size);
            }
        }
    }
}

// An iterate that is not stored leaves the same residual, and is formed again under a correction.
TYPED_TEST(StartResiduals, DoWithoutTheIterate) {
  constexpr double omega = 0.7;
  const typename TypeParam::execution_space space;
  for (LocalOrdinal numRows : {0, 1, 33, 700})
    for (int longest : {1, 4, 9, 12, 60}) {
      const LocalOrdinal numCoarse = numRows / 3 + 1;
      const auto A = toDevice<TypeParam>(raggedMatrix<double>(numRows, numRows, longest));
      const HostCsr<double> hostP = raggedMatrix<double>(numRows, numCoarse, std::min<int>(longest, numCoarse));
      const auto P = toDevice<TypeParam>(hostP);
      const std::vector<double> d = randomEntries(numRows, 5);
      const auto deviceD = toView<TypeParam>("d", d);
      for (ProductKind kind : kinds<TypeParam>())
        for (int width : {2, 4, 8}) {
          const auto plan = planProduct<TypeParam>(A.rowPtr, numRows, kind);
          const auto planOfP = planProduct<TypeParam>(P.rowPtr, numRows, kind);
          const std::vector<double> b = randomEntries(std::size_t(numRows) * width, 6);
          const std::vector<double> e = randomEntries(std::size_t(numCoarse) * width, 7);
          const auto deviceB = toWide<TypeParam>(b, width), x = toWide<TypeParam>(wrongValues<double>(b.size()), width);
          const auto r = toWide<TypeParam>(wrongValues<double>(b.size()), width);
          const auto same = toWide<TypeParam>(wrongValues<double>(b.size()), width);
          startResidual<TypeParam>(space, plan, A, omega, deviceD, deviceB, x, r);
          startResidual<TypeParam>(space, plan, A, omega, deviceD, deviceB, WideVectors<TypeParam>(), same);
          EXPECT_EQ(fromWide(same), fromWide(r));
          multiplyOntoStart<TypeParam>(space, planOfP, P, toWide<TypeParam>(e, width), omega, deviceD, deviceB, x);
          const std::vector<double> found = fromWide(x);
          for (LocalOrdinal row = 0; row < numRows; ++row)
            for (int c = 0; c < width; ++c) {
              const std::size_t at = std::size_t(row) * width + c;
              double sum = omega * d[row] * b[at];
              for (Offset entry = hostP.rowPtr[row]; entry < hostP.rowPtr[row + 1]; ++entry)
                sum += hostP.values[entry] * e[std::size_t(hostP.colInd[entry]) * width + c];
              ASSERT_NEAR(found[at], sum, 1e-13);
            }
        }
    }
}

TYPED_TEST(StartResiduals, AreOfShortRowsAndOnAHostOfSeveralColumns) {
  constexpr bool isGpu = !std::is_same_v<typename TypeParam::memory_space, Kokkos::HostSpace>;
  const auto takes = [](const HostCsr<double>& host, ProductKind kind, int width) {
    const auto A = toDevice<TypeParam>(host);
    return takesStart(planProduct<TypeParam>(A.rowPtr, A.numRows, kind), A, width);
  };
  constexpr ProductKind kind = defaultProductKind<TypeParam>();
  const HostCsr<double> shortRows = raggedMatrix<double>(100, 100, 7);
  EXPECT_EQ(takes(shortRows, kind, 1), isGpu);
  EXPECT_TRUE(takes(shortRows, kind, 8));
  EXPECT_FALSE(takes(raggedMatrix<double>(300, 300, 7, 300), ProductKind::groups, 1));
  EXPECT_EQ(takes(raggedMatrix<double>(300, 300, 60), kind, 8), isGpu);
  EXPECT_FALSE(takes(raggedMatrix<double>(300, 300, 60), kind, 1));
  EXPECT_FALSE(takes(singleEntryMatrix<double>(50, 20), ProductKind::singles, 8));
}

}  // namespace
}  // namespace Chronos::Test
