// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DISTMATRIX_HPP
#define CHRONOS_DISTMATRIX_HPP

#include "Chronos_BlockExchange.hpp"
#include "Chronos_GatheredDots.hpp"
#include "Chronos_SparseProduct.hpp"

namespace Chronos {

/// What is known of a pattern because somebody asked for it; those who share the pattern share it.
struct KnownPattern {
  bool hasNodes = false, hasPlan = false, hasMergedRows = false, hasBoundary = false;  ///< whether it was looked for
  NodePattern<Device> nodes;
  BoundaryRows<Device> boundary;
  ProductPlan<Device> plan;
  long long numGlobalEntries = -1;  ///< not counted
};

/// \brief Sparse matrix distributed by rows (the DSMat of thesis 2.1.2); immutable after construction.
///
/// A rank keeps its rows as one local CSR matrix whose columns are numbered owned first, then halo, ordered by owner.
/// One CSR instead of the thesis's array of blocks lets a Tpetra matrix share its arrays; a column's index alone tells
/// on which side of the split it lies, so the product runs over the owned columns of all rows while the halo travels,
/// then over the halo columns of the boundary rows.
///
/// Copies are shallow. A product uses exchange buffers of the matrix, and the first one what copies share, so two
/// threads must not multiply by it, or by it and a copy, at once.
template <class Scalar>
class DistMatrix {
 public:
  using Local = CsrMatrix<Scalar, Device>;

  /// \brief From local rows. Local.
  /// \param rowMap one-to-one map of the rows
  /// \param halo says what the columns are: owned by its domain map, then its halo
  /// \param local rows of this rank, columns numbered like that
  DistMatrix(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const HaloPattern>& halo, const Local& local);
  /// \brief The same where it is known which rows reach into the halo.
  DistMatrix(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const HaloPattern>& halo, const Local& local,
             const BoundaryRows<Device>& boundary);

  /// \brief From rows with global columns. Collective.
  /// \param values may be modified: entries are sorted within rows
  DistMatrix(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const Map>& domainMap,
             const Kokkos::View<Offset*, Device>& rowPtr,
             const Kokkos::View<const GlobalOrdinal*, Device>& globalColInd,
             const Kokkos::View<Scalar*, Device>& values);

  /// \brief The pattern of another matrix with values of this precision; pattern, halo and plan are shared. Local.
  /// \param values one per stored entry, in the order of other.local().values
  template <class OtherScalar>
  DistMatrix(const DistMatrix<OtherScalar>& other, const typename Local::Values& values);

  /// \brief The same matrix with other values; pattern, halo and plan are shared. Local.
  /// \param values one per stored entry, in the order of local().values
  DistMatrix withValues(const typename Local::Values& values) const;

  const Teuchos::RCP<const Map>& rowMap() const { return rowMap_; }
  const Teuchos::RCP<const Map>& domainMap() const { return halo_->domainMap(); }
  const Teuchos::RCP<const HaloPattern>& halo() const { return halo_; }
  const Local& local() const { return local_; }
  LocalOrdinal numRows() const { return local_.numRows; }
  LocalOrdinal numOwnedCols() const { return numOwnedCols_; }
  /// Entries on all ranks. Collective when first asked for.
  long long numGlobalEntries() const;
  /// \brief Runs of three columns in rows of three; none where rows or columns of this rank come otherwise. Local.
  ///
  /// Looked for when first asked for, which synchronises the device, and kept with the pattern: for whoever asks next,
  /// and for matrices with other values.
  const NodePattern<Device>& nodes() const;
  /// The same where rows are long enough for products with vectors to gain by it, else none. May make the plan.
  const NodePattern<Device>& nodesOfLongRows() const { return plan().nodes; }
  /// \brief Rows of this rank that reach into the halo. Local; looked for when first asked for, which synchronises the
  /// device, and kept with the pattern.
  const BoundaryRows<Device>& boundaryRows() const;
  /// \brief Makes the plan of products with a vector where nobody has, which synchronises the device; the first product
  /// would. Local.
  void planProducts() const { plan(); }
  /// Entries of the longest row of this rank. Local; may make the plan, and synchronises the device where that does not
  /// know it.
  long long longestRow() const;
  /// Bytes of this rank's rows.
  std::size_t numBytes() const;
  /// Of the buffers of its exchanges, which copies share that were made behind the first one.
  std::size_t exchangeBytes() const {
    return exchange_.numBytes() + (singleExchange_.is_null() ? 0 : singleExchange_->numBytes());
  }
  /// \brief All memory that the matrix holds on this rank: rows, plan of the product, halo and its buffers. Local.
  ///
  /// What copies share is counted in each of them.
  std::size_t memoryBytes() const;

