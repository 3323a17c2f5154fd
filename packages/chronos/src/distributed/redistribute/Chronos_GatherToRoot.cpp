// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GatherToRoot.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_LimitedWait.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_RowPacker.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <numeric>
#include <string>

namespace Chronos {
namespace {

constexpr int root = 0;

// Rows in ascending order, columns renumbered; empty where a column is unknown.
class RootAssembly {
 public:
  RootAssembly(const ReceivedRows& rows, const std::vector<GlobalOrdinal>& globals)
      : rows_(rows),
        globals_(globals),
        areContiguous_(!globals.empty() &&
                       globals.back() - globals.front() + 1 == static_cast<GlobalOrdinal>(globals.size())) {}

  // False when a column is no row.
  bool assemble(RootMatrix& matrix) {
    const std::size_t n = globals_.size();
    std::vector<std::size_t> received(n, 0);
    for (std::size_t i = 0; i < rows_.globals.size(); ++i) received[position(rows_.globals[i])] = i;
    matrix.numRows = static_cast<std::int64_t>(n);
    matrix.colInd.reserve(rows_.values.size());
    matrix.values.reserve(rows_.values.size());
    for (std::size_t row = 0; row < n; ++row) {
      if (!appendRow(received[row], matrix)) return false;
      matrix.rowPtr.push_back(static_cast<std::int64_t>(matrix.colInd.size()));
    }
    return true;
  }

 private:
  std::size_t position(GlobalOrdinal global) const {
    if (areContiguous_)
      return global >= globals_.front() && global <= globals_.back()
                 ? static_cast<std::size_t>(global - globals_.front())
                 : globals_.size();
    return std::lower_bound(globals_.begin(), globals_.end(), global) - globals_.begin();
  }

  bool appendRow(std::size_t row, RootMatrix& matrix) {
    entries_.clear();
    for (Offset e = rows_.rowPtr[row]; e < rows_.rowPtr[row + 1]; ++e) {
      const std::size_t col = position(rows_.globalColInd[e]);
      if (col == globals_.size() || globals_[col] != rows_.globalColInd[e]) return false;
      entries_.emplace_back(static_cast<std::int64_t>(col), rows_.values[e]);
    }
    if (!std::is_sorted(entries_.begin(), entries_.end())) std::sort(entries_.begin(), entries_.end());
    for (std::size_t e = 0; e < entries_.size(); ++e) {
      if (e > 0 && entries_[e].first == entries_[e - 1].first) {
        matrix.values.back() += entries_[e].second;
      } else {
        matrix.colInd.push_back(entries_[e].first);
        matrix.values.push_back(entries_[e].second);
      }
    }
    return true;
  }

