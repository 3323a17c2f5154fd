// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StorageCheck.hpp"

#include "Chronos_BlockSum.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <cmath>
#include <limits>
#include <sstream>

namespace Chronos {
namespace {

// Any number does, as long as nothing else begins with the same vector.
constexpr std::uint64_t checkSeed = 83;

// Random numbers times the roots of the diagonal.
struct RoughFunctor {
  RandomNumbers random;
  DiagonalReader diagonal;
  Vector b;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    b(row) = random(row) * ::sqrt(::fabs(diagonal(row)));
  }
};

Vector roughVector(const DistMatrix<double>& A) {
  const auto b = allocate<Vector>("Chronos::check right-hand side", static_cast<std::size_t>(A.numRows()));
  Kokkos::parallel_for("Chronos::roughVector",
                       Kokkos::RangePolicy<Device::execution_space, LocalOrdinal>(0, A.numRows()),
                       RoughFunctor{{A.rowMap()->getLocalMap(), checkSeed}, DiagonalReader(A), b});
  return b;
}

// x^T A x; y = A x.
double energy(const DistMatrix<double>& A, const Vector& x, const Vector& y) {
  GatheredDots<Device> gathered;
  A.applyDotted(asBlock(ConstVector(x)), asBlock(y), gathered);
  double result = 0;
  ColumnDots<Device>(A.numRows(), 1).dot(Device::execution_space(), gathered, x, y, &result);
  return sumOverRanks(*A.rowMap()->getComm(), result);
}

Hierarchy inDouble(const std::vector<WideLevel>& wide, const Hierarchy& hierarchy) {
  Hierarchy result = hierarchy;
  result.records.clear();
  for (std::size_t level = 0; level < wide.size(); ++level) {
    LevelStorage storage;
    LevelReport report;
    storeLevel(wide[level], storage, result.levels[level], report);
  }
  return result;
}

Hierarchy withVectorsInDouble(const Hierarchy& hierarchy) {
  Hierarchy result = hierarchy;
  result.records.clear();
  for (Level& level : result.levels) level.single = {};
  return result;
}

// Below this a second pair of cycles found nothing in any system.
constexpr double negligible = 0.1;

double share(double ofDifference, double ofWhole) {
  if (ofDifference == 0) return 0;
  const double result = std::sqrt(ofDifference / ofWhole);
  return std::isfinite(result) ? result : std::numeric_limits<double>::infinity();
}

Vector cycleOn(const Hierarchy& hierarchy, const CycleWork& work, const Vector& b, std::size_t level) {
  const auto x = allocate<Vector>("Chronos::checked cycle", b.extent(0));
  cycle(hierarchy, work, asBlock(ConstVector(b)), asBlock(x), level);
  return x;
}

Vector differenceOf(const Vector& x, const Vector& y) {
  const auto d = allocate<Vector>("Chronos::check difference", x.extent(0));
  combineVectors(1, x, -1, y, d);
  return d;
}

CycleSample sampleOf(const Hierarchy& hierarchy, const DistMatrix<double>& A, std::size_t level,
                     const CycleWork& work) {
  CycleSample sample;
  sample.b = roughVector(A);
  sample.x = cycleOn(hierarchy, work, sample.b, level);
  sample.energy = energy(A, sample.x, allocate<Vector>("Chronos::check product", sample.b.extent(0)));
  return sample;
}

// \param ofWide of `wide` on this level
// \param x what the cycle of `narrow` made of the same right-hand side
double differenceFrom(const CycleSample& ofWide, const Vector& x, const Hierarchy& narrow, const Hierarchy& wide,
                      const DistMatrix<double>& A, std::size_t level, const CycleWork& work) {
  const Vector d = differenceOf(ofWide.x, x), Ad = allocate<Vector>("Chronos::check product", d.extent(0));
  const double ofFirst = energy(A, d, Ad), first = share(ofFirst, ofWide.energy);
  if (first < negligible || !std::isfinite(first)) return first;
  const Vector second = cycleOn(narrow, work, Ad, level);
  combineVectors(1, cycleOn(wide, work, Ad, level), -1, second, second);
  return share(energy(A, second, Ad), ofFirst);
}

std::string percent(double value) {
  std::ostringstream text;
  text.precision(3);
  text << 100 * value << " %";
  return text.str();
}

class Check {
 public:
  Check(const std::vector<WideLevel>& wide, std::vector<LevelStorage>& storage, Hierarchy& hierarchy)
      : wide_(wide),
        storage_(storage),
        hierarchy_(hierarchy),
        reference_(inDouble(wide, hierarchy)),
        work_(hierarchy),
        exact_(wide.size()) {}

