// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMOOTHERTABLE_HPP
#define CHRONOS_SMOOTHERTABLE_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_MethodTable.hpp"
#include "Chronos_Smoother.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

/// \brief Sets a smoother up. Collective.
///
/// \param A symmetric positive definite, row map and domain map alike; a smoother may keep it
/// \param nodes of A's owned unknowns, or none: nothing is known, or SmootherFacts::usesNodes does not ask
using MakeSmoother = Teuchos::RCP<const Smoother>(const Teuchos::RCP<const DistMatrix<double>>& A,
                                                  const UnknownNodes& nodes, const std::any& parameters);

/// What must be known of a smoother before it is set up.
struct SmootherFacts {
  bool usesNodes = false;  ///< whether it asks which unknowns share a node: only then is that found out
  /// Has its parameters suit a level below the finest, where something about it is another matter there; null: nothing.
  void (*onCoarseLevel)(std::any& parameters) = {};
};

using SmootherMethod = Method<MakeSmoother, SmootherFacts>;
using SmootherTable = MethodTable<MakeSmoother, SmootherFacts>;
using SmootherChoice = MethodChoice<MakeSmoother, SmootherFacts>;

/// What a smoother is for; the defaults of its parameters may differ.
enum class SmootherUse {
  smoothing,       ///< on a level of multigrid, relaxed
  preconditioning  ///< alone
};

/// \brief All smoothers, each a `type` of a level's smoother and of the preconditioner. Local.
///
/// A new one is a file that defines a function which returns its row, named in Chronos_SmootherTable.cpp.
const SmootherTable& smootherTable(SmootherUse use);

}  // namespace Chronos

#endif
