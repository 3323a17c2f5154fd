// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockUpdates.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// A block in plain vectors.
struct HostBlock {
  int numRows, width;
  std::vector<double> entries;

  HostBlock(int n, int w, std::uint64_t seed) : numRows(n), width(w), entries(std::size_t(n) * w) {
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = globalUniform(seed, i);
  }
  explicit HostBlock(const ConstBlock& x)
      : numRows(static_cast<int>(x.extent(0))), width(widthOf(x)), entries(toVector(asVector(x))) {}

  double& operator()(int row, int c) { return entries[std::size_t(row) * width + c]; }
  void fillColumn(int c, double value) {
    for (int row = 0; row < numRows; ++row) (*this)(row, c) = value;
  }
  Block device() const {
    const Block x = allocateBlock("block", numRows, width);
    Kokkos::deep_copy(asVector(x), toView("entries", entries));
    return x;
  }
  // Expects formula(row, c) everywhere.
  template <class Formula>
  void expect(const Formula& formula) {
    for (int row = 0; row < numRows; ++row)
      for (int c = 0; c < width; ++c) EXPECT_NEAR((*this)(row, c), formula(row, c), 1e-14) << row << ", " << c;
  }
};

// 0 in the last of several columns.
ColumnScalars factorsFor(int width) {
  ColumnScalars factors;
  for (int c = 0; c < widestBlock; ++c) factors[c] = 0.5 - 0.25 * c * c;
  if (width > 1) factors[width - 1] = 0;
  return factors;
}

class BlockUpdates : public ::testing::TestWithParam<int> {
 public:
  const int width = GetParam();
};

TEST_P(BlockUpdates, AddMultiples) {
  for (int n : {0, 1, 300}) {
    HostBlock x(n, width, 1), y(n, width, 2);
    const ColumnScalars factors = factorsFor(width);
    if (width > 1) y.fillColumn(width - 1, nan);
    const Block result = y.device();
    addMultiples(x.device(), factors, result);
    HostBlock(result).expect(
        [&](int row, int c) { return x(row, c) + (factors[c] == 0 ? 0 : factors[c] * y(row, c)); });
  }
}

// Columns without a step keep d and x, whatever w holds; d is not read where the factor is 0.
TEST_P(BlockUpdates, AdvanceAlong) {
  for (int n : {0, 1, 300}) {
    HostBlock w(n, width, 1), d(n, width, 2), x(n, width, 3);
    ColumnScalars factors, steps = factorsFor(width);
    factors.fill(0.75);
    factors[0] = 0;
    d.fillColumn(0, nan);
    if (width > 1) w.fillColumn(width - 1, nan);
    const Block newD = d.device(), newX = x.device();
    advanceAlong(w.device(), factors, newD, steps, newX);
    const auto direction = [&](int row, int c) {
      return steps[c] == 0 ? d(row, c) : factors[c] == 0 ? w(row, c) : w(row, c) + factors[c] * d(row, c);
    };
    HostBlock(newD).expect(direction);
    HostBlock(newX).expect(
        [&](int row, int c) { return steps[c] == 0 ? x(row, c) : x(row, c) + steps[c] * direction(row, c); });
  }
}

// Columns without a step keep x, whatever d holds where the factor is 0 as well.
TEST_P(BlockUpdates, AddStepAndTurn) {
  for (int n : {0, 1, 300})
    for (double factor : {0.0, 0.75}) {
      HostBlock w(n, width, 1), d(n, width, 2), x(n, width, 3);
      ColumnScalars factors, steps = factorsFor(width);
      factors.fill(factor);
      for (int c = 0; c < width; ++c)
        if (steps[c] == 0 && factor == 0) d.fillColumn(c, nan);
      const Block newD = d.device(), newX = x.device(), newXAlone = x.device();
      addStep(d.device(), steps, newXAlone);
      addStepAndTurn(w.device(), factors, newD, steps, newX);
      const auto iterate = [&](int row, int c) { return steps[c] == 0 ? x(row, c) : x(row, c) + steps[c] * d(row, c); };
      HostBlock(newX).expect(iterate);
      HostBlock(newXAlone).expect(iterate);
      EXPECT_EQ(HostBlock(newX).entries, HostBlock(newXAlone).entries);
      HostBlock(newD).expect([&](int row, int c) { return w(row, c) + (factor == 0 ? 0 : factor * d(row, c)); });
    }
}

