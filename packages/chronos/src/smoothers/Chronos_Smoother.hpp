// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMOOTHER_HPP
#define CHRONOS_SMOOTHER_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_LevelMatrix.hpp"
#include "Chronos_SingleVectorSmoother.hpp"
#include "Chronos_StoragePrecision.hpp"

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace Chronos {

/// \brief What the set-up of a smoother did, summed over ranks; for tables and JSON.
struct SmootherReport {
  std::string name;
  /// Entries of the factor over entries of A, (18) of Bernaschi and others 2019; for Jacobi rows over entries.
  double density = 0;
  long long numFallbackRows = 0;  ///< rows where rounding stopped the method early
  long long numJacobiRows = 0;    ///< rows that had to be replaced by Jacobi's
  long long numGatheredRows = 0;  ///< rows of A fetched from other ranks
  long long longestRow = 0;       ///< of the factor
  double diagonalShift = 0;       ///< of a coarse solver: added to a singular matrix, relative to its diagonal
  /// Of a coarse solver that took the symmetric part of an unsymmetric matrix: largest |a_ij - a_ji| / sqrt(a_ii a_jj).
  double asymmetry = 0;
  double bytes = 0;
  std::vector<std::pair<std::string, double>> phases;   ///< stage of the set-up and its seconds, slowest rank
  std::vector<std::pair<std::string, double>> traffic;  ///< kernel and the bytes it must move, all ranks
};

/// \brief An approximation M^{-1} of A^{-1}: a preconditioner, and a smoother inside a multigrid cycle.
///
/// Symmetric positive definite when A is, but for before() and after() of a method that has these; immutable after
/// set-up. As a smoother x <- x + omega M^{-1} (b - A x) omega
/// must be below 2 over the largest eigenvalue of M^{-1} A (thesis, 2.2): see relaxationFactor().
class Smoother : public Operator {
 public:
  /// \brief One sweep, x <- x + omega M^{-1} (b - A x). Collective.
  ///
  /// From a zero guess the iterate ends in x, from a given one where iterateEndsIn() says.
  /// \param other of the size of x; overwritten
  virtual void sweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other, double omega,
                     Guess guess) const;

  /// \brief A sweep from a given iterate, and b^T x of each column behind it where it can be gathered on the way; the
  /// iterate ends where that of sweep() does. Collective.
  virtual void sweepDotted(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other, double omega,
                           GatheredDots<Device>& dots) const {
    dots.clear();
    sweep(A, b, x, other, omega, Guess::given);
  }

  /// \brief A sweep from zero, and the residual r = b - A x behind it. Collective.
  /// \param x may be without rows, and is not written, where startDiagonal() has rows and A.formsStart() of the width
  /// \param r of the size of b, which overlaps neither x nor r
  virtual void startSweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& r,
                          double omega) const {
    sweep(A, b, x, r, omega, Guess::zero);
    A.residual(b, x, r);
  }

  /// d of the iterate omega d .* b behind a sweep from zero; without rows where it is another. Local.
  virtual ConstVector startDiagonal() const { return {}; }

  /// \brief What smooths before and behind a coarse correction, of whom each is the other's adjoint; this one where it
  /// is symmetric. Local; as long as this one lives.
  virtual const Smoother& before() const { return *this; }
  virtual const Smoother& after() const { return *this; }

  /// After a sweep from a given iterate. A sweep that reads the matrix once must read one vector and write the other.
  virtual Where iterateEndsIn() const { return Where::x; }

  /// \brief An upper bound of the largest eigenvalue of M^{-1} A, infinity where none is cheap. Local.
  /// \param jacobiBound an upper bound of the largest eigenvalue of D^{-1} A, D the diagonal of A; from infinity a
  ///        method whose bound holds for all matrices makes a finite one, and needs no estimate
  virtual double eigenvalueBound(double /*jacobiBound*/) const { return std::numeric_limits<double>::infinity(); }

  /// \brief Whether a sweep converges only with an omega that follows from lambda_max(M^{-1} A). Local.
  ///
  /// Not so for a method that estimates it for itself: its omega is 1.
  virtual bool needsRelaxation() const { return true; }

  /// \brief The right end of the spectrum of B^{-1} A, B the blocks of A's diagonal that belong to nodes; 0 where the
  /// smoother has not looked for it. Local.
  virtual double blockEigenvalue() const { return 0; }

  /// \brief The same smoother for a cycle, with what it multiplies by in a narrower storage; null where there is none.
  /// Collective.
  /// \param A of the level, as the cycle has it
  /// \param precision what is asked for; gets what came of it
  /// \param obstacle why it is not as narrow as asked for; as it was where nothing is to be said
  virtual Teuchos::RCP<const Smoother> narrowed(const Teuchos::RCP<const LevelMatrix>& /*A*/,
                                                StoragePrecision& /*precision*/, ColumnStorage /*columns*/,
                                                std::string& obstacle) const {
    if (keptMatrix()) obstacle = "this kind has no narrower form";
    return Teuchos::null;
  }

  /// \brief The same smoother for vectors in single precision, which reads what this one reads; null where there is
  /// none. Local.
  /// \param A of the level, as the cycle has it for such vectors; both it and this smoother must outlive the result
  virtual Teuchos::RCP<const SingleVectorSmoother> forSingleVectors(const SingleVectorMatrix& /*A*/) const {
    return Teuchos::null;
  }

  /// \brief z = M^{-1} r of vectors in single precision, of a level whose matrix has no form for them; null on all
  /// ranks where there is none. Local.
  virtual Teuchos::RCP<const SingleVectorOperator> solveForSingleVectors() const { return Teuchos::null; }

  /// The matrix that the smoother goes on reading, not counted in numBytes(); null when it does not. Local.
  virtual const DistMatrix<double>* keptMatrix() const { return nullptr; }

  Teuchos::RCP<const Map> domainMap() const override { return map_; }
  Teuchos::RCP<const Map> rangeMap() const override { return map_; }
  const SmootherReport& report() const { return report_; }

 protected:
  explicit Smoother(const Teuchos::RCP<const Map>& map) : map_(map) {}
  SmootherReport report_;

 private:
  Teuchos::RCP<const Map> map_;
};

}  // namespace Chronos

#endif
