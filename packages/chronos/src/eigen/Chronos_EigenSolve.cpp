// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EigenSolve.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_EigenMethods.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

constexpr std::uint64_t startSeed = 51;
// Of A x beside what the entries of A and x make of it, each row in its own units: a few hundred roundings.
constexpr double roundingLevel = 1e-13;
// The same where nothing falls any more, and of x^T A x there, whose error is the square of that of x.
constexpr double lastRoundingLevel = 1e-11, roundingOfEnergy = 1e-14;
// Of a value beside the Rayleigh quotient of a random vector, above which it is no rounding for certain.
constexpr double zeroSuspect = 1e-7;
// Residuals formed anew that do not fall any more, before rounding is blamed.
constexpr int mostVainRefreshes = 3;
// Iterations without a smaller residual, all residuals as small as a few roundings, before it is blamed too.
constexpr int mostVainIterations = 30;
constexpr double residualRounding = 1e-14;

// w x and x / w with w the root of the diagonal; zero where the diagonal is not positive.
struct WeighFunctor {
  ConstVector diagonal, x;
  bool divides;
  Vector y;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const double d = diagonal(row);
    y(row) = d > 0 ? (divides ? x(row) / d : x(row) * d) : 0;
  }
};

struct Measured {
  std::vector<Eigenpair> pairs;  // of the whole block
  int numConverged = 0;          // of those that are wanted
  double worst = 0;              // residual of those of them that have not converged
};