  const ReceivedRows& rows_;
  const std::vector<GlobalOrdinal>& globals_;
  bool areContiguous_;
  std::vector<std::pair<std::int64_t, double>> entries_;
};

// Rows of a rank that owns them all, by its threads. Columns of the matrix are its rows in the same order.
class OwnAssembly {
 public:
  OwnAssembly(const CsrMatrix<double, Device>& rows, const std::vector<std::int64_t>& positions)
      : rowPtr_(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.rowPtr)),
        colInd_(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.colInd)),
        values_(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.values)),
        positions_(positions) {}

  // False where columns of a row do not ascend or are there twice: the matrix is void then.
  bool assemble(RootMatrix& matrix) const {
    const auto n = static_cast<std::int64_t>(positions_.size());
    matrix.numRows = n;
    matrix.rowPtr.assign(n + 1, 0);
    for (std::int64_t row = 0; row < n; ++row) matrix.rowPtr[positions_[row] + 1] = rowPtr_(row + 1) - rowPtr_(row);
    std::partial_sum(matrix.rowPtr.begin(), matrix.rowPtr.end(), matrix.rowPtr.begin());
    matrix.colInd.resize(matrix.rowPtr.back());
    matrix.values.resize(matrix.rowPtr.back());
    using Policy = Kokkos::RangePolicy<HostDevice::execution_space, Kokkos::IndexType<std::int64_t>>;
    int numOthers = 0;
    Kokkos::parallel_reduce(
        "Chronos::GatherToRoot::own", Policy(0, n),
        [&](std::int64_t row, int& others) { others += place(row, matrix) ? 0 : 1; }, numOthers);
    return numOthers == 0;
  }

 private:
  bool place(std::int64_t row, RootMatrix& matrix) const {
    std::int64_t to = matrix.rowPtr[positions_[row]], before = -1;
    bool ascends = true;
    for (Offset e = rowPtr_(row); e < rowPtr_(row + 1); ++e, ++to) {
      matrix.colInd[to] = positions_[colInd_(e)];
      matrix.values[to] = values_(e);
      ascends = ascends && matrix.colInd[to] > before;
      before = matrix.colInd[to];
    }
    return ascends;
  }

  template <class View>
  using OnHost = decltype(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), View()));
  using Rows = CsrMatrix<double, Device>;

  OnHost<decltype(Rows::rowPtr)> rowPtr_;
  OnHost<decltype(Rows::colInd)> colInd_;
  OnHost<decltype(Rows::values)> values_;
  const std::vector<std::int64_t>& positions_;
};

// That of an action, or that it found no memory: a rank that threw alone would leave the others waiting.
template <class Action>
std::string messageOf(const Action& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return "No memory on rank 0 for the matrix of the coarsest level: use more levels.";
  }
}

// Messages are counted in rows, so that the counts of MPI do not overflow.
struct RowType {
  MPI_Datatype type;
  explicit RowType(int length) {
    MPI_Type_contiguous(length, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
  }
  ~RowType() { MPI_Type_free(&type); }
  RowType(const RowType&) = delete;
  RowType& operator=(const RowType&) = delete;
};

}  // namespace

GatherToRoot::GatherToRoot(const Teuchos::RCP<const Map>& map)
    : map_(map),
      numUnknowns_(TrilinosVersion::numGlobal(*map)),
      numOwned_(static_cast<int>(TrilinosVersion::numLocal(*map))) {
  const Comm& comm = *map_->getComm();
  if (numUnknowns_ > std::numeric_limits<int>::max())
    throw InputError("A coarsest level of " + std::to_string(numUnknowns_) +
                     " unknowns does not fit on one rank: use more levels, or smoothing sweeps as coarse solver.");
  const MPI_Comm raw = rawComm(comm);
  const std::vector<GlobalOrdinal> owned = toVector(ownedGlobals(*map_));
  if (isRoot()) counts_.resize(comm.getSize());
  const LimitedWait wait(comm, "gather");
  MPI_Gather(&numOwned_, 1, MPI_INT, counts_.data(), 1, MPI_INT, root, raw);
  std::vector<GlobalOrdinal> byRank;
  if (isRoot()) {
    offsets_.resize(counts_.size());
    std::partial_sum(counts_.begin(), counts_.end() - 1, offsets_.begin() + 1);
    byRank.resize(numUnknowns_);
  }
  MPI_Gatherv(owned.data(), numOwned_, MPI_LONG_LONG, byRank.data(), counts_.data(), offsets_.data(), MPI_LONG_LONG,
              root, raw);
  globals_ = byRank;
  std::sort(globals_.begin(), globals_.end());
  for (GlobalOrdinal global : byRank)
    positions_.push_back(std::lower_bound(globals_.begin(), globals_.end(), global) - globals_.begin());
}

bool GatherToRoot::isRoot() const {
  return map_->getComm()->getRank() == root;
}

bool GatherToRoot::hasAll(const DistMatrix<double>& A) const {
  return isRoot() && numOwned_ == numUnknowns_ && A.local().numCols == A.numOwnedCols() &&
         A.domainMap()->locallySameAs(*A.rowMap());
}

