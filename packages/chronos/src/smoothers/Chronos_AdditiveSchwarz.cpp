// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AdditiveSchwarz.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_DistinctValues.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_InverseSchwarz.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SmootherTable.hpp"
#include "Chronos_StrongBlocks.hpp"
#include "Chronos_VectorUpdate.hpp"
#include "Chronos_WorkBlock.hpp"

#include <algorithm>
#include <numeric>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using ConstInts = Kokkos::View<const int*, Device>;

void bindAdditiveSchwarz(ParameterBinding& list, AdditiveSchwarzParameters& p) {
  list.integer("nodes", p.numNodes, 1, 10000,
               "Nodes of a block before the overlap, joined where couplings are largest. 1 with an overlap: a patch "
               "about each node.");
  list.integer("overlap", p.overlap, 0, 10,
               "Layers of neighbours that join each block; a rank's own. Factors become many times as large as A.");
  list.choice(
      "solve", p.solving,
      {{"automatic", BlockSolving::automatic},
       {"factors", BlockSolving::factors},
       {"inverses", BlockSolving::inverses}},
      "factors: blocks grow on one thread of the host and are solved with by their Cholesky factors, a thread a "
      "block; inverses: blocks are found by matching nodes and multiplied by their inverses, all on the device, "
      "without overlap, up to 512 nodes; automatic: inverses on a GPU where they can be "
      "had, else factors.");
}

bool invertsBlocks(const AdditiveSchwarzParameters& p) {
  if (p.solving == BlockSolving::inverses && p.overlap > 0)
    throw InputError(
        "The smoother additive schwarz has no inverses of blocks that overlap: set `overlap` to 0, or `solve` "
        "to factors.");
  if (p.solving != BlockSolving::automatic) return p.solving == BlockSolving::inverses;
  return !runsOnHost<Device> && p.overlap == 0 && p.numNodes <= mostInvertedNodes;
}

// Of blocks that are singular to rounding: the factor of their diagonal in place of what was found.
struct DiagonalFactorFunctor {
  EnvelopeBlocks blocks;
  ConstInts isSingular;
  ConstVector diagonal;
  KOKKOS_INLINE_FUNCTION void operator()(int block, long long& numRows) const {
    using std::sqrt;
    if (isSingular(block) == 0) return;
    for (int row = blocks.firstRow(block); row < blocks.firstRow(block + 1); ++row) {
      for (Offset i = blocks.rowPtr(row); i < blocks.rowPtr(row + 1); ++i) blocks.entries(i) = 0;
      blocks.entries(blocks.rowPtr(row + 1) - 1) = sqrt(diagonal(blocks.order(row)));
      ++numRows;
    }
  }
};

template <int width>
struct GatherFunctor {
  ConstInts row;
  const double* x;
  double* gathered;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    gathered[i] = x[static_cast<std::int64_t>(row(i / width)) * width + i % width];
  }
};

// What the blocks make of a row, in their order.
template <int width>
struct SumFunctor {
  ConstInts first, place;
  const double* gathered;
  double alpha, beta;
  double* z;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const int row = static_cast<int>(i / width);
    double sum = 0;
    for (int copy = first(row); copy < first(row + 1); ++copy)
      sum += gathered[static_cast<std::int64_t>(place(copy)) * width + i % width];
    z[i] = updated(beta, z + i, alpha * sum);
  }
};

std::vector<int> nodesOnHost(const UnknownNodes& nodes, int numRows) {
  if (nodes.extent(0) > 0) return toVector(distinctValues<Device>(Device::execution_space(), nodes).positions);
  std::vector<int> own(numRows);
  std::iota(own.begin(), own.end(), 0);
  return own;
}

/// \brief M^{-1} = sum over blocks of R^T (R A R^T)^{-1} R, R the rows of a block: additive Schwarz (Dryja and Widlund
/// 1987; Saad, Iterative Methods for Sparse Linear Systems, 2nd edition, 14.3), without overlap block Jacobi.
///
/// Blocks are aggregates of nodes that strongBlocks() joins, or overlapping patches about them. None is split between
/// ranks, and couplings of ranks are left to the residual: no communication. Each is solved with by its Cholesky
/// factor, of which the envelope is stored (BlockDiagonalOperator). M is symmetric positive definite when A is; a block
/// that rounding keeps from being so is replaced by its diagonal. An application reads the factors twice, a thread a
/// block. Blocks and the orders of their rows are found on the host. The same bits on any number of threads.
class AdditiveSchwarz : public Smoother {
 public:
  /// Collective.
  AdditiveSchwarz(const DistMatrix<double>& A, const UnknownNodes& nodes, const AdditiveSchwarzParameters& parameters)
      : Smoother(A.rowMap()) {
    const Comm& comm = *A.rowMap()->getComm();
    Kokkos::Timer timer;
    const RowsOnHost rows(A);
    const BlockLists blocks =
        strongBlocks(rows, nodesOnHost(nodes, rows.numRows), parameters.numNodes, parameters.overlap);
    report_.phases.emplace_back("additive schwarz blocks", maxOverRanks(comm, timer.seconds()));
    timer.reset();
    factors_ = assembleEnvelopes(rows, blocks);
    report_.phases.emplace_back("additive schwarz assembly", maxOverRanks(comm, timer.seconds()));
    timer.reset();
    const long long numJacobiRows = factor(A);
    if (parameters.overlap > 0) keepCopies(rows.numRows);
    work_ = WorkBlock("Chronos::AdditiveSchwarz work", blocks.rows.size());
    report_.phases.emplace_back("additive schwarz factors", maxOverRanks(comm, timer.seconds()));
    long long longest = 0;
    for (int block = 0; block < blocks.count(); ++block)
      longest = std::max<long long>(longest, blocks.first[block + 1] - blocks.first[block]);
    report_.name = "additive schwarz";
    report_.density = sumOverRanks(comm, double(factors_.entries.extent(0))) / double(A.numGlobalEntries());
    report_.numJacobiRows = sumOverRanks(comm, numJacobiRows);
    report_.longestRow = maxOverRanks(comm, longest);
    report_.bytes = sumOverRanks(comm, double(numBytes()));
  }

