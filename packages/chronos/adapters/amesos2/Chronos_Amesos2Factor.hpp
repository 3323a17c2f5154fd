// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AMESOS2FACTOR_HPP
#define CHRONOS_AMESOS2FACTOR_HPP

#include "Chronos_Types.hpp"

#include <memory>
#include <string>

namespace Chronos {

/// \brief A factored Tpetra matrix: a solver of Amesos2 whose exceptions have become messages.
class Amesos2Factor {
 public:
  /// \param A fill complete, global indices 0 to n - 1 rank after rank: some solvers gather it as such. Kept.
  /// \param solver one of amesos2Solvers()
  Amesos2Factor(const Teuchos::RCP<const TpetraCrsMatrix>& A, const std::string& solver);
  ~Amesos2Factor();

  /// Collective over the matrix's communicator. \return empty, or what went wrong on this rank
  std::string factorize();
  /// X = A^{-1} B, collective likewise; false where it failed on this rank, which leaves X as it may be.
  bool solve(TpetraMultiVector& X, const TpetraMultiVector& B) const;
  /// Of both factors, where the solver tells; else 0. Local.
  double numEntries() const;

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
  std::string name_;
};

}  // namespace Chronos

#endif
