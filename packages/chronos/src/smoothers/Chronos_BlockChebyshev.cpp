// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ChebyshevSteps.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_SmootherTable.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_VectorUpdate.hpp"
#include "Chronos_WorkBlock.hpp"

namespace Chronos {

SmootherMethod blockJacobi();

namespace {

using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

struct BlockChebyshevParameters {
  int degree = 2;
  double eigenvalueRatio = 20;
  int eigenvalueSteps = 10;
};

void bindBlockChebyshev(ParameterBinding& list, BlockChebyshevParameters& p) {
  list.integer("degree", p.degree, 1, 100,
               "Degree of the polynomial: applications of B^{-1}; one product with A less.");
  list.real("eigenvalue ratio", p.eigenvalueRatio, 1.01, 1e6,
            "The polynomial damps eigenvalues of B^{-1} A from the largest down to the largest over this.");
  list.integer(
      "eigenvalue steps", p.eigenvalueSteps, 1, 1000,
      "Lanczos steps of the estimate of the largest eigenvalue, at least; up to 40 where a bound from above needs "
      "more.");
}

struct UpdateFunctor {
  const double* direction;
  double omega, beta;
  double* z;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { z[i] = updated(beta, z + i, omega * direction[i]); }
};

/// \brief Chebyshev polynomial in B^{-1} A, B the blocks of A's diagonal that belong to nodes; symmetric positive
/// definite.
///
/// As Chebyshev, with block Jacobi in the place of Jacobi (Adams, Brezina, Hu, Tuminaro 2003; Saad, Iterative Methods
/// for Sparse Linear Systems, algorithm 12.1): unknowns of a node that pull at each other are taken together. A sweep
/// multiplies by the matrix of the cycle, in its precision; degree - 1 products, one more from a given iterate.
class BlockChebyshev : public Smoother {
 public:
  /// Collective.
  BlockChebyshev(const Teuchos::RCP<const DistMatrix<double>>& A, const UnknownNodes& nodes,
                 const BlockChebyshevParameters& parameters)
      : Smoother(A->rowMap()), A_(asOperator(A)), kept_(A), parameters_(parameters) {
    const Comm& comm = *A->rowMap()->getComm();
    Kokkos::Timer timer;
    base_ = blockJacobi().make(A, nodes, {});
    const double inverses = maxOverRanks(comm, timer.seconds());
    largest_ = chebyshevEnd(*A, *base_, parameters.eigenvalueRatio, parameters.eigenvalueSteps);
    residual_ = WorkBlock("Chronos::BlockChebyshev residual", A->numRows());
    direction_ = WorkBlock("Chronos::BlockChebyshev direction", A->numRows());
    report_ = base_->report();
    report_.name = "block chebyshev";
    report_.density += parameters.degree - 1;
    report_.bytes = sumOverRanks(comm, double(numBytes()));
    report_.phases = {{"block jacobi inverses", inverses},
                      {"chebyshev eigenvalue", maxOverRanks(comm, timer.seconds()) - inverses}};
  }

  void apply(const ConstBlock& r, const Block& z, double alpha, double beta) const override {
    run(*A_, r, z, alpha, beta);
  }

  void sweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other, double omega,
             Guess guess) const override {
    if (guess == Guess::zero) return run(A, b, x, omega, 0);
    A.residual(b, x, other);
    run(A, other, x, omega, 1);
  }

  Teuchos::RCP<const Smoother> narrowed(const Teuchos::RCP<const LevelMatrix>& A, StoragePrecision& precision,
                                        ColumnStorage /*columns*/, std::string& /*obstacle*/) const override {
    if (precision == StoragePrecision::doublePrecision) return Teuchos::null;
    const auto copy = Teuchos::rcp(new BlockChebyshev(*this));
    copy->A_ = A;
    copy->kept_ = Teuchos::null;
    return copy;
  }

  bool needsRelaxation() const override { return false; }
  double blockEigenvalue() const override { return largest_; }
  const DistMatrix<double>* keptMatrix() const override { return kept_.get(); }
  std::size_t numBytes() const override { return base_->numBytes() + residual_.numBytes() + direction_.numBytes(); }

 private:
  void run(const LevelMatrix& A, const ConstBlock& r, const Block& z, double omega, double beta) const {
    ChebyshevSteps steps(largest_, parameters_.eigenvalueRatio);
    const Block residual = residual_(widthOf(r)), direction = direction_(widthOf(r));
    const auto add = [&](double keepZ) {
      Kokkos::parallel_for("Chronos::BlockChebyshev::update", EntryPolicy(0, static_cast<std::int64_t>(r.size())),
                           UpdateFunctor{direction.data(), omega, keepZ, z.data()});
    };
    base_->apply(r, direction, steps.first().factor, 0);
    add(beta);
    for (int step = 2; step <= parameters_.degree; ++step) {
      A.residual(step == 2 ? r : ConstBlock(residual), direction, residual);
      const ChebyshevSteps::Step taken = steps.next();
      base_->apply(residual, direction, taken.factor, taken.keepOld);
      add(1);
    }
  }

  Teuchos::RCP<const LevelMatrix> A_;
  Teuchos::RCP<const DistMatrix<double>> kept_;
  BlockChebyshevParameters parameters_;
  Teuchos::RCP<const Smoother> base_;
  WorkBlock residual_, direction_;
  double largest_ = 0;
};

}  // namespace

SmootherMethod blockChebyshev() {
  return {"block chebyshev",
          "a polynomial in B^{-1} A, B the matrix of block jacobi, taken without relaxation",
          [](const Teuchos::RCP<const DistMatrix<double>>& A, const UnknownNodes& nodes, const std::any& parameters) {
            return Teuchos::RCP<const Smoother>(
                Teuchos::rcp(new BlockChebyshev(A, nodes, parametersOf<BlockChebyshevParameters>(parameters))));
          },
          BlockChebyshevParameters(),
          bindingOf(bindBlockChebyshev),
          {true}};
}

}  // namespace Chronos