// Columns without a step keep what they hold, whatever z and w are; p and s are not read where the factor is 0.
TEST_P(BlockUpdates, AdvanceStep) {
  for (int n : {0, 1, 300})
    for (bool isPreconditioned : {true, false}) {
      HostBlock z(n, width, 1), w(n, width, 2), p(n, width, 3), s(n, width, 4), x(n, width, 5), r(n, width, 6);
      ColumnScalars factors, steps = factorsFor(width);
      factors.fill(0.75);
      factors[0] = 0;
      p.fillColumn(0, nan), s.fillColumn(0, nan);
      if (width > 1) z.fillColumn(width - 1, nan), w.fillColumn(width - 1, nan);
      if (!isPreconditioned) z = r;
      const Block newP = p.device(), newS = s.device(), newX = x.device(), newR = r.device();
      advanceStep(isPreconditioned ? z.device() : newR, w.device(), factors, newP, newS, steps, newX, newR);
      const auto with = [&](HostBlock& from, HostBlock& last) {
        return [&](int row, int c) {
          return steps[c] == 0     ? last(row, c)
                 : factors[c] == 0 ? from(row, c)
                                   : from(row, c) + factors[c] * last(row, c);
        };
      };
      const auto direction = with(z, p);
      const auto image = with(w, s);
      HostBlock(newP).expect(direction);
      HostBlock(newS).expect(image);
      HostBlock(newX).expect(
          [&](int row, int c) { return steps[c] == 0 ? x(row, c) : x(row, c) + steps[c] * direction(row, c); });
      HostBlock(newR).expect(
          [&](int row, int c) { return steps[c] == 0 ? r(row, c) : r(row, c) - steps[c] * image(row, c); });
    }
}

TEST(BlockUpdatesOfOneColumn, AdvanceAlongInSingle) {
  for (int n : {0, 1, 300})
    for (double factor : {0.0, 0.75})
      for (double step : {0.0, -0.5}) {
        HostBlock w(n, 1, 1), d(n, 1, 2), x(n, 1, 3);
        if (factor == 0) d.fillColumn(0, nan);
        const auto inSingle = [](const HostBlock& block) {
          return toView("x", std::vector<float>(block.entries.begin(), block.entries.end()));
        };
        const auto singleW = inSingle(w), singleD = inSingle(d);
        const Block newX = x.device();
        advanceAlong(singleW, factor, singleD, step, asVector(newX));
        const std::vector<float> newD = toVector(singleD);
        for (int row = 0; row < n; ++row) {
          if (step != 0) {
            EXPECT_NEAR(newD[row], w(row, 0) + (factor == 0 ? 0 : factor * d(row, 0)), 2e-7) << row;
          }
        }
        HostBlock(newX).expect([&](int row, int) { return step == 0 ? x(row, 0) : x(row, 0) + step * newD[row]; });
      }
}

TEST_P(BlockUpdates, CombineColumns) {
  for (int n : {0, 1, 300}) {
    HostBlock a(n, width, 1), b(n, width, 2);
    const ColumnScalars alpha = factorsFor(width);
    const auto expected = [&](int row, int c) { return alpha[c] * a(row, c) - 0.5 * b(row, c); };
    const Block apart = HostBlock(n, width, 3).device(), inA = a.device(), inB = b.device();
    combineColumns(alpha, a.device(), -0.5, b.device(), apart);
    HostBlock(apart).expect(expected);
    combineColumns(alpha, inA, -0.5, b.device(), inA);
    HostBlock(inA).expect(expected);
    combineColumns(alpha, a.device(), -0.5, inB, inB);
    HostBlock(inB).expect(expected);
  }
}

TEST_P(BlockUpdates, ScaleColumns) {
  HostBlock x(200, width, 1);
  const ColumnScalars factors = factorsFor(width);
  if (width > 1) x.fillColumn(width - 1, nan);
  const Block result = x.device();
  scaleColumns(factors, result);
  HostBlock(result).expect([&](int row, int c) { return factors[c] == 0 ? 0 : factors[c] * x(row, c); });
}

