// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DenseInverse.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_DeviceInverse.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GatherToRoot.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_LaneGroup.hpp"
#include "Chronos_LimitedWait.hpp"
#include "Chronos_SymmetricPart.hpp"
#include "Chronos_UnitDiagonal.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <Teuchos_LAPACK.hpp>

#include <algorithm>
#include <new>
#include <numeric>

namespace Chronos {
namespace {

constexpr bool deviceIsHost = std::is_same_v<Device, HostDevice>;
constexpr std::int64_t largestSize = 46340;
// A warp a row reads whole cache lines; a host thread takes a row alone.
constexpr int lanesPerRow = deviceIsHost ? 1 : 32;
// Loads of a lane under way at a time.
constexpr int entriesInFlight = 4;

// Lanes of a group take neighbouring columns of the matrix; independent sums, added in fixed order.
template <int width, class VectorScalar>
struct DenseProductFunctor {
  int numRows, numCols;
  const double* matrix;
  const VectorScalar* x;
  VectorScalar alpha, beta;
  VectorScalar* z;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const int row = static_cast<int>(item / lanesPerRow), lane = static_cast<int>(item % lanesPerRow);
    const double* entries = matrix + static_cast<std::int64_t>(row) * numCols;
    double sums[entriesInFlight][width] = {};
    int col = lane;
    for (; col + (entriesInFlight - 1) * lanesPerRow < numCols; col += entriesInFlight * lanesPerRow)
      for (int i = 0; i < entriesInFlight; ++i) add(entries, col + i * lanesPerRow, sums[i]);
    for (; col < numCols; col += lanesPerRow) add(entries, col, sums[0]);
    for (int c = 0; c < width; ++c) {
      const double sum = groupSum((sums[0][c] + sums[2][c]) + (sums[1][c] + sums[3][c]), lanesPerRow);
      VectorScalar* const target = z + std::int64_t(row) * width + c;
      if (lane == 0) *target = updated(beta, target, static_cast<VectorScalar>(alpha * sum));
    }
  }

  KOKKOS_INLINE_FUNCTION void add(const double* entries, int col, double* sums) const {
    const double entry = loadReadOnly(entries + col);
    for (int c = 0; c < width; ++c) sums[c] += entry * loadReadOnly(x + std::int64_t(col) * width + c);
  }
};

using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

template <int width, class VectorScalar>
void multiplyDense(const DenseProductFunctor<width, VectorScalar>& product) {
  Kokkos::parallel_for("Chronos::DenseInverse::apply", Policy(0, std::int64_t(product.numRows) * lanesPerRow), product);
}

// S A S + shift I in `dense`, by rows.
void fillDense(const RootMatrix& matrix, double shift, std::vector<double>& dense) {
  const std::int64_t n = matrix.numRows;
  std::fill(dense.begin(), dense.end(), 0.0);
  for (std::int64_t row = 0; row < n; ++row)
    for (std::int64_t e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; ++e)
      dense[row * n + matrix.colInd[e]] = matrix.values[e];
  for (std::int64_t row = 0; row < n; ++row) dense[row * n + row] += shift;
}

// Inverts on the host; only one triangle of the result counts. The square of the smallest pivot of the factor, 0
// without one.
double invertByLapack(int n, std::vector<double>& dense) {
  int info = 0;
  Teuchos::LAPACK<int, double>().POTRF('L', n, dense.data(), n, &info);
  if (info != 0) return 0;
  double smallest = 1;
  for (std::int64_t row = 0; row < n; ++row) {
    const double pivot = dense[row * n + row];
    if (!(pivot * pivot >= smallest)) smallest = pivot * pivot == pivot * pivot ? pivot * pivot : 0;
  }
  Teuchos::LAPACK<int, double>().POTRI('L', n, dense.data(), n, &info);
  return smallest;
}

// Calls tryWith(shift), which returns the smallest pivot, without a shift and with one; empty message on success.
template <class Try>
std::string invertShifted(std::int64_t n, const Try& tryWith, InverseChanges& changes) {
  changes.shift = 0;
  if (tryWith(0.0) > singularPivot) return "";
  changes.shift = singularShift;
  return tryWith(changes.shift) > 0 ? "" : notPositiveDefinite(n);
}

std::string invertOnHost(const RootMatrix& matrix, const std::vector<double>& scale,
                         const std::vector<std::int64_t>& positions, std::vector<double>& inverse,
                         InverseChanges& changes) {
  const std::int64_t n = matrix.numRows;
  std::vector<double> dense(n * n);
  const std::string message = invertShifted(
      n,
      [&](double shift) {
        fillDense(matrix, shift, dense);
        return invertByLapack(static_cast<int>(n), dense);
      },
      changes);
  if (!message.empty()) return message;
  inverse.resize(n * n);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j <= i; ++j) {
      const auto [low, high] = std::minmax(positions[i], positions[j]);
      inverse[i * n + j] = inverse[j * n + i] = scale[low] * scale[high] * dense[low * n + high];
    }
  return "";
}

