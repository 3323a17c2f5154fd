// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SYSTEMFACTS_HPP
#define CHRONOS_SYSTEMFACTS_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_TestSpace.hpp"

#include <limits>
#include <string>

namespace Chronos {

/// The order of the rows that were given, where A is in an order of whole nodes.
enum class UnknownOrder { asGiven, byComponents, lacking };

/// For reports: what was seen, and what is made of it.
std::string textOf(UnknownOrder order, long long numLacking);

/// \brief What the choice of a method rests on. The same on all ranks and, but for the last digits of the probe, on any
/// number of them. Shares of rows are of those with a connection: what boundary conditions cut off tells nothing.
struct SystemFacts {
  static constexpr double unknown = std::numeric_limits<double>::infinity();

  long long numRows = 0, numEntries = 0;
  long long numConnected = 0;  ///< rows with a connection
  /// Share of rows that are nearly those of an M-matrix: positive off-diagonal entries are at most a tenth of all.
  double mostlyNegativeRows = 1;
  double zeroSumRows = 1;  ///< share of rows whose entries sum to at most a hundredth of the diagonal one
  /// The same once unknowns are scaled as HierarchyScaling would; 0 where it would not, or nobody looked.
  double zeroSumRowsScaled = 0;
  /// Share of rows whose weakest connection is at least a tenth of the strongest: the same medium in all directions.
  double evenRows = 0;
  /// \brief Bound of the condition number of D^-1 A, D the diagonal, by Gershgorin's circles; infinity where some row
  /// is not strictly diagonally dominant.
  double conditionBound = unknown;
  int numNearKernel = 0;          ///< vectors that are given, or follow from coordinates
  bool ignoresPositions = false;  ///< coordinates were given and do not fit: see NearKernelFit
  int toldUnknowns = 0;           ///< of a node; 0 where nobody told
  /// As told, or as unknownsByZeroSums() finds; 1 where nothing is known.
  int unknownsPerNode = 1;
  /// Constants, one for each unknown of a node, that may stand for a near kernel that nobody gave: half of
  /// the rows send constants to zero, as those of rotations do not; nodes are told or shown, each on one rank; A is not
  /// like an M-matrix. Else 0.
  int translations = 0;
  /// Nodes have three displacements and three rotations (showsFrames()): `translations` are 6 then, of which the last
  /// three are no motions of a body. Their rotations are told by positions.
  bool hasFrames = false;
  int tornNodes = 0;  ///< the same where some nodes lie on two ranks, so that aggregates cannot have them
  UnknownOrder order = UnknownOrder::asGiven;
  long long numLacking = 0;  ///< unknowns that nodes lack
  bool onDevice = false;
  /// Iterations that conjugate gradients with D would take to 1e-8, guessed from a few; infinity: not probed, or never.
  double jacobiIterations = unknown;
  double flatNodes = 0, unevenNodes = 0;  ///< see NodeCouplings; 0: not looked at
  /// Relative, after the iterations of probe(): `probeSteps` of them where nodes are flat.
  double probedResidual = 0;
};

/// \brief All but what the functions below find: two or three readings of A, of which one is a product of four columns.
/// Collective.
/// \param A with a positive diagonal
SystemFacts examine(const DistMatrix<double>& A, const NearKernel& nearKernel);

/// \brief Fills in SystemFacts::zeroSumRowsScaled, and unknownsPerNode where nobody told them. Collective; 30 readings.
void lookForUnits(const DistMatrix<double>& A, SystemFacts& facts);

/// Iterations of probe().
constexpr int probeSteps = 20;

/// Of conjugate gradients with D, guessed by probe(): up to these a thin adaptive FSAI will do. Guesses grew with the
/// steps on nearly all systems that take more, and how many more nobody asks.
constexpr double easyIterations = 220;

/// \brief Fills in SystemFacts::jacobiIterations and probedResidual. Collective.
/// Costs `probeSteps` products with A, or three to six tenths of them where the guess is beyond `easyIterations`, or is
/// going to be, and less than half of SystemFacts::flatNodes are flat; five or six tenths where mayEndWithOneLevel().
void probe(const DistMatrix<double>& A, SystemFacts& facts);

/// Share of the nodes from which a body counts as one of flat cells: those looked at have 0.8 and more, or 0.21 at
/// most.
constexpr double mostlyFlat = 0.5;

}  // namespace Chronos

#endif
