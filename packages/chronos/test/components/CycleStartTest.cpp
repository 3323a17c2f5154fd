// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Cycle.hpp"
#include "Chronos_HierarchyBuilder.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "DenseOperators.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

struct Counts {
  int omitted = 0, formed = 0;
};

// Matrices that do without a stored start, on every device.
class FormingMatrix : public LevelMatrix {
 public:
  FormingMatrix(const Teuchos::RCP<const LevelMatrix>& matrix, Counts& counts) : matrix_(matrix), counts_(counts) {}

  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    matrix_->apply(x, y, alpha, beta);
  }
  void residual(const ConstBlock& b, const ConstBlock& x, const Block& r) const override { matrix_->residual(b, x, r); }
  void relax(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x,
             const Block& y) const override {
    matrix_->relax(omega, d, b, x, y);
  }
  void startResidual(double omega, const ConstVector& d, const ConstBlock& b, const Block& x,
                     const Block& r) const override {
    const bool isOmitted = x.extent(0) == 0 && b.extent(0) > 0;
    counts_.omitted += isOmitted ? 1 : 0;
    const bool takesNone = isOmitted && matrix_->formsStart(widthOf(b));
    const Block start = isOmitted && !takesNone ? allocateBlock("start", b.extent(0), widthOf(b)) : x;
    matrix_->startResidual(omega, d, b, start, r);
  }
  bool formsStart(int width) const override { return width > 1; }
  Teuchos::RCP<const Map> domainMap() const override { return matrix_->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return matrix_->rangeMap(); }

 private:
  Teuchos::RCP<const LevelMatrix> matrix_;
  Counts& counts_;
};

class FormingProlongation : public Operator {
 public:
  FormingProlongation(const Teuchos::RCP<const Operator>& P, Counts& counts) : P_(P), counts_(counts) {}

  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    P_->apply(x, y, alpha, beta);
  }
  bool formsStart(int width) const override { return width > 1; }
  void applyOntoStart(const ConstBlock& x, double omega, const ConstVector& d, const ConstBlock& b,
                      const Block& y) const override {
    ++counts_.formed;
    P_->applyOntoStart(x, omega, d, b, y);
  }
  Teuchos::RCP<const Map> domainMap() const override { return P_->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return P_->rangeMap(); }

 private:
  Teuchos::RCP<const Operator> P_;
  Counts& counts_;
};

Hierarchy forming(const Hierarchy& hierarchy, Counts& counts) {
  Hierarchy result = hierarchy;
  for (Level& level : result.levels) {
    level.A = Teuchos::rcp(new FormingMatrix(level.A, counts));
    if (!level.P.is_null()) level.P = Teuchos::rcp(new FormingProlongation(level.P, counts));
  }
  return result;
}

Block ragged(std::size_t numRows, int width) {
  std::vector<double> entries(numRows * width);
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = std::sin(0.37 * double(i) + 1);
  const Block block = allocateBlock("b", numRows, width);
  Kokkos::deep_copy(asVector(block), toView("entries", entries));
  return block;
}

struct Case {
  const char* smoother;
  CycleKind cycle;
  int before, after;
  bool omits;
};

// What a start that is formed twice changes is rounding; it is left out where a sweep of a diagonal smoother alone goes
// before, of several columns.
TEST(MpiCycleStart, IsFormedTwiceOrStored) {
  ProblemOptions options;
  options.nx = 12;
  const Problem problem = makeProblem("laplace3d7", options, world());
  const auto A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*problem.matrix)));
  for (const Case& c : {Case{"jacobi", CycleKind::V, 1, 1, true}, Case{"l1 jacobi", CycleKind::W, 1, 1, true},
                        Case{"jacobi", CycleKind::V, 1, 2, true}, Case{"jacobi", CycleKind::K, 1, 1, true},
                        Case{"jacobi", CycleKind::V, 1, 0, true}, Case{"jacobi", CycleKind::F, 1, 1, true},
                        Case{"jacobi", CycleKind::H, 1, 1, true}, Case{"jacobi", CycleKind::V, 2, 1, false},
                        Case{"jacobi", CycleKind::V, 0, 1, false}, Case{"chebyshev", CycleKind::V, 1, 1, false}}) {
    SCOPED_TRACE(c.smoother + std::string(", sweeps ") + std::to_string(c.before) + " + " + std::to_string(c.after));
    AmgParameters parameters;
    parameters.level.smoother.method.choose(c.smoother);
    parameters.level.smoother.sweepsBefore = c.before;
    parameters.level.smoother.sweepsAfter = c.after;
    parameters.coarseSize = 10;
    parameters.cycle = c.cycle;
    const auto hierarchy = buildHierarchy(A, parameters);
    Counts counts;
    const Hierarchy former = forming(*hierarchy, counts);
    const CycleWork work(*hierarchy);
    for (int width : {1, 2, 8}) {
      counts = {};
      const Block b = ragged(A->numRows(), width), x = allocateBlock("x", A->numRows(), width);
      const Block same = allocateBlock("x", A->numRows(), width);
      cycle(*hierarchy, work, b, x);
      cycle(former, work, b, same);
      const auto expected = toVector(asVector(ConstBlock(x))), found = toVector(asVector(ConstBlock(same)));
      for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-13) << width << " columns";
      EXPECT_EQ(counts.omitted > 0, c.omits && width > 1 && A->numRows() > 0);
      EXPECT_EQ(counts.omitted, counts.formed);
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