// What is not chosen is not touched, whatever it holds.
TEST_P(BlockUpdates, TakeSteps) {
  for (int n : {0, 1, 300}) {
    HostBlock x(n, width, 1), steps(n, width, 2);
    std::array<bool, widestBlock> chosen{};
    for (int c = 0; c < width; ++c) chosen[c] = c % 3 != 1;
    const Block deviceX = x.device(), deviceSteps = steps.device();
    takeSteps(chosen, deviceSteps, deviceX);
    HostBlock(deviceX).expect([&](int row, int c) { return x(row, c) + (chosen[c] ? steps(row, c) : 0); });
    HostBlock(deviceSteps).expect([&](int row, int c) { return chosen[c] ? 0 : steps(row, c); });
  }
}

TEST_P(BlockUpdates, FillBlock) {
  HostBlock x(200, width, 1);
  x.fillColumn(0, nan);
  const Block result = x.device();
  fillBlock(result, 2.5);
  HostBlock(result).expect([](int, int) { return 2.5; });
}

TEST_P(BlockUpdates, CopyColumns) {
  HostBlock from(200, width, 1), to(200, width, 2);
  std::array<bool, widestBlock> chosen{};
  for (int c = 0; c < width; ++c) chosen[c] = c % 3 == 0;
  const Block result = to.device();
  copyColumns(from.device(), chosen, result);
  HostBlock(result).expect([&](int row, int c) { return chosen[c] ? from(row, c) : to(row, c); });
}

TEST_P(BlockUpdates, ChooseAndPlaceColumns) {
  HostBlock from(200, width, 1);
  for (int narrow = 1; narrow <= width; narrow *= 2) {
    std::vector<int> columns;
    for (int c = 0; c + 1 < narrow || c == 0; ++c) columns.push_back(width - 1 - c);
    const Block result = HostBlock(200, narrow, 2).device();
    chooseColumns(from.device(), columns, result);
    HostBlock(result).expect(
        [&](int row, int c) { return c < static_cast<int>(columns.size()) ? from(row, columns[c]) : 0; });

    HostBlock to(200, narrow, 3);
    const Block placed = to.device();
    placeColumn(from.device(), width - 1, placed, narrow / 2);
    HostBlock(placed).expect([&](int row, int c) { return c == narrow / 2 ? from(row, width - 1) : to(row, c); });
  }
}

TEST_P(BlockUpdates, PackAndUnpack) {
  const int n = 200, numColumns = 11;
  for (int first : {0, 3, 8, 10}) {
    HostBlock vectors(numColumns, n, 1);  // its rows are the columns of the multivector
    const ColumnsOfVectors device("vectors", n, numColumns);
    const Vector entries(device.data(), std::size_t(n) * numColumns);
    Kokkos::deep_copy(entries, toView("entries", vectors.entries));
    const Block packed = HostBlock(n, width, 2).device();
    packBlock(device, first, packed);
    HostBlock(packed).expect([&](int row, int c) { return first + c < numColumns ? vectors(first + c, row) : 0; });

    HostBlock other(n, width, 5);
    unpackBlock(other.device(), device, first);
    HostBlock after(numColumns, n, 0);
    after.entries = toVector(entries);
    after.expect(
        [&](int k, int row) { return k >= first && k < first + width ? other(row, k - first) : vectors(k, row); });
  }
}

TEST_P(BlockUpdates, LargestEntries) {
  for (int n : {0, 1, 500}) {
    HostBlock x(n, width, 1);
    ColumnScalars expected{};
    if (n > 1) x(n / 2, 0) = -7;
    if (n > 1 && width > 1) x(n - 1, width - 1) = nan;
    for (int row = 0; row < n; ++row)
      for (int c = 0; c < width; ++c)
        expected[c] = std::isnan(x(row, c)) ? std::numeric_limits<double>::infinity()
                                            : std::max(expected[c], std::abs(x(row, c)));
    EXPECT_EQ(largestEntries(x.device()), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, BlockUpdates, ::testing::Values(1, 2, 4, 8));

}  // namespace
}  // namespace Chronos::Test
