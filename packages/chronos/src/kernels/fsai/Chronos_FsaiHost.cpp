// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiHost.hpp"

#include "Chronos_BorderedCholesky.hpp"
#include "Chronos_DynamicFor.hpp"
#include "Chronos_FsaiHubs.hpp"
#include "Chronos_PrefetchRow.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace Chronos {
namespace {

// That a thread takes at a time.
constexpr int rowsAtOnce = 64;

// The greatest of some numbers that are not negative, 0 of none. What is not a number does not count.
template <class Scalar>
Scalar largestOf(const Scalar* numbers, int length) {
  // Side by side, or each comparison waits for the one before.
  constexpr int lanes = 8;
  Scalar largest[lanes] = {};
  int i = 0;
  for (; i + lanes <= length; i += lanes)
    for (int lane = 0; lane < lanes; ++lane)
      largest[lane] = numbers[i + lane] > largest[lane] ? numbers[i + lane] : largest[lane];
  for (; i < length; ++i) largest[0] = std::max(largest[0], numbers[i]);
  return *std::max_element(largest, largest + lanes);
}

// The candidates of one row and what it takes to form their gradient again and again.
template <class Scalar>
class GradientWorkspace {
 public:
  using Matrix = FsaiMatrix<Scalar, HostDevice>;

  void resize(LocalOrdinal numRows) { position_.assign(numRows, 0); }

  // Begins row i: its own entries are the first candidates, in their order, with coefficient one.
  void begin(const Matrix& A, LocalOrdinal row) {
    numCandidates_ = 0;
    numTargets_ = 0;
    sources_.clear();
    addRow(A, row, row);
  }

  // Row `source` of A joins the sum: columns below `limit` are candidates. A hub is a source without entries.
  void addRow(const Matrix& A, LocalOrdinal source, LocalOrdinal limit) {
    const Offset begin = A.matrix.rowPtr(source);
    const int length =
        isHub(A.matrix, source, limit) ? 0 : static_cast<int>(firstNotBelow(A.matrix, source, limit) - begin);
    reserve(numCandidates_ + length, numTargets_ + length);
    const LocalOrdinal* const cols = A.matrix.colInd.data() + begin;
    int* const targets = targets_.data() + numTargets_;
    int numCandidates = numCandidates_;
    // No branch: whether a column is new is beyond any guess of the processor.
    for (int i = 0; i < length; ++i) {
      const LocalOrdinal col = cols[i];
      const int known = position_[col];
      columns_[numCandidates] = col;
      numCandidates += known == 0;
      position_[col] = known == 0 ? numCandidates : known;
      targets[i] = position_[col] - 1;
    }
    for (int c = numCandidates_; c < numCandidates; ++c) weight_[c] = A.weight(columns_[c]);
    numCandidates_ = numCandidates;
    // Those of the first row are 0, 1, ...
    if (!sources_.empty()) numTargets_ += length;
    sources_.push_back({begin, length});
  }

  // A column in the pattern is no candidate any more.
  void exclude(LocalOrdinal col) {
    if (position_[col] > 0) weight_[position_[col] - 1] = 0;
  }

  // gradient / 2 over the candidates, (3.15) of the thesis, and what they count.
  void accumulate(const Matrix& A, const Scalar* coefficient) {
    const Scalar* const values = A.matrix.values.data();
    Scalar* const gradient = gradient_.data();
    std::copy_n(values + sources_[0].begin, sources_[0].length, gradient);
    std::fill(gradient + sources_[0].length, gradient + numCandidates_, Scalar(0));
    const int* target = targets_.data();
    for (std::size_t r = 1; r < sources_.size(); ++r) {
      const Scalar factor = coefficient[r - 1];
      const Scalar* const entries = values + sources_[r].begin;
      for (int i = 0; i < sources_[r].length; ++i) gradient[target[i]] += factor * entries[i];
      target += sources_[r].length;
    }
    for (int c = 0; c < numCandidates_; ++c) score_[c] = std::abs(gradient_[c]) * weight_[c];
  }

  // Best candidate of the last accumulation, or -1, which counts no more after that; ties within the guard band go to
  // the smallest hash.
  int select(const Matrix& A, Scalar guardBand) {
    const Scalar best = largestOf(score_.data(), numCandidates_);
    if (!(best > 0)) return -1;
    const Scalar threshold = best * (1 - guardBand);
    int chosen = -1;
    std::uint64_t chosenKey = 0;
    for (int c = 0; c < numCandidates_; ++c) {
      if (!(score_[c] >= threshold)) continue;
      const std::uint64_t key = A.tieKey(columns_[c]);
      if (chosen < 0 || key < chosenKey) {
        chosen = c;
        chosenKey = key;
      }
    }
    score_[chosen] = 0;
    return chosen;
  }

  LocalOrdinal column(int candidate) const { return columns_[candidate]; }
  Scalar gradient(int candidate) const { return gradient_[candidate]; }

  void end() {
    for (int c = 0; c < numCandidates_; ++c) position_[columns_[c]] = 0;
  }

 private:
  struct Source {
    Offset begin;  // in A
    int length;
  };

  void reserve(std::size_t numCandidates, std::size_t numTargets) {
    // One more: a column that is known is written behind the last all the same.
    if (columns_.size() <= numCandidates) {
      columns_.resize(2 * numCandidates + 1);
      weight_.resize(columns_.size());
      gradient_.resize(columns_.size());
      score_.resize(columns_.size());
    }
    if (targets_.size() < numTargets) targets_.resize(2 * numTargets);
  }

