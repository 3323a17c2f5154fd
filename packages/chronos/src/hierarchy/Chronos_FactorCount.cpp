// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FactorCount.hpp"

#include "Chronos_AlikeRows.hpp"
#include "Chronos_HostCopy.hpp"

#ifdef CHRONOS_HAVE_CHOLMOD
#include "Chronos_TerminationDelayed.hpp"

#include <cholmod.h>
#endif

#include <cstdint>
#include <limits>
#include <vector>

namespace Chronos {
namespace {

struct Pattern {
  std::vector<Offset> rowPtr;
  std::vector<LocalOrdinal> colInd;
  std::size_t numRows() const { return rowPtr.size() - 1; }
};

Pattern patternOf(const CsrMatrix<double, Device>& A) {
  Pattern pattern{toVector(A.rowPtr), toVector(A.colInd)};
  if (pattern.rowPtr.empty()) pattern.rowPtr.push_back(0);
  return pattern;
}

}  // namespace

int rowsOfNode(const CsrMatrix<double, Device>& A) {
  const auto follows = toVector(findAlikeRows<double, Device>(Device::execution_space(), A).flags);
  for (const int perNode : {6, 4, 3, 2}) {
    bool allFollow = !follows.empty() && A.numRows % perNode == 0;
    for (LocalOrdinal row = 0; allFollow && row < A.numRows; ++row)
      allFollow = row % perNode == 0 || follows[static_cast<std::size_t>(row)] != 0;
    if (allFollow) return perNode;
  }
  return 1;
}

#ifdef CHRONOS_HAVE_CHOLMOD
namespace {

// CHOLMOD asks for this share of what METIS may need first, since METIS itself ends the program where it finds none.
constexpr double roomForMetis = 2;

struct LowerTriangle {
  std::vector<std::int64_t> colPtr{0}, rowInd;
};

// Of nodes: rows from the diagonal on are columns of the lower triangle of a symmetric matrix.
LowerTriangle lowerTriangle(const Pattern& A, std::size_t perNode) {
  LowerTriangle lower;
  // CHOLMOD takes no null pointers.
  lower.rowInd.reserve(1 + (A.colInd.size() / perNode / perNode + A.numRows()) / 2);
  for (std::size_t row = 0; row < A.numRows(); row += perNode) {
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry) {
      const auto column = static_cast<std::size_t>(A.colInd[entry]);
      if (column >= row && column % perNode == 0) lower.rowInd.push_back(static_cast<std::int64_t>(column / perNode));
    }
    lower.colPtr.push_back(static_cast<std::int64_t>(lower.rowInd.size()));
  }
  return lower;
}

// An entry of the factor of nodes is a block, half of one on the diagonal.
FactorCount ofUnknowns(const FactorCount& ofNodes, double numNodes, double perNode) {
  return {(ofNodes.numEntries - numNodes) * perNode * perNode + numNodes * perNode * (perNode + 1) / 2,
          ofNodes.numOperations * perNode * perNode * perNode};
}

}  // namespace

std::optional<FactorCount> countFactor(const CsrMatrix<double, Device>& A, int rowsOfNode, FactorOrdering ordering) {
  if (A.numRows != A.numCols) return {};
  const Pattern whole = patternOf(A);
  const auto perNode = static_cast<std::size_t>(rowsOfNode);
  const std::size_t numNodes = whole.numRows() / perNode;
  LowerTriangle lower = lowerTriangle(whole, perNode);
  cholmod_sparse pattern{};
  pattern.nrow = pattern.ncol = numNodes;
  pattern.nzmax = lower.rowInd.size();
  pattern.p = lower.colPtr.data();
  pattern.i = lower.rowInd.data();
  pattern.stype = -1;
  pattern.itype = CHOLMOD_LONG;
  pattern.xtype = CHOLMOD_PATTERN;
  pattern.dtype = CHOLMOD_DOUBLE;
  pattern.packed = 1;
  const int wanted = ordering == FactorOrdering::minimumDegree ? CHOLMOD_AMD : CHOLMOD_METIS;
  // METIS numbers couplings by 32 bits, and CHOLMOD does not look.
  if (wanted == CHOLMOD_METIS && lower.rowInd.size() > std::numeric_limits<std::int32_t>::max() / 2) return {};
  cholmod_common common;
  cholmod_l_start(&common);
  common.print = 0;
  common.nmethods = 1;
  common.method[0].ordering = wanted;
  common.metis_memory = roomForMetis;
  const TerminationDelayed delayed;
  cholmod_factor* factor = cholmod_l_analyze(&pattern, &common);
  std::optional<FactorCount> count;
  // Where METIS is missing minimum degree steps in.
  if (factor != nullptr && factor->ordering == wanted)
    count = ofUnknowns({common.lnz, common.fl}, double(numNodes), double(perNode));
  cholmod_l_free_factor(&factor, &common);
  cholmod_l_finish(&common);
  return count;
}
#else
std::optional<FactorCount> countFactor(const CsrMatrix<double, Device>& /*A*/, int /*rowsOfNode*/,
                                       FactorOrdering /*ordering*/) {
  return {};
}
#endif

}  // namespace Chronos
