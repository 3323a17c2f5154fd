// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NullSpace.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

struct LargerSizeFunctor {
  ConstBlock product;
  Block sizes;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    using std::abs;
    const double size = abs(product(row, 0));
    if (size > sizes(row, 0)) sizes(row, 0) = size;
  }
};

struct BeyondRoundingFunctor {
  ConstBlock product, sizes;
  double largest;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, long long& count) const {
    constexpr double rounding = 1e-8;
    using std::abs;
    count += abs(product(row, 0)) <= rounding * largest * sizes(row, 0) ? 0 : 1;
  }
};

}  // namespace

NullSpace::NullSpace(const Teuchos::RCP<const Map>& map, const TestSpace& vectors)
    : map_(map), spread_("Chronos::null space spread", TrilinosVersion::numLocal(*map)) {
  const auto numVectors = static_cast<int>(maxOverRanks(*map->getComm(), static_cast<long long>(vectors.extent(1))));
  for (int j = 0; j < numVectors; ++j) {
    const Block v = allocateBlock("Chronos::null space", vectors.extent(0), 1);
    packBlock(vectors, j, v);
    addOrthonormalised(v);
  }
}

NullSpace NullSpace::constants(const Teuchos::RCP<const Map>& map) {
  NullSpace space(map, TestSpace());
  const Block v = allocateBlock("Chronos::null space", TrilinosVersion::numLocal(*map), 1);
  fillBlock(v, 1);
  space.addOrthonormalised(v);
  return space;
}

void NullSpace::addOrthonormalised(const Block& v) {
  // What two passes leave of a column that depends on the earlier ones is rounding.
  constexpr double dependent = 1e-10;
  const double largest = maxOverRanks(*map_->getComm(), largestEntries(v)[0]);
  if (!(largest > 0) || !std::isfinite(largest)) return;
  scaleColumns({1 / largest}, v);
  const double before = norm(v);
  for (int pass = 0; pass < 2; ++pass) project(v);
  const double left = norm(v);
  if (!(left > dependent * before)) return;
  scaleColumns({1 / left}, v);
  basis_.push_back(v);
}

const ColumnDots<Device>& NullSpace::dotsOf(int width) const {
  if (dotsWidth_ != width) {
    const auto numRows = static_cast<std::int64_t>(TrilinosVersion::numLocal(*map_));
    dots_ = std::make_shared<ColumnDots<Device>>(numRows * width, width);
    dotsWidth_ = width;
  }
  return *dots_;
}

ColumnScalars NullSpace::dot(const ConstBlock& x, const ConstBlock& y) const {
  ColumnScalars result{};
  const int width = widthOf(x);
  dotsOf(width).dot(Device::execution_space(), asVector(x), asVector(y), result.data());
  sumOverRanks(*map_->getComm(), result.data(), width);
  return result;
}

double NullSpace::norm(const ConstBlock& x) const {
  return std::sqrt(dot(x, x)[0]);
}

void NullSpace::project(const Block& x) const {
  const int width = widthOf(x);
  const std::vector<int> first(width, 0);
  for (const Block& v : basis_) {
    const Block spread = width == 1 ? v : spread_(width);
    if (width > 1) chooseColumns(v, first, spread);
    ColumnScalars factors = dot(spread, x);
    for (double& factor : factors) factor = -factor;
    combineColumns(factors, spread, 1, x, x);
  }
}

void NullSpace::project(TpetraMultiVector& X) const {
  for (std::size_t j = 0; j < X.getNumVectors(); ++j) {
    const auto column = X.getVectorNonConst(j)->getLocalViewDevice(Tpetra::Access::ReadWrite);
    project(Block(column.data(), column.extent(0), 1));
  }
}

double NullSpace::defect(const Operator& A) const {
  const std::size_t numRows = TrilinosVersion::numLocal(*map_);
  const Block u = allocateBlock("Chronos::null space u", numRows, 1),
              Au = allocateBlock("Chronos::null space A u", numRows, 1);
  fillRandom(*map_, 1, asVector(u));
  A.apply(u, Au);
  const double size = norm(Au) / norm(u);
  double worst = 0;
  for (const Block& v : basis_) {
    A.apply(v, Au);
    worst = std::max(worst, norm(Au));
  }
  // A matrix that holds what is no number takes nothing to zero.
  if (!std::isfinite(size)) return std::numeric_limits<double>::infinity();
  return size > 0 ? worst / size : 0;
}

bool NullSpace::isNullInEachRow(const Operator& A) const {
  const std::size_t numRows = TrilinosVersion::numLocal(*map_);
  const RowPolicy rows(0, static_cast<std::int64_t>(numRows));
  const Block u = allocateBlock("Chronos::null space u", numRows, 1),
              product = allocateBlock("Chronos::null space A u", numRows, 1),
              sizes = allocateBlock("Chronos::null space sizes", numRows, 1);
  fillBlock(sizes, 0);
  for (const std::uint64_t seed : {1, 2, 3}) {
    fillRandom(*map_, seed, asVector(u));
    A.apply(u, product);
    Kokkos::parallel_for("Chronos::nullSpace::sizes", rows, LargerSizeFunctor{product, sizes});
  }
  long long beyond = 0;
  for (const Block& v : basis_) {
    const double largest = maxOverRanks(*map_->getComm(), largestEntries(v)[0]);
    A.apply(v, product);
    long long here = 0;
    Kokkos::parallel_reduce("Chronos::nullSpace::beyond", rows, BeyondRoundingFunctor{product, sizes, largest}, here);
    beyond += here;
  }
  return maxOverRanks(*map_->getComm(), beyond) == 0;
}

ProjectedOperator::ProjectedOperator(const Teuchos::RCP<const Operator>& M, const NullSpace& space)
    : M_(M),
      space_(space),
      in_("Chronos::projected input", TrilinosVersion::numLocal(*M->domainMap())),
      out_("Chronos::projected output", TrilinosVersion::numLocal(*M->rangeMap())) {}

void ProjectedOperator::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  const Block in = in_(widthOf(x)), out = out_(widthOf(x));
  Kokkos::deep_copy(Device::execution_space(), in, x);
  space_.project(in);
  M_->apply(in, out);
  space_.project(out);
  updateBlock(out, y, alpha, beta);
}

}  // namespace Chronos
