// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearNullVector.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_SmallBasis.hpp"
#include "Chronos_SmallEigen.hpp"

#include <cmath>

namespace Chronos {
namespace {

// The singular values of the small matrix are looked at this often.
constexpr int stepsBetween = 5;

// A search that leaves as much after so many steps does not come to a thousandth in twice as many: of bodies 0.1 at
// most is left by then.
constexpr int stepsInVain = 10;
constexpr double leftInVain = 0.25;

// Of a vector that lies in the space before it but for rounding.
constexpr double dependent = 1e-12;

// Every rank has the same small matrices, so all throw.
[[noreturn]] void breakDown() {
  throw BreakdownError("The search for a near-kernel vector met products that are not finite.");
}

class Arnoldi {
 public:
  Arnoldi(const std::function<void(const ConstVector&, const Vector&)>& B, const Operator& M, const TestSpace& known,
          int steps)
      : B_(B),
        M_(M),
        comm_(*M.domainMap()->getComm()),
        numKnown_(static_cast<int>(known.extent(1))),
        basis_(allocateVectors("Chronos::Arnoldi basis", known.extent(0), numKnown_ + steps + 1)),
        product_(allocate<Vector>("Chronos::Arnoldi product", known.extent(0))),
        H_(steps + 1, steps) {
    Kokkos::deep_copy(Device::execution_space(), columnsOf(basis_, 0, numKnown_), known);
    const SmallMatrix squares = tallProducts(comm_, {{known, known}})[0];
    for (int k = 0; k < numKnown_; ++k) scale(squares(k, k), k);
  }

  // The length of the first direction; zero where there is none.
  double begin(const ConstVector& start) {
    Kokkos::deep_copy(Device::execution_space(), column(basis_, numKnown_), start);
    return orthonormalised(0, nullptr);
  }

  // False where the space is closed: there is no further direction.
  bool step() {
    const int next = numSteps_ + 1;
    B_(column(TestSpace(basis_), numKnown_ + numSteps_), product_);
    M_.apply(asBlock(ConstVector(product_)), asBlock(column(basis_, numKnown_ + next)));
    const double length = orthonormalised(next, &H_.values[std::size_t(numSteps_) * H_.numRows]);
    H_(next, numSteps_) = length;
    ++numSteps_;
    return length > 0;
  }

  int numSteps() const { return numSteps_; }

  // The coefficients of the vector that is changed least, and what is left of it.
  SmallMatrix least(double& left) const {
    const SmallMatrix H = part(H_, 0, numSteps_ + 1, 0, numSteps_);
    const SmallEigen squares = symmetricEigen(transposedProduct(H, H));
    if (squares.values.empty()) breakDown();
    left = std::sqrt(std::max(squares.values.front(), 0.0));
    return part(squares.vectors, 0, numSteps_, 0, 1);
  }

  // The coefficients whose product with M B is nearest to the first direction, and what is left of that.
  SmallMatrix nearest(double& left) const {
    const SmallMatrix H = part(H_, 0, numSteps_ + 1, 0, numSteps_);
    const SmallEigen squares = symmetricEigen(transposedProduct(H, H));
    if (squares.values.empty()) breakDown();
    SmallMatrix first(numSteps_ + 1, 1);
    first(0, 0) = 1;
    SmallMatrix along = transposedProduct(squares.vectors, transposedProduct(H, first));
    for (int k = 0; k < numSteps_; ++k) {
      const bool counts = squares.values[std::size_t(k)] > dependent * squares.values.back();
      along(k, 0) = counts ? along(k, 0) / squares.values[std::size_t(k)] : 0;
    }
    const SmallMatrix coefficients = product(squares.vectors, along), rest = minus(first, product(H, coefficients));
    left = std::sqrt(transposedProduct(rest, rest)(0, 0));
    return coefficients;
  }

  Vector combined(const SmallMatrix& coefficients) const {
    const TestVectors x = allocateVectors("Chronos::near-null vector", basis_.extent(0), 1);
    combineTall<Device>(Device::execution_space(), columnsOf(basis_, numKnown_, numSteps_), coefficients, x);
    return column(x, 0);
  }

 private:
  void scale(double square, int index) {
    const Vector v = column(basis_, index);
    combineVectors(square > 0 ? 1 / std::sqrt(square) : 0, v, 0, v, v);
  }

  // Of the k-th vector of the space beside all before it, by Gram-Schmidt, twice; its length before, zero where it is
  // dependent. Adds its coefficients to `ofSpace`.
  double orthonormalised(int k, double* ofSpace) {
    const int index = numKnown_ + k;
    const TestVectors w = columnsOf(basis_, index, 1), before = columnsOf(basis_, 0, index);
    double first = 0;
    for (int pass = 0; pass < 2; ++pass) {
      const auto products = tallProducts(comm_, {{before, w}, {w, w}});
      if (pass == 0) first = products[1](0, 0);
      combineTall<Device>(Device::execution_space(), before, negative(products[0]), w, Columns::add);
      if (ofSpace != nullptr)
        for (int row = 0; row < k; ++row) ofSpace[row] += products[0](numKnown_ + row, 0);
    }
    const double square = tallProducts(comm_, {{w, w}})[0](0, 0);
    if (!std::isfinite(square)) breakDown();
    const bool isNew = square > dependent * dependent * first && square > 0;
    scale(isNew ? square : 0, index);
    return isNew ? std::sqrt(square) : 0;
  }

  const std::function<void(const ConstVector&, const Vector&)>& B_;
  const Operator& M_;
  const Comm& comm_;
  int numKnown_, numSteps_ = 0;
  TestVectors basis_;  // what is known, then the space
  Vector product_;
  SmallMatrix H_;
};

// Goes on for as many steps at most, as long as there are directions and `look`, asked now and then, says so.
template <class Look>
void extend(Arnoldi& space, int mostSteps, const Look& look) {
  bool goesOn = true;
  while (goesOn) {
    goesOn = space.step() && space.numSteps() < mostSteps;
    if (goesOn && space.numSteps() % stepsBetween != 0) continue;
    goesOn = look() && goesOn;
  }
}

}  // namespace

NearNullVector nearNullVector(const std::function<void(const ConstVector& x, const Vector& y)>& B, const Operator& M,
                              const TestSpace& known, const ConstVector& start, const NearNullSearch& search) {
  Arnoldi space(B, M, known, search.steps);
  NearNullVector result;
  if (space.begin(start) == 0) return result;
  SmallMatrix coefficients;
  extend(space, search.steps, [&] {
    coefficients = space.least(result.left);
    const bool isInVain = space.numSteps() >= stepsInVain && result.left > leftInVain;
    return result.left > search.enough && !isInVain;
  });
  result.steps = space.numSteps();
  result.x = space.combined(coefficients);
  return result;
}

NearNullVector nearSolution(const std::function<void(const ConstVector& x, const Vector& y)>& B, const Operator& M,
                            const TestSpace& known, const ConstVector& b, const NearNullSearch& search) {
  Arnoldi space(B, M, known, search.steps);
  NearNullVector result;
  const auto start = allocate<Vector>("Chronos::preconditioned right-hand side", known.extent(0));
  M.apply(asBlock(b), asBlock(start));
  const double length = space.begin(start);
  if (length == 0) return result;
  SmallMatrix coefficients;
  extend(space, search.steps, [&] {
    coefficients = space.nearest(result.left);
    return result.left > search.enough;
  });
  for (double& coefficient : coefficients.values) coefficient *= length;
  result.steps = space.numSteps();
  result.x = space.combined(coefficients);
  return result;
}

}  // namespace Chronos
