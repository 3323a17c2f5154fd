// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CompositeSetup.hpp"

#include "Chronos_BlockSum.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Bootstrap.hpp"
#include "Chronos_CoarseSize.hpp"
#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_CountedMatrix.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_FoundFrameModes.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_ScaledMatrix.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <cmath>

namespace Chronos {
namespace {

// Any number does, as long as nothing else begins with the same vector.
constexpr std::uint64_t searchSeed = 71;

constexpr const char* translationsAreAll = " Translations stand for the near kernel.";

// ||x||_A from x and A x; what rounding makes of the square of nothing may be negative.
double energyNorm(const Comm& comm, const ConstVector& x, const ConstVector& Ax) {
  const double square = sumOverRanks(comm, blockDot<Device>(Device::execution_space(), x, Ax));
  if (!std::isfinite(square)) throw BreakdownError("Composite of hierarchies: the energy of an error is not finite.");
  return std::sqrt(std::max(square, 0.0));
}

// What makes a level keep the one vector that is given.
void keepGiven(LevelParameters& level) {
  const auto& keep = level.coarsening.method.method().facts.keepGiven;
  if (keep) keep(level.coarsening);
}

// Of the hierarchies behind the first one: they keep their vector as it is, and nothing else.
AmgParameters fromVector(AmgParameters p) {
  p.bootstrapRounds = 0;
  p.oneLevelIterations = 0;
  p.storage.krylov = StoragePrecision::doublePrecision;  // the first one has it
  p.testSpace.kind = TestSpaceKind::given;
  p.testSpace.numRandom = 0;
  p.testSpace.givenIterations = 0;
  keepGiven(p.level);
  for (auto& level : p.perLevel) keepGiven(level.second);
  return p;
}

void checkKeeps(const AmgParameters& parameters) {
  if (parameters.onAnyLevel([](const LevelParameters& level) { return level.keepsVectors(); })) return;
  throw InputError(
      "`maximum hierarchies` is " + std::to_string(parameters.composite.maxHierarchies) + ", but coarsening '" +
      parameters.level.coarsening.method.name() +
      "' with these parameters keeps no near-kernel vector, so that all hierarchies would be the same: "
      "choose coarsening matching or aggregates, or interpolation bamg, or set `maximum hierarchies` to 1.");
}

HierarchyScaling scalingFor(const DistMatrix<double>& A, const AmgParameters& parameters,
                            const Teuchos::RCP<const CompositeCycle>& former, const NearKernel& nearKernel) {
  // What is kept of levels, splittings already, is of the matrix as it was scaled.
  const bool isKept = !former.is_null() && parameters.reuse >= Reuse::pattern;
  return isKept ? former->scaling() : makeScaling(A, parameters.scaling, nearKernel.vectors);
}

// The Krylov method multiplies by A as it was.
AmgParameters forScaled(AmgParameters parameters) {
  parameters.storage.krylov = StoragePrecision::doublePrecision;
  return parameters;
}

// What was done before the first hierarchy, for its report.
struct Preparation {
  std::string stage, note;
  double seconds = 0;
};

class Search {
 public:
  Search(const Teuchos::RCP<const DistMatrix<double>>& A, const AmgParameters& parameters,
         const Teuchos::RCP<const CompositeCycle>& former, const NearKernel& nearKernel, const Preparation& preparation,
         const HierarchyScaling& scaling = {})
      : A_(A),
        parameters_(parameters),
        later_(fromVector(parameters)),
        former_(former),
        nearKernel_(nearKernel),
        preparation_(preparation),
        scaling_(scaling) {}