  int numCandidates_ = 0, numTargets_ = 0;
  std::vector<int> position_;          // of each matrix column among the candidates, from 1; 0 for none
  std::vector<LocalOrdinal> columns_;  // candidates, in the order in which they were met
  std::vector<Scalar> weight_, gradient_, score_;
  std::vector<int> targets_;  // candidate of each entry of the rows that were added, but the first
  std::vector<Source> sources_;
};

template <class Scalar>
struct RowWorkspace {
  GradientWorkspace<Scalar> gradient;
  std::vector<Scalar> factor, rhs;
  bool ready = false;

  void prepare(LocalOrdinal numRows, int capacity) {
    if (ready) return;
    gradient.resize(numRows);
    factor.resize(packedSize(capacity));
    rhs.resize(capacity);
    ready = true;
  }
};

template <class Scalar>
struct BuildRowFunctor {
  using Token = Kokkos::Experimental::UniqueToken<HostDevice::execution_space>;

  FsaiMatrix<Scalar, HostDevice> A;
  FsaiRules<Scalar> rules;
  FsaiRows<Scalar, HostDevice> rows;
  Token token;
  RowWorkspace<Scalar>* workspaces;

  void operator()(int slot) const {
    const int thread = token.acquire();
    RowWorkspace<Scalar>& work = workspaces[thread];
    work.prepare(A.matrix.numRows, rows.capacity);
    buildRow(slot, work);
    token.release(thread);
  }

  // Columns of a step, best first; returns how many.
  int select(GradientWorkspace<Scalar>& gradient, Scalar psi, LocalOrdinal* cols, int room) const {
    int numSelected = 0;
    while (numSelected < rules.entriesPerStep && numSelected < room) {
      const int candidate = gradient.select(A, rules.guardBand);
      if (candidate < 0) break;
      const LocalOrdinal col = gradient.column(candidate);
      if (rules.isNoise(gradient.gradient(candidate), A.diagonal(col), psi)) break;
      prefetchColumns(A.matrix, col);
      cols[numSelected++] = col;
    }
    return numSelected;
  }

  void buildRow(int slot, RowWorkspace<Scalar>& work) const {
    const LocalOrdinal row = rows.row(slot);
    LocalOrdinal* pattern = rows.pattern.data() + std::size_t(slot) * rows.capacity;
    const ContiguousSystem<Scalar> system{work.factor.data(), work.rhs.data(),
                                          rows.coefficient.data() + std::size_t(slot) * rows.capacity};
    work.gradient.begin(A, row);
    int m = 0;
    Scalar psi = A.diagonal(row);
    int status = rowActive;
    const auto add = [&](LocalOrdinal col) {
      for (int p = 0; p < m; ++p) system.L(m, p) = entryAt(A.matrix, col, pattern[p]);
      if (!borderCholesky(system, m, A.diagonal(col), -entryAt(A.matrix, row, col), rules.smallestPivot)) return false;
      psi -= system.z(m) * system.z(m);
      ++m;
      return true;
    };

    const int numInitial = rows.numSelected(slot);
    for (int p = 0; p < numInitial && status == rowActive; ++p)
      if (!add(pattern[p])) status = rowBrokeDown;
    system.backSubstitute(m);

    const Scalar psiInitial = psi;
    int numJoined = 0;
    for (int step = 0; step < rules.maxSteps && status == rowActive; ++step) {
      const Scalar psiBefore = psi;
      // Only now: after its last step a row needs no gradient.
      for (; numJoined < m; ++numJoined) {
        work.gradient.exclude(pattern[numJoined]);
        work.gradient.addRow(A, pattern[numJoined], row);
      }
      work.gradient.accumulate(A, &system.g(0));
      const int numSelected = select(work.gradient, psiBefore, pattern + m, rows.capacity - m);
      if (numSelected == 0) status = rowDone;
      for (int s = 0; s < numSelected && status == rowActive; ++s)
        if (!add(pattern[m])) status = rowBrokeDown;
      system.backSubstitute(m);
      if (status == rowActive && (m == rows.capacity || rules.stops(psiInitial, psiBefore, psi))) status = rowDone;
    }
    work.gradient.end();
    rows.numEntries(slot) = m;
    rows.psi(slot) = psi;
    rows.status(slot) = status == rowActive ? rowDone : status;
  }
};

}  // namespace

template <class Scalar>
void buildFsaiRowsOnHost(const HostDevice::execution_space& space, const FsaiMatrix<Scalar, HostDevice>& A,
                         const FsaiRules<Scalar>& rules, const FsaiRows<Scalar, HostDevice>& rows) {
  const int numSlots = static_cast<int>(rows.row.extent(0));
  if (numSlots == 0) return;
  typename BuildRowFunctor<Scalar>::Token token(space);
  std::vector<RowWorkspace<Scalar>> workspaces(token.size());
  dynamicFor("Chronos::buildFsaiRowsOnHost", space, numSlots, rowsAtOnce,
             BuildRowFunctor<Scalar>{A, rules, rows, token, workspaces.data()});
}

template void buildFsaiRowsOnHost(const HostDevice::execution_space&, const FsaiMatrix<double, HostDevice>&,
                                  const FsaiRules<double>&, const FsaiRows<double, HostDevice>&);
template void buildFsaiRowsOnHost(const HostDevice::execution_space&, const FsaiMatrix<float, HostDevice>&,
                                  const FsaiRules<float>&, const FsaiRows<float, HostDevice>&);

}  // namespace Chronos
