// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DistMatrix.hpp"

#include "Chronos_BoundaryRows.hpp"
#include "Chronos_ColumnNumbering.hpp"
#include "Chronos_DottedProduct.hpp"
#include "Chronos_RowLengths.hpp"
#include "Chronos_SortRows.hpp"
#include "Chronos_StartResidual.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_VectorUpdate.hpp"
#include "Chronos_WideProduct.hpp"

#include <exception>

namespace Chronos {
namespace {

template <class Scalar>
CsrMatrix<Scalar, Device> localRows(LocalOrdinal numRows, std::size_t numCols,
                                    const Kokkos::View<Offset*, Device>& rowPtr,
                                    const Kokkos::View<LocalOrdinal*, Device>& colInd,
                                    const Kokkos::View<Scalar*, Device>& values) {
  sortRows<LocalOrdinal, Scalar, Device>(Device::execution_space(), rowPtr, colInd, values);
  return {numRows, static_cast<LocalOrdinal>(numCols), rowPtr, colInd, values};
}

}  // namespace

template <class Scalar>
DistMatrix<Scalar>::DistMatrix(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const HaloPattern>& halo,
                               const Local& local)
    : rowMap_(rowMap), halo_(halo), local_(local) {
  prepare();
}

template <class Scalar>
DistMatrix<Scalar>::DistMatrix(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const HaloPattern>& halo,
                               const Local& local, const BoundaryRows<Device>& boundary)
    : DistMatrix(rowMap, halo, local) {
  known_->boundary = boundary;
  known_->hasBoundary = true;
}

template <class Scalar>
DistMatrix<Scalar>::DistMatrix(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const Map>& domainMap,
                               const Kokkos::View<Offset*, Device>& rowPtr,
                               const Kokkos::View<const GlobalOrdinal*, Device>& globalColInd,
                               const Kokkos::View<Scalar*, Device>& values)
    : rowMap_(rowMap) {
  ColumnNumbering numbering = numberColumns(*domainMap, globalColInd);
  const std::size_t numCols = TrilinosVersion::numLocal(*domainMap) + numbering.haloGlobals.size();
  halo_ = Teuchos::rcp(new HaloPattern(domainMap, std::move(numbering.haloGlobals), numbering.haloOwners));
  local_ = localRows<Scalar>(static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*rowMap)), numCols, rowPtr,
                             numbering.colInd, values);
  prepare();
}

template <class Scalar>
template <class OtherScalar>
DistMatrix<Scalar>::DistMatrix(const DistMatrix<OtherScalar>& other, const typename Local::Values& values)
    : rowMap_(other.rowMap_),
      halo_(other.halo_),
      local_{other.local_.numRows, other.local_.numCols, other.local_.rowPtr, other.local_.colInd, values},
      numOwnedCols_(other.numOwnedCols_),
      known_(other.known_),
      exchange_(other.halo_) {}

template <class Scalar>
void DistMatrix<Scalar>::prepare() {
  exchange_ = BlockExchange(halo_);
  numOwnedCols_ = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*halo_->domainMap()));
}

template <class Scalar>
const BoundaryRows<Device>& DistMatrix<Scalar>::boundaryRows() const {
  if (!known_->hasBoundary && halo_->numHalo() > 0)
    known_->boundary = Chronos::boundaryRows(local_.rowPtr, local_.colInd, local_.numRows, numOwnedCols_);
  known_->hasBoundary = true;
  return known_->boundary;
}

template <class Scalar>
long long DistMatrix<Scalar>::numGlobalEntries() const {
  if (known_->numGlobalEntries < 0)
    known_->numGlobalEntries = sumOverRanks(*rowMap_->getComm(), static_cast<long long>(local_.numEntries()));
  return known_->numGlobalEntries;
}

template <class Scalar>
const NodePattern<Device>& DistMatrix<Scalar>::nodes() const {
  if (!known_->hasNodes) {
    known_->nodes = findNodePattern<Device>(local_.rowPtr, local_.colInd, local_.numRows, numOwnedCols_);
    known_->hasNodes = true;
  }
  return known_->nodes;
}