  Teuchos::RCP<const CompositeCycle> run(const LevelObserver& observer) {
    add(noted(bootstrapHierarchy(A_, parameters_, formerHierarchy(), observer, nearKernel_)), {});
    if (!former_.is_null() && parameters_.reuse >= Reuse::prolongation) {
      while (parts_.size() < former_->parts().size()) addFrom(former_->parts()[parts_.size()].vector);
      return composed(scaling_);
    }
    if (parameters_.composite.maxHierarchies == 1) return composed(scaling_);
    while (true) {
      const TestSpace w = search();
      if (!(parts_.back().convergence > parameters_.composite.convergence) ||
          static_cast<int>(parts_.size()) == parameters_.composite.maxHierarchies)
        return composed(scaling_);
      addFrom(w);
    }
  }

 private:
  Teuchos::RCP<const Hierarchy> formerHierarchy() const {
    if (former_.is_null() || parts_.size() >= former_->parts().size()) return Teuchos::null;
    return former_->parts()[parts_.size()].cycle->hierarchy();
  }

  Teuchos::RCP<const Hierarchy> noted(const Teuchos::RCP<const Hierarchy>& hierarchy) const {
    if (!scaling_.exists() && preparation_.note.empty()) return hierarchy;
    const auto result = Teuchos::rcp(new Hierarchy(*hierarchy));
    const Preparation byScaling = {"scaling", scaling_.note, scaling_.seconds};
    for (const Preparation& done : {preparation_, byScaling}) {
      if (done.note.empty()) continue;
      result->report.notes.push_back(done.note);
      result->report.levels.front().seconds.emplace_back(done.stage, done.seconds);
    }
    return result;
  }

  void add(const Teuchos::RCP<const Hierarchy>& hierarchy, const TestSpace& w) {
    CompositePart part;
    part.cycle = Teuchos::rcp(new Amg(hierarchy));
    if (parameters_.reuse >= Reuse::prolongation) part.vector = w;
    parts_.push_back(part);
  }

  void addFrom(const TestSpace& w) {
    checkKeeps(later_);
    add(buildHierarchy(A_, later_, formerHierarchy(), {}, {w, nearKernel_.nodes}), w);
  }

  Teuchos::RCP<const CompositeCycle> composed(const HierarchyScaling& scaling) const {
    return Teuchos::rcp(new CompositeCycle(A_, parameters_.composite.composition, parts_, seconds_, scaling));
  }

  // Notes how well the hierarchies there are converge, and returns what they reduce least.
  TestSpace search() {
    const auto composite = composed({});
    Device::execution_space().fence();
    Kokkos::Timer timer;
    const TestVectors w = allocateVectors("Chronos::vector reduced least", static_cast<std::size_t>(A_->numRows()), 1);
    const Vector x = column(w, 0);
    fillRandom(*A_->rowMap(), searchSeed, x);
    parts_.back().convergence = reduceLeast(*A_, *composite, parameters_.composite.iterations, x);
    const double largest = maxOverRanks(*A_->rowMap()->getComm(), largestEntries(asBlock(ConstVector(x)))[0]);
    if (largest > 0) combineVectors(1 / largest, x, 0, x, x);
    Device::execution_space().fence();
    seconds_ += timer.seconds();
    return w;
  }