RootMatrix GatherToRoot::gather(const DistMatrix<double>& A) const {
  const Comm& comm = *map_->getComm();
  RootMatrix matrix;
  bool isHere = false;
  std::string message = messageOf([&] {
    isHere = hasAll(A) && OwnAssembly(A.local(), positions_).assemble(matrix);
    if (!isHere) matrix = {};
    return "";
  });
  std::vector<LocalOrdinal> travelling(isHere || !message.empty() ? 0 : A.numRows());
  std::iota(travelling.begin(), travelling.end(), 0);
  std::vector<Message> messages{{root, RowPacker(A).pack(travelling)}};
  ReceivedRows rows;
  if (isRoot()) {
    unpackRows(messages[0].bytes, rows);
    messages.clear();
  }
  for (Message& received : exchangeSparse(comm, messages)) {
    unpackRows(received.bytes, rows);
    received.bytes = {};
  }
  if (isRoot() && !isHere && message.empty())
    message = messageOf([&] {
      return RootAssembly(rows, globals_).assemble(matrix)
                 ? ""
                 : "A coarse matrix has a column that is no row of it: its maps differ.";
    });
  throwIfAny(comm, message);
  return matrix;
}

Kokkos::View<double*, PinnedSpace> GatherToRoot::stageFor(int width) const {
  const std::size_t length = static_cast<std::size_t>(numOwned_) * width;
  if (stage_.extent(0) < length) stage_ = allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::coarse stage", length);
  if (isRoot()) byRank_.resize(static_cast<std::size_t>(numUnknowns_) * width);
  return Kokkos::subview(stage_, std::make_pair(std::size_t(0), length));
}

void GatherToRoot::gather(const ConstBlock& x, double* onRoot) const {
  const Device::execution_space space;
  const int width = widthOf(x);
  const auto stage = stageFor(width);
  Kokkos::deep_copy(space, stage, asVector(x));
  space.fence();
  const RowType row(width);
  const LimitedWait wait(*map_->getComm(), "gather");
  MPI_Gatherv(stage.data(), numOwned_, row.type, byRank_.data(), counts_.data(), offsets_.data(), row.type, root,
              rawComm(*map_->getComm()));
  for (std::size_t i = 0; i < positions_.size(); ++i)
    for (int c = 0; c < width; ++c) onRoot[c * numUnknowns_ + positions_[i]] = byRank_[i * width + c];
}

void GatherToRoot::scatter(const double* onRoot, const Block& x) const {
  const int width = widthOf(x);
  const auto stage = stageFor(width);
  for (std::size_t i = 0; i < positions_.size(); ++i)
    for (int c = 0; c < width; ++c) byRank_[i * width + c] = onRoot[c * numUnknowns_ + positions_[i]];
  const Device::execution_space space;
  const RowType row(width);
  const LimitedWait wait(*map_->getComm(), "scatter");
  MPI_Scatterv(byRank_.data(), counts_.data(), offsets_.data(), row.type, stage.data(), numOwned_, row.type, root,
               rawComm(*map_->getComm()));
  Kokkos::deep_copy(space, asVector(x), stage);
  // The stage may be written again as soon as this returns.
  space.fence();
}

void GatherToRoot::scatterRows(const std::vector<double>& rows, std::int64_t rowLength,
                               const Kokkos::View<double*, Device>& mine) const {
  const RowType row(static_cast<int>(rowLength));
  std::vector<double> received(static_cast<std::size_t>(numOwned_) * rowLength);
  const LimitedWait wait(*map_->getComm(), "scatter");
  MPI_Scatterv(rows.data(), counts_.data(), offsets_.data(), row.type, received.data(), numOwned_, row.type, root,
               rawComm(*map_->getComm()));
  Kokkos::deep_copy(mine, toView("Chronos::dense rows", received));
}

}  // namespace Chronos
