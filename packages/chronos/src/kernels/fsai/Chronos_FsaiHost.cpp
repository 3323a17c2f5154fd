// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiHost.hpp"

#include "Chronos_BorderedCholesky.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace Chronos {
namespace {

// The candidates of one row and what it takes to form their gradient again and again.
template <class Scalar>
class GradientWorkspace {
 public:
  void resize(LocalOrdinal numRows) { position_.assign(numRows, 0); }

  // Begins row i: its own entries have coefficient one.
  void begin(const FsaiMatrix<Scalar, HostDevice>& A, LocalOrdinal row) {
    columns_.clear();
    weight_.clear();
    targets_.clear();
    entries_.clear();
    rowEnd_.clear();
    addRow(A, row, row);
  }

  // Row `source` of A joins the sum: columns below `limit` are candidates.
  void addRow(const FsaiMatrix<Scalar, HostDevice>& A, LocalOrdinal source, LocalOrdinal limit) {
    for (Offset entry = A.matrix.rowPtr(source); entry < A.matrix.rowPtr(source + 1); ++entry) {
      const LocalOrdinal col = A.matrix.colInd(entry);
      if (col >= limit) break;
      if (position_[col] == 0) {
        columns_.push_back(col);
        weight_.push_back(A.weight(col));
        position_[col] = static_cast<int>(columns_.size());
      }
      targets_.push_back(position_[col] - 1);
      entries_.push_back(A.matrix.values(entry));
    }
    rowEnd_.push_back(targets_.size());
  }

  // A column in the pattern is no candidate any more.
  void exclude(LocalOrdinal col) {
    if (position_[col] > 0) weight_[position_[col] - 1] = 0;
  }

  // gradient / 2 over the candidates: (3.15) of the thesis.
  void accumulate(const Scalar* coefficient) {
    gradient_.assign(columns_.size(), Scalar(0));
    std::size_t entry = 0;
    for (std::size_t r = 0; r < rowEnd_.size(); ++r) {
      const Scalar factor = r == 0 ? Scalar(1) : coefficient[r - 1];
      for (; entry < rowEnd_[r]; ++entry) gradient_[targets_[entry]] += factor * entries_[entry];
    }
  }

  // Best candidate of the last accumulation, or -1; ties within the guard band go to the smallest hash.
  LocalOrdinal select(const FsaiMatrix<Scalar, HostDevice>& A, Scalar guardBand) const {
    Scalar best = 0;
    for (std::size_t c = 0; c < gradient_.size(); ++c) best = std::max(best, std::abs(gradient_[c]) * weight_[c]);
    if (!(best > 0)) return -1;
    const Scalar threshold = best * (1 - guardBand);
    LocalOrdinal chosen = -1;
    std::uint64_t chosenKey = 0;
    for (std::size_t c = 0; c < gradient_.size(); ++c) {
      if (!(std::abs(gradient_[c]) * weight_[c] >= threshold)) continue;
      const std::uint64_t key = A.tieKey(columns_[c]);
      if (chosen < 0 || key < chosenKey) {
        chosen = columns_[c];
        chosenKey = key;
      }
    }
    return chosen;
  }

  Scalar gradientOf(LocalOrdinal col) const { return gradient_[position_[col] - 1]; }

  void end() {
    for (LocalOrdinal col : columns_) position_[col] = 0;
  }

 private:
  std::vector<int> position_;          // of each matrix column among the candidates, from 1; 0 for none
  std::vector<LocalOrdinal> columns_;  // candidates, in the order in which they were met
  std::vector<Scalar> weight_, gradient_;
  std::vector<int> targets_;  // candidate of each entry of the rows that were added
  std::vector<Scalar> entries_;
  std::vector<std::size_t> rowEnd_;  // in targets_ and entries_, of each row that was added
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
      work.gradient.exclude(col);
      work.gradient.addRow(A, col, row);
      pattern[m] = col;
      psi -= system.z(m) * system.z(m);
      ++m;
      return true;
    };

    const int numInitial = rows.numSelected(slot);
    for (int p = 0; p < numInitial && status == rowActive; ++p)
      if (!add(pattern[p])) status = rowBrokeDown;
    system.backSubstitute(m);

    const Scalar psiInitial = psi;
    for (int step = 0; step < rules.maxSteps && status == rowActive; ++step) {
      const Scalar psiBefore = psi;
      work.gradient.accumulate(&system.g(0));
      for (int s = 0; s < rules.entriesPerStep && m < rows.capacity; ++s) {
        const LocalOrdinal col = work.gradient.select(A, rules.guardBand);
        if (col < 0 || rules.isNoise(work.gradient.gradientOf(col), A.diagonal(col), psiBefore)) {
          if (s == 0) status = rowDone;
          break;
        }
        if (!add(col)) {
          status = rowBrokeDown;
          break;
        }
      }
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
  using Policy =
      Kokkos::RangePolicy<HostDevice::execution_space, Kokkos::IndexType<int>, Kokkos::Schedule<Kokkos::Dynamic>>;
  Policy policy(space, 0, numSlots);
  policy.set_chunk_size(64);
  Kokkos::parallel_for("Chronos::buildFsaiRowsOnHost", policy,
                       BuildRowFunctor<Scalar>{A, rules, rows, token, workspaces.data()});
}

template void buildFsaiRowsOnHost(const HostDevice::execution_space&, const FsaiMatrix<double, HostDevice>&,
                                  const FsaiRules<double>&, const FsaiRows<double, HostDevice>&);
template void buildFsaiRowsOnHost(const HostDevice::execution_space&, const FsaiMatrix<float, HostDevice>&,
                                  const FsaiRules<float>&, const FsaiRows<float, HostDevice>&);

}  // namespace Chronos