  Teuchos::RCP<const DistMatrix<double>> A_;
  const AmgParameters& parameters_;
  AmgParameters later_;
  Teuchos::RCP<const CompositeCycle> former_;
  const NearKernel& nearKernel_;
  const Preparation& preparation_;
  HierarchyScaling scaling_;
  std::vector<CompositePart> parts_;
  double seconds_ = 0;
};

Teuchos::RCP<const CompositeCycle> hierarchiesFor(const Teuchos::RCP<const DistMatrix<double>>& A,
                                                  const AmgParameters& parameters,
                                                  const Teuchos::RCP<const CompositeCycle>& former,
                                                  const LevelObserver& observer, const NearKernel& nearKernel,
                                                  const Preparation& preparation) {
  Kokkos::Timer timer;
  HierarchyScaling scaling = scalingFor(*A, parameters, former, nearKernel);
  if (!scaling.exists()) return Search(A, parameters, former, nearKernel, preparation).run(observer);
  const auto scaled = Teuchos::rcp(new DistMatrix<double>(scaledMatrix(*A, scaling.factors)));
  const NearKernel ofScaled{scaledTestSpace(nearKernel.vectors, scaling), nearKernel.nodes};
  Device::execution_space().fence();
  scaling.seconds = maxOverRanks(*A->rowMap()->getComm(), timer.seconds());
  const AmgParameters adapted = forScaled(parameters);
  return Search(scaled, adapted, former, ofScaled, preparation, scaling).run(observer);
}

// None are needed where nothing is coarsened, but for a smoother that turns out to do alone, and where prolongations
// are kept.
bool seeksModes(const Teuchos::RCP<const DistMatrix<double>>& A, const AmgParameters& parameters,
                const Teuchos::RCP<const CompositeCycle>& former) {
  const bool usesVectors = parameters.onAnyLevel([](const LevelParameters& level) { return level.usesTestSpace(); });
  if (!usesVectors || parameters.maxLevels == 1) return false;
  const bool keepsProlongations = !former.is_null() && parameters.reuse >= Reuse::prolongation &&
                                  !former->parts().front().cycle->hierarchy()->records.empty();
  if (keepsProlongations) return false;
  const CountedMatrix all = counted(A);
  const auto numRows = TrilinosVersion::numGlobal(*A->rowMap());
  return numRows > coarseSizeFor(parameters, numRows, all.entries, static_cast<int>(all.activeRanks));
}

}  // namespace

double reduceLeast(const DistMatrix<double>& A, const Operator& M, int iterations, const Vector& x) {
  const Comm& comm = *A.rowMap()->getComm();
  const auto y = allocate<Vector>("Chronos::product of the error", x.extent(0));
  A.apply(asBlock(x), asBlock(y), 1, 0);
  double norm = energyNorm(comm, x, y);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    if (norm == 0) return 0;
    combineVectors(1 / norm, x, 0, x, x);
    combineVectors(1 / norm, y, 0, y, y);
    M.apply(asBlock(y), asBlock(x), -1, 1);
    A.apply(asBlock(x), asBlock(y), 1, 0);
    norm = energyNorm(comm, x, y);
  }
  return norm;
}

Teuchos::RCP<const CompositeCycle> compositeHierarchies(const Teuchos::RCP<const DistMatrix<double>>& A,
                                                        const AmgParameters& parameters,
                                                        const Teuchos::RCP<const CompositeCycle>& former,
                                                        const LevelObserver& observer, const NearKernel& nearKernel,
                                                        FoundModes* modes) {
  if (parameters.testSpace.kind != TestSpaceKind::rigidBodyModes)
    return hierarchiesFor(A, parameters, former, observer, nearKernel, {});
  if (!seeksModes(A, parameters, former)) {
    // For a level that is made anew all the same.
    AmgParameters translations = parameters;
    translations.testSpace.kind = TestSpaceKind::constant;
    return hierarchiesFor(A, translations, former, observer, nearKernel, {});
  }
  Kokkos::Timer timer;
  const bool areThere = modes != nullptr && modes->modes.extent(1) > 0;
  const FoundModes found = areThere ? *modes : foundRigidBodyModes(A, parameters);
  if (modes != nullptr) {
    const bool mayBeMissed = modes->mayBeMissed;
    *modes = found;
    modes->mayBeMissed = mayBeMissed;
    if (!mayBeMissed && missesFrames(parameters, found)) throw BreakdownError(found.note);
  }
  AmgParameters given = parameters;
  given.testSpace.kind = TestSpaceKind::given;
  Device::execution_space().fence();
  const double seconds = maxOverRanks(*A->rowMap()->getComm(), timer.seconds());
  return hierarchiesFor(A, given, former, observer, {found.modes, nearKernel.nodes},
                        {"positions", found.hasRotations ? found.note : found.note + translationsAreAll, seconds});
}

}  // namespace Chronos
