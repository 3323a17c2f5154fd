// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIBUILDER_HPP
#define CHRONOS_FSAIBUILDER_HPP

#include "Chronos_FsaiAssembly.hpp"
#include "Chronos_FsaiSelection.hpp"

namespace Chronos {

/// Where and how the rows are built.
enum class FsaiAlgorithm {
  rowByRow,   ///< host threads, one row after the other (thesis, Algorithm 5)
  batched,    ///< all rows of a batch step by step (Bernaschi and others 2019, Algorithm 1; thesis, Algorithm 6)
  wholeRows,  ///< a warp a row, all steps in one kernel; what does not fit goes by batches
};

/// \brief Off-diagonal positions that a row starts with, compressed by rows; rows ascending, columns ascending below
/// the diagonal. Empty views: every row starts from its diagonal.
template <class DeviceType>
struct InitialPattern {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  int longestRow = 0;
};

struct FsaiBuildOptions {
  FsaiAlgorithm algorithm = FsaiAlgorithm::batched;
  Accumulation accumulation = Accumulation::hash;
  double postFilter = 0;
  std::size_t batchBytes = 0;  ///< memory that the work space of one batch may take
};

/// \brief What a set-up did. Seconds are measured with the device synchronised around each kernel; bytes are those that
/// a kernel must move when every entry it uses is read once per step: matrix rows in the pattern (gradient), looked-up
/// entries (systems), the triangle twice (solve).
struct FsaiBuildReport {
  int numSteps = 0;
  int numBatches = 0;
  long long numBrokenRows = 0;  ///< pivot lost to rounding: the row has fewer entries than it asked for
  long long numJacobiRows = 0;  ///< no positive psi: the row is a Jacobi row
  double selectSeconds = 0, gatherSeconds = 0, solveSeconds = 0, assembleSeconds = 0;
  double selectBytes = 0, gatherBytes = 0, solveBytes = 0;
};

/// \brief Rows of G for the given rows of A, scaled so that diag(G A G^T) = 1; columns are those of A.
///
/// \param A square, columns sorted within rows, positive diagonal
/// \param globals global index of each row of A
/// \param ownedRows rows of A to build, ascending
/// \param initial one row for each of ownedRows
template <class Scalar, class DeviceType>
FsaiChunk<DeviceType> buildFsaiRows(const CsrMatrix<double, DeviceType>& A,
                                    const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals,
                                    const Kokkos::View<const LocalOrdinal*, DeviceType>& ownedRows,
                                    const InitialPattern<DeviceType>& initial, const FsaiRules<Scalar>& rules,
                                    CandidateRanking ranking, const FsaiBuildOptions& options, FsaiBuildReport& report);

}  // namespace Chronos

#endif