  CycleSample run() {
    while (isNarrow()) {
      const CycleSample finest = narrowSample(0);
      double& difference = hierarchy_.report.storageDifference;
      difference = differenceOf(0, finest);
      if (difference <= greatestDifference) return finest;
      bool changes = false;
      for (std::size_t level = wide_.size(); level-- > 0;) {
        if (!storage_[level].isNarrow()) continue;
        const double own = level == 0 && !changes ? difference : differenceAt(level);
        if (own <= greatestDifference) continue;
        fit(level, own);
        changes = true;
      }
      if (changes) continue;
      for (std::size_t level = 0; level < wide_.size(); ++level)
        if (storage_[level].isNarrow()) noteChange(level, widen(level), difference);
    }
    hierarchy_.report.storageDifference = 0;
    return {};
  }

 private:
  bool isNarrow() const {
    return std::any_of(storage_.begin(), storage_.end(), [](const LevelStorage& s) { return s.isNarrow(); });
  }

  double differenceAt(std::size_t level) { return differenceOf(level, narrowSample(level)); }

  // Of the levels as they are stored now, vectors in double.
  CycleSample narrowSample(std::size_t level) {
    CycleSample& exact = exact_[level];
    if (!exact.exists()) exact = sampleOf(reference_, *wide_[level].A, level, work_);
    return {exact.b, cycleOn(withVectorsInDouble(hierarchy_), work_, exact.b, level), exact.energy};
  }
  double differenceOf(std::size_t level, const CycleSample& narrow) const {
    return differenceFrom(exact_[level], narrow.x, withVectorsInDouble(hierarchy_), reference_, *wide_[level].A, level,
                          work_);
  }

  // Makes the level wider, part by part, until it fits.
  void fit(std::size_t level, double difference) {
    const std::string before = widen(level);
    while (storage_[level].isNarrow() && differenceAt(level) > greatestDifference) widen(level);
    noteChange(level, before, difference);
  }

  // What the level was stored in.
  std::string widen(std::size_t level) {
    LevelReport& report = hierarchy_.report.levels[level];
    const auto seconds = report.seconds;
    const std::string before = storageText(report);
    storage_[level] = storage_[level].wider();
    storeLevel(wide_[level], storage_[level], hierarchy_.levels[level], report);
    report.seconds = seconds;
    JointReduction bytes;
    bytes.sum(report.bytes);
    bytes.sum(report.bytesInDouble);
    bytes.reduce(*wide_[level].A->rowMap()->getComm());
    return before;
  }

  void noteChange(std::size_t level, const std::string& before, double difference) {
    LevelReport& report = hierarchy_.report.levels[level];
    const std::string change = "stored in " + storageText(report) + ", not in " + before + ": one cycle differs by " +
                               percent(difference) + " from that in double, more than " + percent(greatestDifference);
    report.widened.push_back(change);
    hierarchy_.report.notes.push_back("level " + std::to_string(level) + ": " + change);
  }

  const std::vector<WideLevel>& wide_;
  std::vector<LevelStorage>& storage_;
  Hierarchy& hierarchy_;
  Hierarchy reference_;
  CycleWork work_;
  std::vector<CycleSample> exact_;  // of each level that was looked at
};

}  // namespace

double cycleDifference(const Hierarchy& narrow, const Hierarchy& wide, const DistMatrix<double>& A, std::size_t level,
                       const CycleWork& work) {
  const CycleSample ofWide = sampleOf(wide, A, level, work);
  return differenceFrom(ofWide, cycleOn(narrow, work, ofWide.b, level), narrow, wide, A, level, work);
}

CycleSample checkStorage(const std::vector<WideLevel>& wide, std::vector<LevelStorage>& storage, Hierarchy& hierarchy) {
  return Check(wide, storage, hierarchy).run();
}

void checkSingleVectors(const DistMatrix<double>& A, Hierarchy& hierarchy, CycleSample inDouble) {
  bool hasSome = false;
  for (std::size_t level = 0; level < hierarchy.levels.size(); ++level) {
    hasSome = hasSome || hierarchy.hasSingleVectors(level);
    if (!hierarchy.hasSingleVectors(level))
      endSingleVectors(hierarchy, level, "the cycle takes Krylov steps on the level, which are in double");
  }
  if (!hasSome) return;
  const CycleWork work(hierarchy);
  if (!inDouble.exists()) inDouble = sampleOf(withVectorsInDouble(hierarchy), A, 0, work);
  const Vector d = differenceOf(inDouble.x, cycleOn(hierarchy, work, inDouble.b, 0));
  const double difference = share(energy(A, d, inDouble.b), inDouble.energy);
  hierarchy.report.vectorDifference = difference;
  if (difference <= greatestVectorDifference) return;
  for (std::size_t level = 0; level < hierarchy.levels.size(); ++level)
    endSingleVectors(hierarchy, level,
                     "one cycle differs by " + percent(difference) + " from that with vectors in double, more than " +
                         percent(greatestVectorDifference));
}

}  // namespace Chronos