  void apply(const ConstBlock& r, const Block& z, double alpha, double beta) const override {
    const int width = widthOf(r);
    if (row_.extent(0) == 0) return solveBlocks(factors_, r, work_(width), z, alpha, beta);
    const Block gathered = gathered_(width), solved = solved_(width);
    withWidth(width, [&](auto columns) {
      constexpr int w = decltype(columns)::value;
      Kokkos::parallel_for("Chronos::AdditiveSchwarz::gather",
                           EntryPolicy(0, static_cast<std::int64_t>(gathered.size())),
                           GatherFunctor<w>{row_, r.data(), gathered.data()});
      solveBlocks(factors_, gathered, work_(width), solved, 1, 0);
      Kokkos::parallel_for("Chronos::AdditiveSchwarz::sum", EntryPolicy(0, static_cast<std::int64_t>(z.size())),
                           SumFunctor<w>{firstCopy_, copy_, solved.data(), alpha, beta, z.data()});
    });
  }

  std::size_t numBytes() const override {
    return factors_.entries.extent(0) * sizeof(double) + factors_.rowPtr.extent(0) * sizeof(Offset) +
           (factors_.firstRow.extent(0) + factors_.order.extent(0) + row_.extent(0) + firstCopy_.extent(0) +
            copy_.extent(0)) *
               sizeof(int) +
           work_.numBytes() + gathered_.numBytes() + solved_.numBytes();
  }

 private:
  // Returns rows of blocks that have become diagonals.
  long long factor(const DistMatrix<double>& A) {
    const auto isSingular =
        allocate<Kokkos::View<int*, Device>>("Chronos::AdditiveSchwarz singular", factors_.numBlocks());
    long long numRows = 0;
    if (factorBlocks(factors_, isSingular) > 0)
      Kokkos::parallel_reduce("Chronos::AdditiveSchwarz::diagonal", RowPolicy(0, factors_.numBlocks()),
                              DiagonalFactorFunctor{factors_, isSingular, diagonalOf(A)}, numRows);
    return numRows;
  }

  // Blocks that share rows cannot write into one vector: each has entries of its own, which are added up row by row.
  void keepCopies(int numRows) {
    const std::vector<int> row = toVector(factors_.order);
    std::vector<int> first(numRows + 1, 0), copy(row.size()), own(row.size());
    for (int at : row) ++first[at + 1];
    for (int i = 0; i < numRows; ++i) first[i + 1] += first[i];
    std::vector<int> next(first.begin(), first.end() - 1);
    for (std::size_t place = 0; place < row.size(); ++place) copy[next[row[place]]++] = static_cast<int>(place);
    std::iota(own.begin(), own.end(), 0);
    row_ = factors_.order;
    factors_.order = toView("Chronos::AdditiveSchwarz places", own);
    firstCopy_ = toView("Chronos::AdditiveSchwarz first copies", first);
    copy_ = toView("Chronos::AdditiveSchwarz copies", copy);
    gathered_ = WorkBlock("Chronos::AdditiveSchwarz gathered", row.size());
    solved_ = WorkBlock("Chronos::AdditiveSchwarz solved", row.size());
  }

  EnvelopeBlocks factors_;
  ConstInts row_, firstCopy_, copy_;  // with an overlap: the row of each place, and the places of each row
  WorkBlock work_, gathered_, solved_;
};

}  // namespace

SmootherMethod additiveSchwarz() {
  return {"additive schwarz",
          "Cholesky factors, or inverses, of blocks of nodes that hang together, with or without overlap; nodes as for "
          "block jacobi",
          [](const Teuchos::RCP<const DistMatrix<double>>& A, const UnknownNodes& nodes, const std::any& parameters) {
            const auto& p = parametersOf<AdditiveSchwarzParameters>(parameters);
            if (invertsBlocks(p)) return schwarzByInverses(*A, nodes, p.numNodes);
            return Teuchos::RCP<const Smoother>(Teuchos::rcp(new AdditiveSchwarz(*A, nodes, p)));
          },
          AdditiveSchwarzParameters(),
          bindingOf(bindAdditiveSchwarz),
          {true}};
}

}  // namespace Chronos
