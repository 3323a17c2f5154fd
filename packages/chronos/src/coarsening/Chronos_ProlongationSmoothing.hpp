// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PROLONGATIONSMOOTHING_HPP
#define CHRONOS_PROLONGATIONSMOOTHING_HPP

#include "Chronos_NodesOfUnknowns.hpp"
#include "Chronos_Splitting.hpp"

namespace Chronos {

class ParameterBinding;

/// Rows of a prolongation that smoothing changes.
enum class SmoothedRows {
  all,   ///< every row (the thesis)
  fine,  ///< coarse points keep their 1: their rows take no entries, and P stays an injection there
};

/// The matrix whose Jacobi step smooths a prolongation.
enum class SmoothingMatrix {
  whole,   ///< A
  strong,  ///< A without its weak entries, which are added to the diagonal: sparser, exact for constants only
};

/// What divides a row in a Jacobi step.
enum class SmoothingDiagonal {
  entries,  ///< the diagonal of A
  nodes,    ///< the blocks of A's diagonal that belong to nodes
};

struct ProlongationSmoothingParameters {
  int steps = 0;               ///< Jacobi steps; 0: none, 1: SBAMG and smoothed aggregation
  double damping = 4.0 / 3.0;  ///< omega times the largest eigenvalue of D^{-1} A, below 2
  SmoothedRows rows = SmoothedRows::all;
  SmoothingMatrix matrix = SmoothingMatrix::whole;
  SmoothingDiagonal diagonal = SmoothingDiagonal::entries;
  int eigenvalueSteps = 10;  ///< Lanczos steps of the estimate of that eigenvalue, at least
};

/// What smoothing may know beside the matrix.
struct SmoothingHelp {
  Splitting splitting;         ///< of A's rows; read by SmoothedRows::fine only
  StrongFlags strong;          ///< of A's entries; read by SmoothingMatrix::strong only
  UnknownNodes nodes;          ///< of A's owned rows; read by SmoothingDiagonal::nodes only; none: each row its own
  double blockEigenvalue = 0;  ///< the largest of B^{-1} A, B the blocks of nodes; 0: it is estimated where needed
};

void bindProlongationSmoothing(ParameterBinding& list, ProlongationSmoothingParameters& p);

/// \brief (I - omega D^{-1} A)^steps P: prolongation smoothing (Vanek, Mandel, Brezina 1996; thesis 2.2.3,
/// SBAMG). Collective.
///
/// A step lowers the energy p^T A p of every column as long as 0 < damping < 2. What lies in the kernel of A
/// stays in the range of P; a near kernel is smoothed along. Each step is one product of distributed matrices
/// on the device: the matrix I - omega D^{-1} A is formed first, so that no sum of two patterns is needed,
/// and P's entries stay even where A stores no diagonal.
///
/// omega = damping / lambda: lambda is estimated by Lanczos and held to bounds from above (relaxationFactor()), for
/// SmoothingMatrix::strong, which need not be symmetric, bounded by Gershgorin.
/// \param A positive diagonal; row map and domain map in one order, that of P's row map
/// \param P any prolongation; its columns may already lie on other ranks (agglomerate())
/// With SmoothingDiagonal::nodes D is block diagonal: the unknowns of a node are eliminated together. It takes all rows
/// and all entries, and nodes whose rows follow each other; others take their diagonal entry.
/// \throws InputError on all ranks when one of the two is wanted and missing; BreakdownError as relaxationFactor() does
DistMatrix<double> smoothProlongation(const DistMatrix<double>& A, const DistMatrix<double>& P,
                                      const ProlongationSmoothingParameters& parameters,
                                      const SmoothingHelp& help = {});

/// \brief (I - omega D^{-1} A) P for a known omega. Collective.
DistMatrix<double> smoothProlongation(const DistMatrix<double>& A, const DistMatrix<double>& P, double omega);

}  // namespace Chronos

#endif
