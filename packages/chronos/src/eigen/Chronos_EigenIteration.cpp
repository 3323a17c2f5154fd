// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EigenIteration.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_Orthonormalise.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_SmallBasis.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// A pass that had nearly nothing to do leaves a basis that is orthonormal to rounding.
constexpr double nearlyOrthonormal = 0.5;

// Of a pivot in a step of all vectors: what is below would cost more digits than the step gains.
constexpr double leastAdvance = 1e-6;

constexpr std::uint64_t fillSeed = 1051;

struct ResidualFunctor {
  ConstVector image, mass;
  double value;
  Vector r;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { r(row) = image(row) - value * mass(row); }
};

}  // namespace

EigenIteration::EigenIteration(EigenProblem& problem, const TestSpace& start, int count, int extra)
    : problem_(problem),
      count_(count),
      block_(problem.allocate(std::max(static_cast<int>(start.extent(1)), count + extra))),
      W_(problem.allocate(count)) {
  ImagedVectors S = block_.columns(0, static_cast<int>(start.extent(1)));
  Kokkos::deep_copy(Device::execution_space(), S.own, start);
  problem.multiplyByMass(S);
  int kept = problem.orthonormalise(block_.columns(0, 0), S, nearlyOrthonormal);
  if (kept < count) {
    // A preconditioner that is nearly singular sends all that it smooths one way.
    ImagedVectors more = block_.columns(kept, count - kept);
    for (int j = 0; j < more.count(); ++j) fillRandom(*problem.map(), fillSeed + j, column(more.own, j));
    problem.multiplyByMass(more);
    kept += problem.orthonormalise(block_.columns(0, kept), more, nearlyOrthonormal);
  }
  if (kept < count) throw BreakdownError("Eigenpairs: random vectors depend on each other in the mass matrix.");
  S = block_.columns(0, kept);
  problem.multiply(S);
  const SmallMatrix H = symmetrised(tallProducts(problem.comm(), {{S.own, S.image}})[0]);
  const SmallEigen ritz = wantedRitzPairs(H, count, problem.which());
  problem.combine(block_, ritz.vectors);
  values_ = ritz.values;
}

void EigenIteration::refresh(int count) {
  ImagedVectors X = block_.columns(0, count);
  problem_.multiplyByMass(X);
  if (problem_.orthonormalise(block_.columns(0, 0), X, nearlyOrthonormal) < count)
    throw BreakdownError("Eigenpairs: iterates depend on each other.");
  problem_.multiply(X);
  const SmallMatrix H = symmetrised(tallProducts(problem_.comm(), {{X.own, X.image}})[0]);
  const SmallEigen ritz = wantedRitzPairs(H, count, problem_.which());
  problem_.combine(X, ritz.vectors);
  std::copy(ritz.values.begin(), ritz.values.end(), values_.begin());
}

void EigenIteration::residuals(const std::vector<int>& which, const TestVectors& R) const {
  for (std::size_t i = 0; i < which.size(); ++i) {
    const auto j = static_cast<std::size_t>(which[i]);
    Kokkos::parallel_for("Chronos::eigen residual", RowPolicy(0, static_cast<int>(problem_.numRows())),
                         ResidualFunctor{column(block_.image, j), column(block_.mass, j), values_[j], column(R, i)});
  }
}

int EigenIteration::newDirections(const std::vector<int>& active, int numBasis, double enough, ImagedVectors& W) {
  const int count = static_cast<int>(active.size());
  W = W_.columns(0, count);
  residuals(active, W.image);
  problem_.precondition(W.image, W.own);
  problem_.multiplyByMass(W);
  return problem_.orthonormalise(block_.columns(0, numBasis), W, enough);
}

SmallMatrix EigenIteration::advance(const std::vector<int>& active, const ImagedVectors& W,
                                    const std::vector<double>& own, const std::vector<double>& step) {
  const ImagedVectors X = vectors();
  const auto products = tallProducts(
      problem_.comm(), {{X.own, W.mass}, {W.own, W.mass}, {X.own, W.image}, {W.own, W.image}, {X.own, X.image}});
  SmallMatrix identity(count_, count_);
  for (int j = 0; j < count_; ++j) identity(j, j) = 1;
  const auto joined = [](const SmallMatrix& ofX, const SmallMatrix& between, const SmallMatrix& ofW) {
    return symmetrised(stack(beside(ofX, between), beside(transposed(between), ofW)));
  };
  const SmallMatrix masses = joined(identity, products[0], products[1]);
  const SmallMatrix images = joined(products[4], products[2], products[3]);
  for (int numSteps = static_cast<int>(active.size()); numSteps > 0; --numSteps) {
    SmallMatrix C = stack(identity, SmallMatrix(W.count(), count_));
    for (int i = 0; i < numSteps; ++i) {
      C(active[i], active[i]) = own[i];
      C(count_ + i, active[i]) = step[i];
    }
    double leastPivot = 1;
    const SmallMatrix G = transposedProduct(C, product(masses, C));
    std::vector<double> scale(count_);
    for (int j = 0; j < count_; ++j) scale[j] = G(j, j) > 0 ? 1 / std::sqrt(G(j, j)) : 0;
    const SmallMatrix K = invertFactor(G, scale, leastPivot);
    if (K.numCols < count_ || leastPivot < leastAdvance) continue;
    const SmallMatrix basis = product(C, K);
    const SmallEigen ritz =
        wantedRitzPairs(symmetrised(transposedProduct(basis, product(images, basis))), count_, problem_.which());
    const SmallMatrix all = product(basis, ritz.vectors);
    problem_.combine(block_, count_, W, all);
    values_ = ritz.values;
    return all;
  }
  return SmallMatrix(count_ + W.count(), 0);
}

SmallMatrix symmetrised(SmallMatrix H) {
  for (int col = 0; col < H.numCols; ++col)
    for (int row = 0; row < col; ++row) H(row, col) = H(col, row) = 0.5 * (H(row, col) + H(col, row));
  return H;
}

}  // namespace Chronos
