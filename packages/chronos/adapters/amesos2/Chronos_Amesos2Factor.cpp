// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amesos2Factor.hpp"

#include <Amesos2.hpp>

#include <exception>

namespace Chronos {

struct Amesos2Factor::Solver {
  Teuchos::RCP<Amesos2::Solver<TpetraCrsMatrix, TpetraMultiVector>> amesos2;
};

Amesos2Factor::Amesos2Factor(const Teuchos::RCP<const TpetraCrsMatrix>& A, const std::string& solver)
    : solver_(std::make_unique<Solver>()), name_(solver) {
  solver_->amesos2 = Amesos2::create<TpetraCrsMatrix, TpetraMultiVector>(solver, A);
}

Amesos2Factor::~Amesos2Factor() = default;

std::string Amesos2Factor::factorize() {
  try {
    solver_->amesos2->symbolicFactorization();
    solver_->amesos2->numericFactorization();
    return "";
  } catch (const std::exception& error) {
    std::string text = error.what();
    // Teuchos puts file, line and condition before what is meant.
    const std::size_t marker = text.rfind("\n\n");
    if (marker != std::string::npos && marker + 2 < text.size()) text.erase(0, marker + 2);
    text.erase(text.find_last_not_of(" \n") + 1);
    return name_ + " of Amesos2 could not factor the matrix of the coarsest level: " + text +
           ". Take another `amesos2 solver`, `coarse solver/type` = cholesky, or more levels.";
  }
}

bool Amesos2Factor::solve(TpetraMultiVector& X, const TpetraMultiVector& B) const {
  try {
    solver_->amesos2->solve(&X, &B);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

double Amesos2Factor::numEntries() const {
  return static_cast<double>(solver_->amesos2->getStatus().getNnzLU());
}

}  // namespace Chronos
