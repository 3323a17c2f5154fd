// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MUELUSMOOTHER_HPP
#define CHRONOS_MUELUSMOOTHER_HPP

/// \file
/// The door into MueLu's cycles; library Chronos::muelu.

#include "Chronos_SmootherFactory.hpp"
#include "Chronos_Types.hpp"

#include <MueLu_HierarchyManager.hpp>
#include <MueLu_SmootherPrototype.hpp>

namespace Chronos {

/// \brief A smoother of Chronos on a level of MueLu: x <- x + omega M^{-1} (b - A x).
///
/// MueLu makes Ifpack2's smoothers by a list of names that is closed, so it is a prototype of its own.
class MueLuSmoother : public MueLu::SmootherPrototype<double, LocalOrdinal, GlobalOrdinal, Node> {
 public:
  using Vectors = Xpetra::MultiVector<double, LocalOrdinal, GlobalOrdinal, Node>;

  MueLuSmoother(const SmootherParameters& parameters, int sweeps) : parameters_(parameters), sweeps_(sweeps) {}

  void DeclareInput(MueLu::Level& level) const override;
  /// Collective. \throws InputError and BreakdownError on all ranks, also when the matrix is none of Tpetra's.
  void Setup(MueLu::Level& level) override;
  void Apply(Vectors& x, const Vectors& b, bool guessIsZero = false) const override;
  Teuchos::RCP<MueLu::SmootherPrototype<double, LocalOrdinal, GlobalOrdinal, Node>> Copy() const override;
  std::size_t getNodeSmootherComplexity() const override;
  std::string description() const override;

 private:
  SmootherParameters parameters_;
  int sweeps_;
  Teuchos::RCP<const Chronos::TpetraCrsMatrix> A_;
  RelaxedSmoother smoother_;
};

/// \brief Has all levels of MueLu but the coarsest smoothed by Chronos. Local.
///
/// \param manager of MueLu's parameters, before its SetupHierarchy(): a MueLu::ParameterListInterpreter
/// \param list parameters of the list `amg/smoother`: `type`, sweeps, `damping`, and those of the smoother
/// \throws InputError for unknown names, wrong types and values
void smoothWithChronos(const MueLu::HierarchyManager<double, LocalOrdinal, GlobalOrdinal, Node>& manager,
                       const Teuchos::ParameterList& list = Teuchos::ParameterList());

}  // namespace Chronos

#endif
