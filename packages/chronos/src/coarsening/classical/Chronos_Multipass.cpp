// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Multipass.hpp"

#include "Chronos_CoarseColumns.hpp"
#include "Chronos_DistProduct.hpp"
#include "Chronos_MultipassRows.hpp"

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

struct CoarseIsDoneFunctor {
  Kokkos::View<const char*, Device> types;
  Kokkos::View<char*, Device> done;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { done(i) = types(i) == coarsePoint; }
};

// Rows with entries are done; counts the fine points that are not.
struct RowsAreDoneFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const char*, Device> types;
  Kokkos::View<char*, Device> done;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, long long& numLeft) const {
    done(i) = rowPtr(i + 1) > rowPtr(i);
    if (types(i) == finePoint && done(i) == 0) ++numLeft;
  }
};

long long markDone(const CsrMatrix<double, Device>& rows, const Kokkos::View<const char*, Device>& types,
                   const Kokkos::View<char*, Device>& done) {
  long long numLeft = 0;
  Kokkos::parallel_reduce("Chronos::multipass::done", RangePolicy(0, rows.numRows),
                          RowsAreDoneFunctor{rows.rowPtr, types, done}, numLeft);
  return numLeft;
}

}  // namespace

DistMatrix<double> multipassInterpolation(const DistMatrix<double>& A, const StrongFlags& strong,
                                          const Splitting& splitting, const CoarseRanks& ranks) {
  const Comm& comm = *A.rowMap()->getComm();
  const ExtendedColumns columns(A.halo());
  const auto done = allocate<Kokkos::View<char*, Device>>("Chronos::multipass::done", A.numRows());
  Kokkos::parallel_for("Chronos::multipass::coarse", RangePolicy(0, A.numRows()),
                       CoarseIsDoneFunctor{splitting.types, done});
  const auto nextPass = [&] {
    return multipassRows<double, Device>(Device::execution_space(), A.local(), strong, splitting.types,
                                         columns.extend<char>(done));
  };
  CsrMatrix<double, Device> pass = nextPass();
  DistMatrix<double> P = onCoarseColumns(A.rowMap(), pass, columns, splitting, ranks);
  const auto numLeftAfter = [&] { return sumOverRanks(comm, markDone(pass, splitting.types, done)); };
  // Points that no pass can reach stay without a row.
  long long numLeft = numLeftAfter();
  while (numLeft > 0) {
    pass = nextPass();
    const long long numLeftBefore = numLeft;
    numLeft = numLeftAfter();
    if (numLeft == numLeftBefore) break;
    P = *DistProduct<double>(DistMatrix<double>(A.rowMap(), A.halo(), pass), P).result();
  }
  return P;
}

InterpolationMethod multipassMethod() {
  return {"multipass",
          "in passes outwards from the coarse points, however far they are",
          [](const InterpolationTask& task, const std::any&) -> Interpolated {
            if (!task.truncation.cuts())
              return {multipassInterpolation(task.A, task.strong, task.splitting, task.ranks), task.splitting};
            const DistMatrix<double> P = multipassInterpolation(task.A, task.strong, task.splitting);
            const ColumnTargets columns = sameColumns(P);
            const auto rows =
                truncateRows<double, Device>(Device::execution_space(), P.local(), task.truncation, columns.globals);
            return {renumberedOnce(P, rows, columns, task.ranks.mapFor(P.domainMap())), task.splitting};
          },
          {},
          {},
          {true, false}};
}

}  // namespace Chronos