  /// \brief y = alpha A x + beta y, communication hidden behind the owned columns. Collective.
  /// Synchronises the device only where ranks exchange entries.
  /// \param x owned entries of the domain vector
  /// \param y owned entries of the range vector, no overlap with x; not read when beta is 0
  template <class VectorScalar>
  void apply(const Kokkos::View<const VectorScalar*, Device>& x, const Kokkos::View<VectorScalar*, Device>& y,
             VectorScalar alpha = 1, VectorScalar beta = 0) const;

  /// \brief r = b - A x. Collective; see apply().
  /// \param b owned entries of the range vector, may be r
  template <class VectorScalar>
  void residual(const Kokkos::View<const VectorScalar*, Device>& b, const Kokkos::View<const VectorScalar*, Device>& x,
                const Kokkos::View<VectorScalar*, Device>& r) const;

  /// \brief y = x + omega d .* (b - A x), a sweep of a diagonal smoother. Collective; see apply().
  /// \param d, b owned entries of the range vector, which is distributed like the domain vector
  template <class VectorScalar>
  void relax(VectorScalar omega, const Kokkos::View<const VectorScalar*, Device>& d,
             const Kokkos::View<const VectorScalar*, Device>& b, const Kokkos::View<const VectorScalar*, Device>& x,
             const Kokkos::View<VectorScalar*, Device>& y) const;

  /// \brief The same three for blocks of 1, 2, 4 or 8 columns: A is read once for all of them. Collective.
  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const;
  void residual(const ConstBlock& b, const ConstBlock& x, const Block& r) const;
  void relax(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x, const Block& y) const;

  /// \brief y = A x, and x_c^T y_c where gathering it costs next to nothing: matrices in double with short rows.
  /// Collective; ranks may differ in whether they gather.
  void applyDotted(const ConstBlock& x, const Block& y, GatheredDots<Device>& dots) const;
  /// relax() and b_c^T y_c likewise.
  void relaxDotted(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x, const Block& y,
                   GatheredDots<Device>& dots) const;

  /// \brief x = omega d .* b and r = b - A x: a sweep of a diagonal smoother from zero, and the residual behind it, in
  /// one pass over short rows in double, of one column on a GPU only. Collective.
  /// \param x without rows where formsStart() and nobody wants it
  /// \param b overlaps neither x nor r
  void startResidual(double omega, const ConstVector& d, const ConstBlock& b, const Block& x, const Block& r) const;
  /// y = omega d .* b + A x. Collective.
  void applyOntoStart(const ConstBlock& x, double omega, const ConstVector& d, const ConstBlock& b,
                      const Block& y) const;
  /// \brief Whether startResidual() may leave x out and applyOntoStart() is one pass: short rows in double,
  /// several columns. Local; ranks may differ.
  bool formsStart(int width) const;

 private:
  template <class OtherScalar>
  friend class DistMatrix;

  void applyWide(const ConstBlock& x, double alpha, double beta, const ConstBlock& w, const Block& y) const;
  template <class VectorScalar>
  void applyTo(const Kokkos::View<const VectorScalar*, Device>& x, VectorScalar alpha, VectorScalar beta,
               const Kokkos::View<const VectorScalar*, Device>& w, const Kokkos::View<VectorScalar*, Device>& y) const;
  /// The exchange of a vector's halo.
  template <class VectorScalar>
  void start(const Kokkos::View<const VectorScalar*, Device>& x) const;
  /// Entries of the halo for the kernel of boundary rows that follows, which does `wait` before it reads.
  template <class VectorScalar>
  Kokkos::View<const VectorScalar*, Device> finish(HaloWait& wait) const;
  ConstBlock finishBlock(HaloWait& wait) const;
  /// Ends the exchange of a block: adds what its halo makes of boundary rows.
  void addHalo(double alpha, const Block& y) const;
  void prepare();
  /// Of products with one vector, made when first asked for, which synchronises the device: many matrices of a set-up
  /// are never multiplied by a vector.
  const ProductPlan<Device>& plan() const;
  /// Of products with several, for which rows are merged where there is memory for it.
  const ProductPlan<Device>& widePlan() const;

  Teuchos::RCP<const Map> rowMap_;
  Teuchos::RCP<const HaloPattern> halo_;
  Local local_;
  LocalOrdinal numOwnedCols_ = 0;
  Teuchos::RCP<KnownPattern> known_ = Teuchos::rcp(new KnownPattern);
  mutable BlockExchange exchange_{Teuchos::null};
  mutable Teuchos::RCP<HaloExchange<float>> singleExchange_;
};

}  // namespace Chronos

#endif