// One rank owns all rows.
class SingleVectorInverse : public SingleVectorOperator {
 public:
  SingleVectorInverse(int numUnknowns, const ConstVector& inverse) : numUnknowns_(numUnknowns), inverse_(inverse) {}

  void apply(const ConstSingleVector& r, const SingleVector& z, float alpha, float beta) const override {
    const int numRows = static_cast<int>(r.extent(0));
    multiplyDense<1, float>({numRows, numUnknowns_, inverse_.data(), r.data(), alpha, beta, z.data()});
  }

 private:
  int numUnknowns_;
  ConstVector inverse_;
};

// Entries of rows of a matrix where the dense one has them.
struct FillFunctor {
  CsrMatrix<double, Device> rows;
  Kokkos::View<const std::int64_t*, Device> positions;
  Vector dense;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t row = item / lanesPerRow, n = rows.numCols;
    for (Offset e = rows.rowPtr(row) + item % lanesPerRow; e < rows.rowPtr(row + 1); e += lanesPerRow)
      dense(positions(row) * n + positions(rows.colInd(e))) = rows.values(e);
  }
};

struct FillGatheredFunctor {
  Kokkos::View<const std::int64_t*, Device> places;
  ConstVector values;
  Vector dense;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const { dense(places(entry)) = values(entry); }
};

Vector denseZeros(std::int64_t n) {
  return allocateZeros<Vector>("Chronos::coarse matrix", static_cast<std::size_t>(n * n));
}

Vector denseOf(const CsrMatrix<double, Device>& rows, const Kokkos::View<const std::int64_t*, Device>& positions) {
  const Vector dense = denseZeros(rows.numRows);
  Kokkos::parallel_for("Chronos::DenseInverse::fill", Policy(0, std::int64_t(rows.numRows) * lanesPerRow),
                       FillFunctor{rows, positions, dense});
  return dense;
}

Vector denseOf(const RootMatrix& matrix) {
  std::vector<std::int64_t> places(matrix.colInd.size());
  for (std::int64_t row = 0; row < matrix.numRows; ++row)
    for (std::int64_t e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; ++e)
      places[e] = row * matrix.numRows + matrix.colInd[e];
  const Vector dense = denseZeros(matrix.numRows);
  Kokkos::parallel_for("Chronos::DenseInverse::fill", Policy(0, std::int64_t(places.size())),
                       FillGatheredFunctor{toView("Chronos::coarse places", places),
                                           toView("Chronos::coarse values", matrix.values), dense});
  return dense;
}

// Makes the rows of the inverse that this rank owns. Collective.
class OwnedRows {
 public:
  Vector inverse;
  InverseChanges changes;
  double gatherSeconds = 0, inverseSeconds = 0;

  OwnedRows(const DistMatrix<double>& A, std::int64_t n, bool rootOwnsAll)
      : A_(A), comm_(*A.rowMap()->getComm()), gather_(A.rowMap()), n_(n), isOwner_(gather_.isRoot() && n > 0) {
    const bool staysOnDevice = rootOwnsAll && !deviceIsHost && A.domainMap()->isSameAs(*A.rowMap());
    if (staysOnDevice) invertWhereItIs();
    // What the device cannot tell passes through the host, and so does what several ranks own.
    const bool isEnough = isDone_ || !isOwner_ || !message_.empty();
    if (!staysOnDevice || minOverRanks(comm_, static_cast<long long>(isEnough)) == 0) invertGathered(!staysOnDevice);
    else breakDownIfAny(comm_, message_);
  }

 private:
  // What it throws becomes a message.
  template <class Work>
  void guarded(const Work& work) {
    try {
      work();
    } catch (const std::exception& error) {  // Kokkos has its own for what a GPU has no memory for
      message_ = "The inverse of the coarsest level cannot be made on rank " + std::to_string(comm_.getRank()) + " (" +
                 error.what() + "): use more levels, so that it is smaller.";
    }
  }

  template <class DenseAt>
  void tryOnDevice(const DenseAt& denseAt) {
    const auto positions = toView("Chronos::coarse positions", gather_.positions());
    inverse = allocate<Vector>("Chronos::dense inverse", static_cast<std::size_t>(n_ * n_));
    isDone_ = invertOnDevice(n_, denseAt(positions), positions, inverse, changes);
  }

  void invertWhereItIs() {
    if (!isOwner_) return;
    const Kokkos::Timer timer;
    guarded([&] { tryOnDevice([&](const auto& positions) { return denseOf(A_.local(), positions); }); });
    inverseSeconds += timer.seconds();
  }

  void invertGathered(bool triesDevice) {
    Kokkos::Timer timer;
    RootMatrix matrix = gather_.gather(A_);
    gatherSeconds = timer.seconds();
    timer.reset();
    std::vector<double> rows;
    if (isOwner_ && message_.empty()) guarded([&] { rows = rowsOf(matrix, triesDevice && !deviceIsHost); });
    inverse = {};  // of all rows, before room for those of this rank is taken
    if (message_.empty())
      guarded(
          [&] { inverse = allocate<Vector>("Chronos::dense inverse", A_.numRows() * static_cast<std::size_t>(n_)); });
    breakDownIfAny(comm_, message_);
    if (n_ > 0) gather_.scatterRows(rows, n_, inverse);
    inverseSeconds += timer.seconds();
  }