template <class Scalar>
const ProductPlan<Device>& DistMatrix<Scalar>::plan() const {
  if (!known_->hasPlan) {
    auto plan = planProduct<Device>(local_.rowPtr, local_.numRows, static_cast<Offset>(local_.numEntries()));
    if (areLongForNodes(local_.numEntries(), local_.numRows)) plan.nodes = nodes();
    boundaryRows();
    known_->plan = plan;
    known_->hasPlan = true;
  }
  return known_->plan;
}

template <class Scalar>
long long DistMatrix<Scalar>::longestRow() const {
  const long long known = plan().longestRow;
  return known > 0 ? known : Chronos::longestRow<Device>(Device::execution_space(), local_.rowPtr, local_.numRows);
}

template <class Scalar>
const ProductPlan<Device>& DistMatrix<Scalar>::widePlan() const {
  if (!known_->hasMergedRows && plan().takesMergedRows()) {
    try {
      known_->plan.merged = mergeRows<Device>(local_.rowPtr, local_.colInd, local_.numRows);
    } catch (const std::exception&) {  // no memory: products do without, whatever other ranks have
    }
  }
  known_->hasMergedRows = true;
  return plan();
}

template <class Scalar>
std::size_t DistMatrix<Scalar>::numBytes() const {
  return local_.numEntries() * (sizeof(Scalar) + sizeof(LocalOrdinal)) + local_.rowPtr.extent(0) * sizeof(Offset);
}

template <class Scalar>
std::size_t DistMatrix<Scalar>::memoryBytes() const {
  // Those of the plan are the same.
  const std::size_t ofNodes = known_->plan.nodes.exists() ? 0 : known_->nodes.numBytes();
  return numBytes() + known_->plan.numBytes() + ofNodes + known_->boundary.numBytes() + halo_->numBytes() +
         exchangeBytes();
}

template <class Scalar>
template <class VectorScalar>
void DistMatrix<Scalar>::start(const Kokkos::View<const VectorScalar*, Device>& x) const {
  if constexpr (std::is_same_v<VectorScalar, double>) {
    exchange_.start(asBlock(x));
  } else {
    if (singleExchange_.is_null()) singleExchange_ = Teuchos::rcp(new HaloExchange<float>(halo_));
    singleExchange_->start(x);
  }
}

template <class Scalar>
template <class VectorScalar>
Kokkos::View<const VectorScalar*, Device> DistMatrix<Scalar>::finish(HaloWait& wait) const {
  if constexpr (std::is_same_v<VectorScalar, double>) return asVector(finishBlock(wait));
  else return finishFor(boundaryRows(), *singleExchange_, wait);
}

template <class Scalar>
ConstBlock DistMatrix<Scalar>::finishBlock(HaloWait& wait) const {
  return finishFor(boundaryRows(), exchange_, wait);
}

template <class Scalar>
DistMatrix<Scalar> DistMatrix<Scalar>::withValues(const typename Local::Values& values) const {
  DistMatrix other(*this);
  other.local_.values = values;
  return other;
}

template <class Scalar>
template <class VectorScalar>
void DistMatrix<Scalar>::applyTo(const Kokkos::View<const VectorScalar*, Device>& x, VectorScalar alpha,
                                 VectorScalar beta, const Kokkos::View<const VectorScalar*, Device>& w,
                                 const Kokkos::View<VectorScalar*, Device>& y) const {
  const Device::execution_space space;
  const ProductPlan<Device>& plan = this->plan();
  start<VectorScalar>(x);
  multiply<Scalar, VectorScalar, Device>(space, plan, local_, x, alpha, beta, w, y);
  HaloWait wait;
  const auto halo = finish<VectorScalar>(wait);
  multiplyHalo<Scalar, VectorScalar, Device>(space, local_, boundaryRows(), numOwnedCols_, halo, alpha, y, wait);
}

template <class Scalar>
template <class VectorScalar>
void DistMatrix<Scalar>::apply(const Kokkos::View<const VectorScalar*, Device>& x,
                               const Kokkos::View<VectorScalar*, Device>& y, VectorScalar alpha,
                               VectorScalar beta) const {
  applyTo<VectorScalar>(x, alpha, beta, y, y);
}

