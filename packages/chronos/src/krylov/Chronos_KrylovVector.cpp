// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_KrylovVector.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

using Column = KrylovVector::Column;
using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct LargestFunctor {
  Kokkos::View<const double*, Device> x;
  KOKKOS_INLINE_FUNCTION void operator()(int i, double& largest) const {
    const double size = x(i) < 0 ? -x(i) : x(i);
    if (size > largest) largest = size;
  }
};

struct SumFunctor {
  Kokkos::View<const double*, Device> x;
  KOKKOS_INLINE_FUNCTION void operator()(int i, double& sum) const { sum += x(i) < 0 ? -x(i) : x(i); }
};

RowPolicy rowsOf(const Column& column) {
  return RowPolicy(0, static_cast<int>(column.extent(0)));
}

}  // namespace

KrylovVector::KrylovVector(const Teuchos::RCP<const Map>& map, int numColumns) : map(map) {
  for (int i = 0; i < numColumns; ++i)
    columns.push_back(allocate<Column>("Chronos::Krylov vector", TrilinosVersion::numLocal(*map)));
}

KrylovVector KrylovVector::view(const std::vector<int>& index) const {
  std::vector<Column> chosen;
  for (int i : index) chosen.push_back(columns[i]);
  return {map, chosen};
}

void combine(double alpha, const KrylovVector& A, double beta, const KrylovVector& B, const KrylovVector& mv) {
  for (int i = 0; i < mv.numColumns(); ++i) combineVectors(alpha, A.columns[i], beta, B.columns[i], mv.columns[i]);
}

void assign(const KrylovVector& from, const KrylovVector& to) {
  for (int i = 0; i < to.numColumns(); ++i)
    Kokkos::deep_copy(Device::execution_space(), to.columns[i], from.columns[i]);
}

std::vector<double> dot(const KrylovVector& a, const KrylovVector& b) {
  std::vector<double> result;
  for (int i = 0; i < a.numColumns(); ++i)
    result.push_back(innerProduct(*a.map->getComm(), a.columns[i], b.columns[i]));
  return result;
}

}  // namespace Chronos

namespace Belos {

using Traits = MultiVecTraits<double, Chronos::KrylovVector>;

void Traits::MvTimesMatAddMv(double alpha, const MV& A, const Matrix& B, double beta, MV& mv) {
  for (int j = 0; j < mv.numColumns(); ++j)
    for (int i = 0; i < A.numColumns(); ++i)
      Chronos::combineVectors(alpha * B(i, j), A.columns[i], i == 0 ? beta : 1.0, mv.columns[j], mv.columns[j]);
}

void Traits::MvScale(MV& mv, const std::vector<double>& alpha) {
  for (int i = 0; i < mv.numColumns(); ++i)
    Chronos::combineVectors(alpha[i], mv.columns[i], 0, mv.columns[i], mv.columns[i]);
}

void Traits::MvTransMv(double alpha, const MV& A, const MV& mv, Matrix& B) {
  for (int i = 0; i < A.numColumns(); ++i)
    for (int j = 0; j < mv.numColumns(); ++j)
      B(i, j) = alpha * Chronos::innerProduct(*mv.map->getComm(), A.columns[i], mv.columns[j]);
}

void Traits::MvNorm(const MV& mv, std::vector<double>& norms, NormType type) {
  const auto& comm = *mv.map->getComm();
  norms = Chronos::dot(mv, mv);
  for (int i = 0; i < mv.numColumns(); ++i) {
    if (type == TwoNorm) {
      norms[i] = std::sqrt(norms[i]);
      continue;
    }
    double value = 0;
    if (type == InfNorm) {
      Kokkos::parallel_reduce("Chronos::KrylovVector::largest", Chronos::rowsOf(mv.columns[i]),
                              Chronos::LargestFunctor{mv.columns[i]}, Kokkos::Max<double>(value));
      norms[i] = Chronos::maxOverRanks(comm, std::max(0.0, value));
    } else {
      Kokkos::parallel_reduce("Chronos::KrylovVector::sum", Chronos::rowsOf(mv.columns[i]),
                              Chronos::SumFunctor{mv.columns[i]}, value);
      norms[i] = Chronos::sumOverRanks(comm, value);
    }
  }
}

void Traits::MvRandom(MV& mv) {
  for (int i = 0; i < mv.numColumns(); ++i)
    Chronos::fillRandom(*mv.map, static_cast<std::uint64_t>(i + 1), mv.columns[i]);
}

void Traits::MvInit(MV& mv, double alpha) {
  for (const auto& column : mv.columns) Kokkos::deep_copy(Chronos::Device::execution_space(), column, alpha);
}

}  // namespace Belos