  std::vector<double> rowsOf(RootMatrix& matrix, bool triesDevice) {
    if (triesDevice) tryOnDevice([&](const auto&) { return denseOf(matrix); });
    if (isDone_) return toVector(inverse);
    std::vector<double> rows;
    const std::vector<double> scale = scaleToUnitDiagonal(matrix);
    changes.asymmetry = takeSymmetricPart(matrix);
    message_ = invertOnHost(matrix, scale, gather_.positions(), rows, changes);
    return rows;
  }

  const DistMatrix<double>& A_;
  const Comm& comm_;
  GatherToRoot gather_;
  std::int64_t n_;
  bool isOwner_, isDone_ = false;
  std::string message_;
};

}  // namespace

DenseInverse::DenseInverse(const DistMatrix<double>& A) : Smoother(A.rowMap()), comm_(A.rowMap()->getComm()) {
  report_.name = "dense inverse";
  const std::int64_t n = static_cast<std::int64_t>(A.rowMap()->getGlobalNumElements());
  if (n > largestSize)
    throw InputError("A dense inverse of " + std::to_string(n) +
                     " unknowns is too large: use more levels, or another coarse solver.");
  numUnknowns_ = static_cast<int>(n);
  const int numOwned = static_cast<int>(A.numRows());
  rootOwnsAll_ = maxOverRanks(*comm_, static_cast<long long>(comm_->getRank() == 0 ? 0 : numOwned)) == 0;
  const OwnedRows rows(A, n, rootOwnsAll_);
  inverse_ = rows.inverse;
  if (!rootOwnsAll_) {
    counts_.resize(comm_->getSize());
    offsets_.resize(comm_->getSize());
    MPI_Allgather(&numOwned, 1, MPI_INT, counts_.data(), 1, MPI_INT, rawComm(*comm_));
    std::partial_sum(counts_.begin(), counts_.end() - 1, offsets_.begin() + 1);
    all_ = WorkBlock("Chronos::coarse vector", n);
  }
  report_.longestRow = n;
  report_.bytes = double(n) * double(n) * sizeof(double);
  report_.diagonalShift = rows.changes.shift;
  report_.asymmetry = rows.changes.asymmetry;
  report_.phases = {{"coarse gather", rows.gatherSeconds}, {"coarse inverse", rows.inverseSeconds}};
  double numEntries = double(A.local().numEntries());
  JointReduction all;
  all.sum(numEntries);
  all.sum(report_.diagonalShift);
  all.sum(report_.asymmetry);
  for (auto& phase : report_.phases) all.max(phase.second);
  all.reduce(*comm_);
  report_.density = n == 0 ? 0 : double(n) * double(n) / numEntries;
}

// The last copy out of pinned memory has ended.
DenseInverse::~DenseInverse() {
  if (allStage_.extent(0) > 0) Device::execution_space().fence();
}

ConstBlock DenseInverse::gatherEverywhere(const ConstBlock& r) const {
  if (rootOwnsAll_) return r;
  const int width = widthOf(r);
  const std::size_t numMine = r.size(), numAll = static_cast<std::size_t>(numUnknowns_) * width;
  if (stage_.extent(0) < numMine || allStage_.extent(0) < numAll) {
    Device::execution_space().fence();
    stage_ = allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::coarse stage", numMine);
    allStage_ = allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::coarse stage of all", numAll);
  }
  const auto mine = Kokkos::subview(stage_, std::make_pair(std::size_t(0), numMine));
  const auto everybodys = Kokkos::subview(allStage_, std::make_pair(std::size_t(0), numAll));
  const Device::execution_space space;
  Kokkos::deep_copy(space, mine, asVector(r));
  // Also ends the last copy out of the stage that is written below.
  space.fence();
  MPI_Datatype row;
  MPI_Type_contiguous(width, MPI_DOUBLE, &row);
  MPI_Type_commit(&row);
  const LimitedWait wait(*comm_, "gather");
  MPI_Allgatherv(mine.data(), static_cast<int>(r.extent(0)), row, everybodys.data(), counts_.data(), offsets_.data(),
                 row, rawComm(*comm_));
  MPI_Type_free(&row);
  const Block all = all_(width);
  Kokkos::deep_copy(space, asVector(all), everybodys);
  return all;
}

void DenseInverse::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  const int numRows = static_cast<int>(r.extent(0));
  const ConstBlock all = gatherEverywhere(r);
  withWidth(widthOf(r), [&](auto width) {
    multiplyDense<decltype(width)::value, double>(
        {numRows, numUnknowns_, inverse_.data(), all.data(), alpha, beta, z.data()});
  });
}

Teuchos::RCP<const SingleVectorOperator> DenseInverse::solveForSingleVectors() const {
  if (!rootOwnsAll_) return Teuchos::null;
  return Teuchos::rcp(new SingleVectorInverse(numUnknowns_, inverse_));
}

}  // namespace Chronos