std::string shortest(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

class EigenSolve {
 public:
  EigenSolve(EigenProblem& problem, int k, const EigenParameters& parameters, const EigenMonitor& monitor,
             const EigenHints& hints)
      : problem_(problem), k_(k), parameters_(parameters), monitor_(monitor), hints_(hints) {
    numRows_ = TrilinosVersion::numGlobal(*problem.map());
    count_ = static_cast<int>(std::min<long long>(numRows_, k + guardVectorsOf(parameters, k)));
    // A rank without rows cannot tell.
    hasDiagonal_ = maxOverRanks(comm(), static_cast<long long>(hints.diagonal.extent(0))) > 0;
    numGiven_ = static_cast<int>(maxOverRanks(comm(), static_cast<long long>(hints.start.extent(1))));
  }

  EigenResult run() {
    measureSize();
    iteration_ =
        MethodChoice<MakeEigenIteration>(eigenMethods(), parameters_.method).make(problem_, startVectors(), count_);
    R_ = allocateVectors("Chronos::eigen residuals", problem_.numRows(), count_);
    iterate();
    finish();
    return result_;
  }

 private:
  const Comm& comm() const { return problem_.comm(); }

  // A vector of entries in (-1, 1) shows how large A is, and what its Rayleigh quotients are at most.
  void measureSize() {
    const ImagedVectors u = problem_.allocate(1);
    fillRandom(*problem_.map(), startSeed, column(u.own, 0));
    problem_.multiply(u);
    problem_.multiplyByMass(u);
    const auto products = tallProducts(comm(), {{u.own, u.own}, {u.image, u.image}, {u.own, u.image}, {u.own, u.mass}});
    const double squaredNorm = products[0](0, 0), mass = products[3](0, 0);
    for (const SmallMatrix& product : products)
      if (!std::isfinite(product(0, 0)))
        throw BreakdownError(
            "Eigenpairs: a product with the matrix or the mass matrix is not finite. Look for entries that are not, or "
            "near the largest double.");
    if (!(mass > 0))
      throw BreakdownError(
          "Eigenpairs: the mass matrix is not positive definite: x^T M x is not positive for a random vector.");
    norm_ = std::sqrt(products[1](0, 0) / squaredNorm);
    quotient_ = std::max(std::abs(products[2](0, 0)), std::sqrt(products[1](0, 0) * squaredNorm)) / mass;
  }

  // With few unknowns all unit vectors. Else what is given, and random vectors, smoothed by the preconditioner.
  TestSpace startVectors() {
    const std::size_t numRows = problem_.numRows();
    if (numRows_ <= 3LL * count_) {
      const TestVectors all = allocateVectors("Chronos::eigen start", numRows, static_cast<std::size_t>(numRows_));
      const long long first = sumOverRanksBefore(comm(), static_cast<long long>(numRows));
      const auto host = Kokkos::create_mirror_view(all);
      Kokkos::deep_copy(host, 0.0);
      for (std::size_t row = 0; row < numRows; ++row) host(row, first + static_cast<long long>(row)) = 1;
      Kokkos::deep_copy(all, host);
      return all;
    }
    const TestVectors start = allocateVectors("Chronos::eigen start", numRows, numGiven_ + count_);
    if (numGiven_ > 0 && numRows > 0) Kokkos::deep_copy(columnsOf(start, 0, numGiven_), hints_.start);
    const TestVectors random = columnsOf(start, numGiven_, count_);
    const bool isSmoothed = parameters_.which == SpectrumEnd::smallest && !problem_.preconditioner().is_null();
    const TestVectors filled = isSmoothed ? allocateVectors("Chronos::eigen random", numRows, count_) : random;
    for (int j = 0; j < count_; ++j) fillRandom(*problem_.map(), startSeed + j, column(filled, j));
    if (isSmoothed) problem_.precondition(filled, random);
    return start;
  }

  // Squared lengths of the columns of X.
  std::vector<double> squares(const TestVectors& X) const {
    const SmallMatrix G = tallProducts(comm(), {{X, X}})[0];
    std::vector<double> diagonal;
    for (int j = 0; j < G.numCols; ++j) diagonal.push_back(G(j, j));
    return diagonal;
  }

  // Of y = A x, or what is left of it, for vector j, each row in its own units: D is the diagonal of A, or its norm.
  struct BesideRounding {
    double image;   // ||D^{-1/2} y|| over ||D^{1/2} x||
    double energy;  // |x^T y| over x^T D x
  };

  BesideRounding besideRounding(const TestVectors& y, int j) const {
    const ImagedVectors x = iteration_->vectors().columns(j, 1);
    if (!hasDiagonal_) {
      const auto products = tallProducts(comm(), {{y, y}, {x.own, x.own}, {x.own, y}});
      const double energy = norm_ * products[1](0, 0);
      return {std::sqrt(products[0](0, 0) / (norm_ * energy)), std::abs(products[2](0, 0)) / energy};
    }
    const TestVectors divided = allocateVectors("Chronos::eigen weighed", problem_.numRows(), 1);
    const TestVectors multiplied = allocateVectors("Chronos::eigen weighed", problem_.numRows(), 1);
    const RowPolicy rows(0, static_cast<int>(problem_.numRows()));
    Kokkos::parallel_for("Chronos::eigen weigh", rows,
                         WeighFunctor{hints_.diagonal, column(y, 0), true, column(divided, 0)});
    Kokkos::parallel_for("Chronos::eigen weigh", rows,
                         WeighFunctor{hints_.diagonal, column(x.own, 0), false, column(multiplied, 0)});
    const auto products = tallProducts(comm(), {{y, divided}, {x.own, multiplied}, {x.own, y}});
    const double energy = products[1](0, 0);
    return {std::sqrt(products[0](0, 0) / energy), std::abs(products[2](0, 0)) / energy};
  }

  Measured measure() {
    Measured measured;
    std::vector<int> all(count_);
    std::iota(all.begin(), all.end(), 0);
    iteration_->residuals(all, R_);
    const ImagedVectors X = iteration_->vectors();
    const std::vector<double> residuals = squares(R_), masses = squares(X.mass);
    for (int j = 0; j < count_; ++j) {
      Eigenpair pair;
      pair.value = iteration_->values()[j];
      pair.residualNorm = std::sqrt(residuals[j]);
      const double size = std::abs(pair.value) * std::sqrt(masses[j]);
      pair.residual = size > 0 ? pair.residualNorm / size : (pair.residualNorm > 0 ? INFINITY : 0);
      if (!std::isfinite(pair.residualNorm) || !std::isfinite(pair.value))
        throw BreakdownError(
            "Eigenpairs: residuals are not finite. The matrix is not symmetric, or its entries are "
            "near the largest double.");
      pair.isConverged = pair.residual <= parameters_.tolerance;
      if (!pair.isConverged && std::abs(pair.value) <= zeroSuspect * quotient_)
        pair.isConverged = pair.isZero = isRounding(besideRounding(X.columns(j, 1).image, j));
      if (j < k_) {
        measured.numConverged += pair.isConverged;
        if (!pair.isConverged) measured.worst = std::max(measured.worst, pair.residual);
      }
      measured.pairs.push_back(pair);
    }
    return measured;
  }

  // Of several vectors in the null space each keeps roundings of many iterations in it.
  bool isRounding(const BesideRounding& size) const {
    if (!(size.image > roundingLevel)) return true;
    return hasStalled_ && size.image <= lastRoundingLevel && size.energy <= roundingOfEnergy;
  }

  // Whether those that have not converged are as good as rounding allows. R_ holds the residuals.
  bool isAtRounding() const {
    for (int j = 0; j < k_; ++j)
      if (!measured_.pairs[j].isConverged && besideRounding(columnsOf(R_, j, 1), j).image > residualRounding)
        return false;
    return true;
  }

  bool isInterrupted() const {
    if (!monitor_.interrupted) return false;
    return maxOverRanks(comm(), static_cast<long long>(monitor_.interrupted())) > 0;
  }

  void iterate() {
    double formerWorst = INFINITY, best = INFINITY;
    int numVain = 0, bestIteration = 0;
    for (;; ++result_.iterations) {
      measured_ = measure();
      result_.residualHistory.push_back(measured_.worst);
      if (monitor_.progress) monitor_.progress(result_.iterations, measured_.numConverged, measured_.worst);
      if (measured_.numConverged == k_) {
        refresh();
        if (measured_.numConverged == k_) return;
        numVain = measured_.worst < 0.5 * formerWorst ? 0 : numVain + 1;
        formerWorst = std::min(formerWorst, measured_.worst);
        if (numVain >= mostVainRefreshes) return endByRounding();
      }
      if (measured_.worst < best) {
        best = measured_.worst;
        bestIteration = result_.iterations;
      } else if (result_.iterations - bestIteration >= mostVainIterations && (hasStalled_ || isAtRounding())) {
        refresh();
        return endByRounding();
      }
      if (isInterrupted()) {
        refresh();
        result_.status = EigenStatus::interrupted;
        return;
      }
      if (result_.iterations >= parameters_.maxIterations) return refresh();
      if (!step() && (std::exchange(hasStalled_, true) || !stepBesideZeros())) return endByRounding();
      isFresh_ = false;
    }
  }

  // Those that have not converged. False where nothing is left that would reduce their residuals.
  bool step() {
    std::vector<int> active;
    for (int j = 0; j < count_; ++j)
      if (!measured_.pairs[j].isConverged) active.push_back(j);
    const bool hasMoved = iteration_->step(active);
    if (!hasMoved && !isFresh_) refresh();
    return hasMoved;
  }

  // Roundings of vectors in the null space hide directions of the others.
  bool stepBesideZeros() {
    refresh();
    return measured_.numConverged < k_ && step();
  }

  void refresh() {
    iteration_->refresh(k_);
    isFresh_ = true;
    measured_ = measure();
  }

  void endByRounding() {
    if (measured_.numConverged == k_) return;
    const std::string residual = "the largest residual, " + shortest(measured_.worst) + ", stays above the tolerance " +
                                 shortest(parameters_.tolerance) + ".";
    result_.message = isAtRounding()
                          ? "rounding allows no more: " + residual
                          : "no direction is left that would reduce residuals, further from rounding than it should "
                            "be: " +
                                residual + " Is the matrix symmetric, and are there no penalties in it?";
  }

  void finish() {
    result_.pairs.assign(measured_.pairs.begin(), measured_.pairs.begin() + k_);
    if (measured_.numConverged == k_) result_.status = EigenStatus::converged;
    else if (result_.message.empty() && result_.status != EigenStatus::interrupted)
      result_.message = std::to_string(measured_.numConverged) + " of " + std::to_string(k_) + " pairs converged in " +
                        std::to_string(result_.iterations) + " iterations; the largest residual is " +
                        shortest(measured_.worst) + ".";
    result_.blockSize = count_;
    result_.products = problem_.counts.products;
    result_.massProducts = problem_.counts.massProducts;
    result_.preconditionings = problem_.counts.preconditionings;
    result_.vectors = Teuchos::rcp(new TpetraMultiVector(problem_.map(), k_, false));
    Kokkos::deep_copy(result_.vectors->getLocalViewDevice(Tpetra::Access::OverwriteAll),
                      iteration_->vectors().columns(0, k_).own);
  }

  EigenProblem& problem_;
  int k_, count_ = 0, numGiven_ = 0;
  bool hasDiagonal_ = false;
  long long numRows_ = 0;
  const EigenParameters& parameters_;
  const EigenMonitor& monitor_;
  const EigenHints& hints_;
  bool hasStalled_ = false;         // no direction was left
  double norm_ = 0, quotient_ = 0;  // of A, and Rayleigh quotients in size, about
  std::unique_ptr<EigenIteration> iteration_;
  TestVectors R_;
  Measured measured_;
  bool isFresh_ = false;  // images of the first k are new products
  EigenResult result_;
};

void check(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
           const Teuchos::RCP<const Operator>& T, int k) {
  if (A.is_null()) throw InputError("Eigenpairs: give a matrix, not a null pointer.");
  if (!A->domainMap()->isSameAs(*A->rangeMap()))
    throw InputError("Eigenpairs: domain and range map of the matrix differ.");
  const Map& map = *A->domainMap();
  const auto fits = [&](const Operator& op) { return op.domainMap()->isSameAs(map) && op.rangeMap()->isSameAs(map); };
  const long long numRows = TrilinosVersion::numGlobal(map);
  if (!M.is_null() && !fits(*M)) {
    const long long massRows = TrilinosVersion::numGlobal(*M->rangeMap());
    throw InputError("Eigenpairs: the mass matrix has " + std::to_string(massRows) + " rows and the matrix " +
                     std::to_string(numRows) +
                     (massRows == numRows ? ", but they are distributed in different ways." : "."));
  }
  if (!T.is_null() && !fits(*T)) throw InputError("Eigenpairs: the preconditioner is not on the map of the matrix.");
  if (k < 1) throw InputError("Eigenpairs: ask for 1 or more, not " + std::to_string(k) + ".");
  if (k > numRows)
    throw InputError("Eigenpairs: " + std::to_string(k) + " are wanted of a matrix that has " +
                     std::to_string(numRows) + " rows.");
}

}  // namespace

int EigenResult::numConverged() const {
  return static_cast<int>(
      std::count_if(pairs.begin(), pairs.end(), [](const Eigenpair& pair) { return pair.isConverged; }));
}

EigenResult eigenpairs(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
                       const Teuchos::RCP<const Operator>& T, int k, const EigenParameters& parameters,
                       const EigenMonitor& monitor, const EigenHints& hints) {
  check(A, M, T, k);
  EigenProblem problem(A, M, T, parameters.which);
  return EigenSolve(problem, k, parameters, monitor, hints).run();
}

}  // namespace Chronos
