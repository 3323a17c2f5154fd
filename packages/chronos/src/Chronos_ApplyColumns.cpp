// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ApplyColumns.hpp"

#include "Chronos_Error.hpp"

#include <functional>

namespace Chronos {
namespace {

// Tells the same on all ranks: numbers of columns are global, and Tpetra compares maps collectively.
void checkShapes(const Map& domain, const Map& range, const std::string& name, const TpetraMultiVector& X,
                 const TpetraMultiVector& Y) {
  if (X.getNumVectors() != Y.getNumVectors())
    throw InputError(name + "::apply(X, Y): X has " + std::to_string(X.getNumVectors()) + " columns and Y has " +
                     std::to_string(Y.getNumVectors()) + "; give them the same number.");
  if (!X.getMap()->isSameAs(domain))
    throw InputError(name + "::apply(X, Y): X is not distributed like the domain of the operator: use getDomainMap().");
  if (!Y.getMap()->isSameAs(range))
    throw InputError(name + "::apply(X, Y): Y is not distributed like the range of the operator: use getRangeMap().");
}

// A multivector without constant stride hands out all columns of the one that it was chosen from, so the union of both
// is what is compared.
bool shareMemory(const TpetraMultiVector& X, const TpetraMultiVector& Y) {
  const auto x = X.getLocalViewDevice(Tpetra::Access::ReadOnly);
  const auto y = Y.getLocalViewDevice(Tpetra::Access::ReadOnly);
  const std::less<const double*> before;
  return x.span() > 0 && y.span() > 0 && before(x.data(), y.data() + y.span()) && before(y.data(), x.data() + x.span());
}

}  // namespace

void applyColumns(const ViewOperator& op, const Map& domain, const Map& range, const std::string& name,
                  const TpetraMultiVector& X, TpetraMultiVector& Y, double alpha, double beta) {
  checkShapes(domain, range, name, X, Y);
  if (alpha == 0) {
    if (beta == 0) Y.putScalar(0.0);
    else Y.scale(beta);
    return;
  }
  if (!X.isConstantStride() || shareMemory(X, Y)) {
    TpetraMultiVector copy(X.getMap(), X.getNumVectors(), false);
    Tpetra::deep_copy(copy, X);
    return applyColumns(op, domain, range, name, copy, Y, alpha, beta);
  }
  if (alpha != 1 || beta != 0 || !Y.isConstantStride()) {
    TpetraMultiVector result(Y.getMap(), Y.getNumVectors(), false);
    applyColumns(op, domain, range, name, X, result, 1, 0);
    // Y may hold anything when beta is 0; update() keeps to that as well.
    Y.update(alpha, result, beta);
    return;
  }
  const auto x = X.getLocalViewDevice(Tpetra::Access::ReadOnly);
  const auto y = Y.getLocalViewDevice(Tpetra::Access::OverwriteAll);
  for (std::size_t column = 0; column < X.getNumVectors(); ++column)
    op.applyTo(Kokkos::subview(x, Kokkos::ALL(), column), Kokkos::subview(y, Kokkos::ALL(), column));
}

}  // namespace Chronos
