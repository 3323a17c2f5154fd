// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_InverseSchwarz.hpp"

#include "Chronos_BlockInverses.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_DistinctValues.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_WorkBlock.hpp"

#include <string>

namespace Chronos {
namespace {

using LocalNodes = Kokkos::View<const LocalOrdinal*, Device>;

struct OwnNumberFunctor {
  Kokkos::View<LocalOrdinal*, Device> number;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { number(i) = i; }
};

struct NodesOfRank {
  LocalNodes ofRow;
  LocalOrdinal count = 0;
};

NodesOfRank nodesOfRank(const UnknownNodes& nodes, LocalOrdinal numRows) {
  const Device::execution_space space;
  if (nodes.extent(0) > 0) {
    const auto distinct = distinctValues<Device>(space, nodes);
    return {distinct.positions, static_cast<LocalOrdinal>(distinct.values.extent(0))};
  }
  const auto own = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::InverseSchwarz nodes", numRows);
  Kokkos::parallel_for("Chronos::InverseSchwarz::nodes",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(space, 0, numRows),
                       OwnNumberFunctor{own});
  return {own, numRows};
}

class InverseSchwarz : public Smoother {
 public:
  InverseSchwarz(const DistMatrix<double>& A, const UnknownNodes& nodes, int numNodes) : Smoother(A.rowMap()) {
    const Device::execution_space space;
    const Comm& comm = *A.rowMap()->getComm();
    Kokkos::Timer timer;
    const auto endPhase = [&](const char* name) {
      space.fence();
      report_.phases.emplace_back(name, maxOverRanks(comm, timer.seconds()));
      timer.reset();
    };
    const NodesOfRank local = nodesOfRank(nodes, A.numRows());
    const RowBlocks<Device> rows = matchedBlocks<Device>(space, A.local(), local.ofRow, local.count, numNodes);
    endPhase("additive schwarz blocks");
    const long long numJacobiRows = invert(A, rows);
    endPhase("additive schwarz inverses");
    report_.name = "additive schwarz";
    report_.density = sumOverRanks(comm, double(blocks_.entries.extent(0))) / double(A.numGlobalEntries());
    report_.numJacobiRows = sumOverRanks(comm, numJacobiRows);
    report_.longestRow = maxOverRanks(comm, static_cast<long long>(blocks_.longest));
    report_.bytes = sumOverRanks(comm, double(numBytes()));
  }

  void apply(const ConstBlock& r, const Block& z, double alpha, double beta) const override {
    multiplyBlocks(blocks_, r, work_(widthOf(r)), z, alpha, beta);
  }

  std::size_t numBytes() const override { return blocks_.numBytes() + work_.numBytes(); }

 private:
  // Returns rows of blocks that have become diagonals. Collective: one rank's memory may be too small.
  long long invert(const DistMatrix<double>& A, const RowBlocks<Device>& rows) {
    long long numJacobiRows = 0;
    std::string message;
    try {
      blocks_ = assembleBlocks(A.local(), rows);
      numJacobiRows = invertBlocks(blocks_);
      work_ = WorkBlock("Chronos::InverseSchwarz work", A.numRows());
    } catch (const std::exception& error) {  // Kokkos has its own for what a GPU has no memory for
      message = "The smoother additive schwarz cannot invert its blocks (" + std::string(error.what()) +
                "): give fewer `nodes`.";
    }
    breakDownIfAny(*A.rowMap()->getComm(), message);
    return numJacobiRows;
  }

  DenseBlocks blocks_;
  WorkBlock work_;
};

}  // namespace

Teuchos::RCP<const Smoother> schwarzByInverses(const DistMatrix<double>& A, const UnknownNodes& nodes, int numNodes) {
  if (numNodes > mostInvertedNodes)
    throw InputError("The smoother additive schwarz with `solve` = inverses takes blocks of at most " +
                     std::to_string(mostInvertedNodes) + " nodes, not " + std::to_string(numNodes) +
                     ": give fewer `nodes`, or set `solve` to factors.");
  return Teuchos::rcp(new InverseSchwarz(A, nodes, numNodes));
}

}  // namespace Chronos