template <class Scalar>
template <class VectorScalar>
void DistMatrix<Scalar>::residual(const Kokkos::View<const VectorScalar*, Device>& b,
                                  const Kokkos::View<const VectorScalar*, Device>& x,
                                  const Kokkos::View<VectorScalar*, Device>& r) const {
  applyTo<VectorScalar>(x, VectorScalar(-1), VectorScalar(1), b, r);
}

template <class Scalar>
template <class VectorScalar>
void DistMatrix<Scalar>::relax(VectorScalar omega, const Kokkos::View<const VectorScalar*, Device>& d,
                               const Kokkos::View<const VectorScalar*, Device>& b,
                               const Kokkos::View<const VectorScalar*, Device>& x,
                               const Kokkos::View<VectorScalar*, Device>& y) const {
  const Device::execution_space space;
  const ProductPlan<Device>& plan = this->plan();
  start<VectorScalar>(x);
  Chronos::relax<Scalar, VectorScalar, Device>(space, plan, local_, omega, d, b, x, y);
  HaloWait wait;
  const auto halo = finish<VectorScalar>(wait);
  relaxHalo<Scalar, VectorScalar, Device>(space, local_, boundaryRows(), numOwnedCols_, halo, omega, d, y, wait);
}

template <class Scalar>
void DistMatrix<Scalar>::applyWide(const ConstBlock& x, double alpha, double beta, const ConstBlock& w,
                                   const Block& y) const {
  const Device::execution_space space;
  const ProductPlan<Device>& plan = widePlan();
  exchange_.start(x);
  multiplyWide<Scalar, Device>(space, plan, local_, x, alpha, beta, w, y);
  addHalo(alpha, y);
}

template <class Scalar>
void DistMatrix<Scalar>::addHalo(double alpha, const Block& y) const {
  const Device::execution_space space;
  HaloWait wait;
  const ConstBlock halo = finishBlock(wait);
  if (widthOf(y) > 1)
    multiplyHaloWide<Scalar, Device>(space, local_, boundaryRows(), numOwnedCols_, halo, alpha, y, wait);
  else
    multiplyHalo<Scalar, double, Device>(space, local_, boundaryRows(), numOwnedCols_, asVector(halo), alpha,
                                         asVector(y), wait);
}

template <class Scalar>
void DistMatrix<Scalar>::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  if (widthOf(x) > 1) applyWide(x, alpha, beta, y, y);
  else applyTo<double>(asVector(x), alpha, beta, asVector(y), asVector(y));
}

template <class Scalar>
void DistMatrix<Scalar>::residual(const ConstBlock& b, const ConstBlock& x, const Block& r) const {
  if (widthOf(x) > 1) applyWide(x, -1, 1, b, r);
  else applyTo<double>(asVector(x), -1, 1, asVector(b), asVector(r));
}

template <class Scalar>
void DistMatrix<Scalar>::relax(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x,
                               const Block& y) const {
  if (widthOf(x) == 1) return relax<double>(omega, d, asVector(b), asVector(x), asVector(y));
  const Device::execution_space space;
  const ProductPlan<Device>& plan = widePlan();
  exchange_.start(x);
  relaxWide<Scalar, Device>(space, plan, local_, omega, d, b, x, y);
  HaloWait wait;
  const ConstBlock halo = finishBlock(wait);
  relaxHaloWide<Scalar, Device>(space, local_, boundaryRows(), numOwnedCols_, halo, omega, d, y, wait);
}

namespace {

// Where sums of rows and of boundary rows lie.
struct DotPlaces {
  double *ofRows, *ofBoundary;
};

DotPlaces takePlaces(const ProductPlan<Device>& plan, const CsrMatrix<double, Device>& A,
                     const BoundaryRows<Device>& boundary, int width, GatheredDots<Device>& dots) {
  const DotGroups groups = dotGroups(plan, A, boundary, width);
  double* const first = dots.take(groups.ofRows + groups.ofBoundary, width);
  return {first, first + groups.ofRows * width};
}

}  // namespace

