// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAI_HPP
#define CHRONOS_FSAI_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_FsaiBuilder.hpp"
#include "Chronos_Smoother.hpp"
#include "Chronos_WorkBlock.hpp"

namespace Chronos {

/// Arithmetic of a set-up; the factor is stored and applied in double either way.
enum class SetupPrecision {
  automatic,  ///< single on a GPU, double on a host
  doublePrecision,
  singlePrecision,
};

/// How rows that belong to other ranks reach the set-up (thesis 3.2.1).
enum class Gathering {
  automatic,  ///< none on coarse levels, and for a light factor, where borders are short (staysOnRank), else rows
  none,       ///< nothing: the factor of a rank's block alone
  rows,       ///< rows within a distance of the halo
  blocks,     ///< all rows of the ranks within a power of the communication graph
};

/// Where the set-up runs.
enum class SetupAlgorithm {
  automatic,  ///< row by row
  rowByRow,   ///< by a host thread or a warp of a GPU, to its end
  batched,
};

/// What the parameters of both kinds of FSAI have in common.
struct FsaiParameters {
  SetupPrecision setupPrecision = SetupPrecision::doublePrecision;
  Gathering gathering = Gathering::rows;
  int gatheringDistance = 5;
  int gatheringPower = 1;
  SetupAlgorithm algorithm = SetupAlgorithm::automatic;
  Accumulation accumulation = Accumulation::hash;
  double memoryShare = 0.4;  ///< of the free memory, for the work space of one batch
};

/// \brief Parameters of adaptive FSAI (Bernaschi and others 2019, section 2).
struct AdaptiveFsaiParameters : FsaiParameters {
  int maxSteps = 30;        ///< k_max
  int entriesPerStep = 1;   ///< s
  double tolerance = 1e-4;  ///< epsilon
  StoppingRule stoppingRule = StoppingRule::stepReduction;
  CandidateRanking ranking = CandidateRanking::scaledGradient;
  int initialPower = 0;  ///< 0: start from the diagonal; k: from the static pattern of power k
  double initialThreshold = 0.1;
  double postFilter = 0;       ///< delta
  bool onCoarseLevel = false;  ///< of multigrid, where a factor misses little of what lies beyond a border
};

/// A factor for a smoother: a few steps a row do, because the coarse levels take care of what is far away.
inline AdaptiveFsaiParameters smoothingFsai() {
  AdaptiveFsaiParameters parameters;
  parameters.maxSteps = 4;
  parameters.tolerance = 1e-2;
  parameters.gathering = Gathering::automatic;
  return parameters;
}

/// \brief Parameters of static FSAI (Bernaschi and others 2019, section 4.1).
struct StaticFsaiParameters : FsaiParameters {
  double threshold = 0.05;  ///< tau
  int power = 1;            ///< k
  double postFilter = 0;    ///< delta
};

/// \brief M^{-1} = G^T G with G lower triangular, sparse, diag(G A G^T) = 1 (Kolotilina and Yeremin 1993).
///
/// Lower triangular refers to global indices. The factor does not depend on the number of ranks as long as the
/// gathered rows cover its pattern; where nothing is gathered, it is that of each rank's block. Cost of an
/// application: one product with G and one with G^T, which is stored as well.
class Fsai : public Smoother {
 public:
  /// \brief Adaptive FSAI. Collective.
  /// \param A symmetric positive definite, row map and domain map alike
  Fsai(const DistMatrix<double>& A, const AdaptiveFsaiParameters& parameters);
  /// \brief Static FSAI. Collective.
  Fsai(const DistMatrix<double>& A, const StaticFsaiParameters& parameters);

  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override;

  Teuchos::RCP<const Smoother> narrowed(const Teuchos::RCP<const LevelMatrix>& A, StoragePrecision& precision,
                                        ColumnStorage columns, std::string& obstacle) const override;

  std::size_t numBytes() const override {
    return factor_->memoryBytes() + factorTransposed_->memoryBytes() + work_.numBytes();
  }

  const DistMatrix<double>& factor() const { return *factor_; }
  const DistMatrix<double>& factorTransposed() const { return *factorTransposed_; }

 private:
  void setUp(const std::string& name, const DistMatrix<double>& A, const AdaptiveFsaiParameters& parameters);

  Teuchos::RCP<DistMatrix<double>> factor_, factorTransposed_;
  WorkBlock work_;
};

}  // namespace Chronos

#endif