template <class Scalar>
void DistMatrix<Scalar>::applyDotted(const ConstBlock& x, const Block& y, GatheredDots<Device>& dots) const {
  dots.clear();
  if constexpr (std::is_same_v<Scalar, double>) {
    if (gathersDots(plan(), local_)) {
      const Device::execution_space space;
      const DotPlaces places = takePlaces(plan(), local_, boundaryRows(), widthOf(x), dots);
      exchange_.start(x);
      multiplyDotted<Device>(space, plan(), local_, x, y, places.ofRows);
      HaloWait wait;
      const ConstBlock halo = finishBlock(wait);
      multiplyHaloDotted<Device>(space, local_, boundaryRows(), halo, x, y, places.ofBoundary, wait);
      return;
    }
  }
  apply(x, y);
}

template <class Scalar>
void DistMatrix<Scalar>::relaxDotted(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x,
                                     const Block& y, GatheredDots<Device>& dots) const {
  dots.clear();
  if constexpr (std::is_same_v<Scalar, double>) {
    if (gathersDots(plan(), local_)) {
      const Device::execution_space space;
      const DotPlaces places = takePlaces(plan(), local_, boundaryRows(), widthOf(x), dots);
      exchange_.start(x);
      Chronos::relaxDotted<Device>(space, plan(), local_, omega, d, b, x, y, places.ofRows);
      HaloWait wait;
      const ConstBlock halo = finishBlock(wait);
      relaxHaloDotted<Device>(space, local_, boundaryRows(), halo, omega, d, b, y, places.ofBoundary, wait);
      return;
    }
  }
  relax(omega, d, b, x, y);
}

template <class Scalar>
void DistMatrix<Scalar>::startResidual(double omega, const ConstVector& d, const ConstBlock& b, const Block& x,
                                       const Block& r) const {
  if constexpr (std::is_same_v<Scalar, double>) {
    if (takesStart(plan(), local_, widthOf(b))) {
      const Device::execution_space space;
      exchange_.startScaled(omega, d, b);
      Chronos::startResidual<Device>(space, plan(), local_, omega, d, b, x, r);
      return addHalo(-1, r);
    }
  }
  multiplyRows(d, b, x, omega, 0);
  residual(b, x, r);
}

template <class Scalar>
bool DistMatrix<Scalar>::formsStart(int width) const {
  if constexpr (std::is_same_v<Scalar, double>) return width > 1 && takesStart(plan(), local_, width);
  else return false;
}

template <class Scalar>
void DistMatrix<Scalar>::applyOntoStart(const ConstBlock& x, double omega, const ConstVector& d, const ConstBlock& b,
                                        const Block& y) const {
  if constexpr (std::is_same_v<Scalar, double>) {
    if (formsStart(widthOf(b))) {
      exchange_.start(x);
      multiplyOntoStart<Device>(Device::execution_space(), plan(), local_, x, omega, d, b, y);
      return addHalo(1, y);
    }
  }
  multiplyRows(d, b, y, omega, 0);
  apply(x, y, 1, 1);
}

#define CHRONOS_DISTMATRIX_APPLY(MATRIX, VECTOR)                                                               \
  template void DistMatrix<MATRIX>::apply<VECTOR>(const Kokkos::View<const VECTOR*, Device>&,                  \
                                                  const Kokkos::View<VECTOR*, Device>&, VECTOR, VECTOR) const; \
  template void DistMatrix<MATRIX>::residual<VECTOR>(const Kokkos::View<const VECTOR*, Device>&,               \
                                                     const Kokkos::View<const VECTOR*, Device>&,               \
                                                     const Kokkos::View<VECTOR*, Device>&) const;              \
  template void DistMatrix<MATRIX>::relax<VECTOR>(                                                             \
      VECTOR, const Kokkos::View<const VECTOR*, Device>&, const Kokkos::View<const VECTOR*, Device>&,          \
      const Kokkos::View<const VECTOR*, Device>&, const Kokkos::View<VECTOR*, Device>&) const;
template class DistMatrix<double>;
template class DistMatrix<float>;
template DistMatrix<float>::DistMatrix(const DistMatrix<double>&, const Local::Values&);
CHRONOS_DISTMATRIX_APPLY(double, double)
CHRONOS_DISTMATRIX_APPLY(float, float)
CHRONOS_DISTMATRIX_APPLY(float, double)

}  // namespace Chronos
