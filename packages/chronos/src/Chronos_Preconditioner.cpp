// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Preconditioner.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_CompositeSetup.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GivenChoices.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_MatrixChecks.hpp"
#include "Chronos_Memory.hpp"
#include "Chronos_NearKernelChecks.hpp"
#include "Chronos_NodewiseSmoother.hpp"
#include "Chronos_Numbering.hpp"
#include "Chronos_OrderSearch.hpp"
#include "Chronos_SamePattern.hpp"
#include "Chronos_SetupTable.hpp"
#include "Chronos_StageClock.hpp"
#include "Chronos_TableText.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <Teuchos_VerboseObject.hpp>

#include <algorithm>
#include <functional>

namespace Chronos {
namespace {

// M^{-1} = I, for comparison.
class Identity : public Smoother {
 public:
  explicit Identity(const Teuchos::RCP<const Map>& map) : Smoother(map) { report_.name = "none"; }
  void apply(const ConstBlock& r, const Block& z, double alpha, double beta) const override {
    updateBlock(r, z, alpha, beta);
  }
};

// The values of A are those of the Tpetra matrix; a hierarchy that outlives them needs its own.
Teuchos::RCP<const DistMatrix<double>> withOwnValues(const DistMatrix<double>& A) {
  auto values = allocate<Vector>("Chronos::values", A.local().numEntries());
  Kokkos::deep_copy(values, A.local().values);
  return Teuchos::rcp(new DistMatrix<double>(A.withValues(values)));
}

Teuchos::RCP<const Smoother> makePreconditioner(const Teuchos::RCP<const DistMatrix<double>>& A,
                                                const Parameters& parameters,
                                                const Teuchos::RCP<const CompositeCycle>& former,
                                                const LevelObserver& observer, const NearKernel& nearKernel,
                                                FoundModes& modes) {
  if (parameters.type == "none") return Teuchos::rcp(new Identity(A->rowMap()));
  if (parameters.type == "amg") return compositeHierarchies(A, parameters.amg, former, observer, nearKernel, &modes);
  return parameters.smoother().make(A, nearKernel.nodes);
}

// Takes a millisecond, which a set-up need not wait for.
long long hashOf(const Parameters& parameters) {
  std::string text;
  for (const ParameterEntry& entry : describe(parameters))
    text += entry.list + '/' + entry.name + '=' + entry.value + ';';
  return static_cast<long long>(std::hash<std::string>()(text));
}

void printHierarchies(const std::vector<CompositePart>& parts, bool isVerbose, std::ostream& out) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const SetupReport& setup = parts[part].cycle->hierarchy()->report;
    if (parts.size() > 1)
      out << "  hierarchy " << part + 1 << " of " << parts.size() << ": " << complexityText(setup) << '\n';
    printSetup(setup, isVerbose, out);
  }
}

// Multigrid and the choice of a method rest on it whatever the Krylov method.
bool needsSymmetry(const Parameters& parameters) {
  return !isForUnsymmetric(parameters.solver.method) || parameters.type == "amg" || parameters.type == "auto";
}

}  // namespace

PreconditionerBase::PreconditionerBase(const Teuchos::RCP<const TpetraCrsMatrix>& matrix) : matrix_(matrix) {
  if (matrix.is_null()) throw InputError("Chronos::Preconditioner needs a matrix, not a null pointer.");
}

bool PreconditionerBase::setMatrix(const Teuchos::RCP<const TpetraCrsMatrix>& matrix) {
  if (matrix.is_null()) throw InputError("Chronos::Preconditioner needs a matrix, not a null pointer.");
  checkShape(*matrix);
  const DistMatrix<double> A = fromTpetra(matrix);
  const bool keeps = isInitialized() && samePattern(*A_, A);
  matrix_ = matrix;
  valuesAreChecked_ = false;
  foundModes_ = {};
  if (keeps) {
    A_ = keeping(matrix, A_->withValues(A.local().values));
  } else {
    A_ = Teuchos::null;
    chooseAgain();
  }
  return keeps;
}

void PreconditionerBase::setParameters(const Teuchos::ParameterList& list) {
  const Parameters parameters = readParameters(list);
  NearKernelInput nearKernel = nearKernel_;
  if (list.isSublist("user data")) readUserData(list.sublist("user data"), nearKernel);
  nearKernel_ = nearKernel;
  hasUserData_ = list.isSublist("user data") && !nearKernel_.isEmpty();
  setParameters(parameters);
}

void PreconditionerBase::setParameters(const Parameters& parameters) {
  checkAutomatic(parameters);
  parameters_ = parameters;
  parametersHash_.reset();
  if (severalRanks()) parametersHash_ = hashOf(parameters);
  chooseAgain();
  smoother_ = Teuchos::null;
  multigrid_ = Teuchos::null;
}

void PreconditionerBase::setNearKernel(const Teuchos::RCP<const TpetraMultiVector>& vectors) {
  nearKernel_.vectors = vectors;
  forgetOrder();
}

void PreconditionerBase::setCoordinates(const Teuchos::RCP<const TpetraMultiVector>& coordinates, int degreesOfFreedom,
                                        const std::vector<int>& components) {
  nearKernel_.coordinates = coordinates;
  nearKernel_.degreesOfFreedom = degreesOfFreedom;
  nearKernel_.components = components;
  forgetOrder();
}

void PreconditionerBase::setUnknownNumbering(UnknownNumbering numbering) {
  nearKernel_.numbering = numbering;
  forgetOrder();
}

bool PreconditionerBase::severalRanks() const {
  return matrix_->getComm()->getSize() > 1;
}

// Ranks that go different ways wait for each other for ever.
void PreconditionerBase::checkAlike() {
  if (!severalRanks()) return;
  if (!parametersHash_) parametersHash_ = hashOf(parameters_);
  if (!isSameOnRanks(*matrix_->getComm(), *parametersHash_))
    throw InputError("The parameters differ between ranks: hand the same list to all, as readXml() does.");
}

void PreconditionerBase::initialize() {
  const StageRegion region("Chronos::initialize");
  Kokkos::Timer timer;
  smoother_ = Teuchos::null;
  multigrid_ = Teuchos::null;
  A_ = Teuchos::null;
  forgetOrder();
  checkShape(*matrix_);
  checkAlike();
  const Teuchos::RCP<const DistMatrix<double>> A = keeping(matrix_, fromTpetra(matrix_));
  if (parameters_.checkMatrix) checkMatrix(*A, needsSymmetry(parameters_));
  A_ = A;
  valuesAreChecked_ = true;
  initializeSeconds_ = maxOverRanks(*matrix_->getComm(), timer.seconds());
}

void PreconditionerBase::chooseAgain() {
  choice_ = Teuchos::null;
  forgetOrder();
  passedOver_.clear();
  foundModes_ = {};
  goTo(0);
}

void PreconditionerBase::takeRung(int rung) {
  keepsModes_ = true;
  goTo(rung);
}

void PreconditionerBase::turnToDirect(const std::string& because) {
  const auto choice = Teuchos::rcp(new Choice(*choice_));
  choice->rungs.resize(static_cast<std::size_t>(rung_) + 1);
  choice->rungs.push_back(*choice->direct);
  choice->because.push_back(because);
  choice->direct.reset();
  choice_ = choice;
  takeRung(rung_ + 1);
}

void PreconditionerBase::forgetDirect() {
  const auto choice = Teuchos::rcp(new Choice(*choice_));
  choice->direct.reset();
  choice_ = choice;
}

void PreconditionerBase::goTo(int rung) {
  rung_ = rung;
  smoother_ = Teuchos::null;
  multigrid_ = Teuchos::null;
}

bool PreconditionerBase::hasNextRung() const {
  return !choice_.is_null() && rung_ + 1 < static_cast<int>(choice_->rungs.size());
}

// A method that breaks down makes room for the next one where `auto` knows one.
void PreconditionerBase::setUp(const Teuchos::RCP<const DistMatrix<double>>& matrix, const NearKernel& nearKernel,
                               const std::vector<std::pair<std::string, double>>& before) {
  while (true) {
    try {
      Parameters parameters = parametersToMake();
      const bool isOrdered = !order_.is_null() && usesNearKernel(parameters);
      if (isOrdered) parameters.amg.storage.krylov = StoragePrecision::doublePrecision;
      const bool copies = parameters.type == "amg" && parameters.amg.reuse == Reuse::all && !isOrdered;
      const auto A = isOrdered ? matrix : copies ? withOwnValues(*A_) : A_;
      foundModes_.mayBeMissed = !hasNextRung();
      smoother_ = makePreconditioner(A, parameters, multigrid_, observer_,
                                     usesNearKernel(parameters) ? nearKernel : NearKernel(), foundModes_);
      multigrid_ = Teuchos::rcp_dynamic_cast<const CompositeCycle>(smoother_);
      if (isOrdered) smoother_ = Teuchos::rcp(new NodewiseSmoother(A_->rowMap(), order_, smoother_));
      readMatrix_ = parameters.type == "amg" || smoother_->keptMatrix() != nullptr ? A : Teuchos::null;
      break;
    } catch (const BreakdownError& error) {
      if (!hasNextRung()) throw;
      passedOver_.push_back(choice_->rungs[rung_].name + ": " + error.what());
      goTo(rung_ + 1);
    }
  }
  report_ = smoother_->report();
  report_.phases.insert(report_.phases.begin(), before.begin(), before.end());
}

// Where renew() was called what it may ask for later is kept, also by what `auto` chooses.
Parameters PreconditionerBase::parametersToMake() const {
  Parameters parameters = parametersInUse();
  if (renews_ && parameters.amg.reuse == Reuse::none) parameters.amg.reuse = Reuse::prolongation;
  return parameters;
}

// Whether the preconditioner is what it was before the matrix had values elsewhere, alike on all ranks.
bool PreconditionerBase::hasFormerValues() const {
  return readMatrix_.get() != A_.get();
}

// Values that an application changed on the host reach a GPU when Tpetra is asked for them, perhaps in other memory.
void PreconditionerBase::readNewValues() const {
  const Comm& comm = *matrix_->getComm();
  DistMatrix<double>::Local::Values values;
  std::string message;
  try {
    values = valuesOf(*matrix_);
    if (values.extent(0) != A_->local().values.extent(0))
      message = "The matrix has another number of entries than when its pattern was read: hand it over by setMatrix().";
  } catch (const std::runtime_error& error) {
    message = "Tpetra does not give the values of the matrix to the device: " + std::string(error.what());
  }
  // One reduction says both, since every solve comes by here.
  const int moved = values.data() != A_->local().values.data() ? 1 : 0, failed = 2;
  const long long worst = maxOverRanks(comm, static_cast<long long>(message.empty() ? moved : failed));
  if (worst == failed) throwIfAny(comm, message);
  if (worst == 1) A_ = keeping(matrix_, A_->withValues(values));
}

const Teuchos::RCP<const DistMatrix<double>>& PreconditionerBase::distMatrix() const {
  if (isInitialized()) readNewValues();
  return A_;
}

void PreconditionerBase::checkNewValues() {
  readNewValues();
  if (parameters_.checkMatrix && !valuesAreChecked_) {
    checkShape(*matrix_);
    checkMatrix(*A_, needsSymmetry(parameters_));
  }
  valuesAreChecked_ = false;
}

// Rotations by wrong positions are worse than none, which `auto` may look for.
bool PreconditionerBase::mayIgnorePositions() const {
  return parameters_.type == "auto" && parameters_.checkMatrix && !givesTestSpace(parameters_) &&
         nearKernel_.vectors.is_null() && !nearKernel_.coordinates.is_null();
}

bool PreconditionerBase::ignoresPositions() const {
  return positionsFit_ && positionsFit_->haveWrongPositions(nearKernel_.dimension());
}

// What was made in it could be taken for something in another one.
void PreconditionerBase::forgetOrder() {
  positionsFit_.reset();
  if (!order_.is_null()) multigrid_ = Teuchos::null;
  order_ = Teuchos::null;
}

void PreconditionerBase::make() {
  if (!keepsModes_) foundModes_ = {};
  keepsModes_ = false;
  std::vector<std::pair<std::string, double>> before;
  NearKernel nearKernel;
  Teuchos::RCP<const DistMatrix<double>> A = A_;
  if (parameters_.type == "auto" || usesNearKernel(parametersInUse())) {
    const StageClock clock("near kernel", before);
    checkSameOnRanks(nearKernel_, *matrix_->getComm());
    if (order_.is_null()) {
      order_ = findOrder(*A_, parameters_, nearKernel_);
      if (!order_.is_null()) multigrid_ = Teuchos::null;
    }
    if (!order_.is_null()) A = order_->matrix(*A_);
    else if (looksForOrder(parameters_, nearKernel_))
      checkNumbering(*A_, unknownsNumberedPerNode(nearKernel_, *A_->rowMap()));
    nearKernel = order_.is_null() ? makeNearKernel(nearKernel_, A_->rowMap())
                                  : makeNearKernel(order_->input(nearKernel_), A->rowMap());
    if (mayIgnorePositions() && !positionsFit_) positionsFit_ = fitOfNearKernel(*A, nearKernel.vectors);
    if (ignoresPositions()) nearKernel.vectors = {};
  }
  if (parameters_.type == "auto" && choice_.is_null()) {
    const StageClock clock("choice", before);
    facts_ = factsFor(*A, nearKernel, parameters_);
    facts_.ignoresPositions = ignoresPositions();
    facts_.order = kindOf(order_);
    if (!order_.is_null()) facts_.numLacking = order_->numLacking();
    choice_ = Teuchos::rcp(new Choice(choose(facts_, parameters_, use_)));
  }
  JointReduction seconds;
  for (auto& stage : before) seconds.max(stage.second);
  seconds.reduce(*matrix_->getComm());
  setUp(A, nearKernel, before);
  const bool mayClimb = use_ == ChoiceUse::solve && !choice_.is_null() && climbsTo(*choice_, rung_ + 1);
  if (!mayClimb) foundModes_ = {};
}

void PreconditionerBase::compute() {
  if (!isInitialized()) initialize();
  const StageRegion region("Chronos::compute");
  Kokkos::Timer timer;
  checkNewValues();
  if (multigrid_.is_null() || parametersInUse().amg.reuse != Reuse::all) make();
  finishCompute(timer);
}

Renewal PreconditionerBase::renew(Renewal wish) {
  renews_ = true;
  if (isInitialized()) initializeSeconds_ = 0;
  else initialize();
  const StageRegion region("Chronos::compute");
  Kokkos::Timer timer;
  checkNewValues();
  Renewal done = wish;
  if (done == Renewal::keep && isComputed() && !hasFormerValues()) done = Renewal::newValues;
  if (multigrid_.is_null() && (done == Renewal::newValues || !isComputed())) done = Renewal::setUp;
  if (done == Renewal::setUp && wish == Renewal::setUp) chooseAgain();
  if (done != Renewal::keep) make();
  finishCompute(timer);
  return done;
}

void PreconditionerBase::finishCompute(const Kokkos::Timer& timer) {
  Device::execution_space().fence();
  keepShareOfDeviceMemory();
  computeSeconds_ = maxOverRanks(*matrix_->getComm(), timer.seconds());
  if (parameters_.verbosity != Teuchos::VERB_NONE)
    describe(*Teuchos::VerboseObjectBase::getDefaultOStream(), parameters_.verbosity);
}

// With `reuse` = all, and where renew() kept them, the levels are those of an earlier matrix.
NarrowSystem PreconditionerBase::narrowSystem() const {
  return multigrid_.is_null() || hasFormerValues() ? NarrowSystem() : multigrid_->narrowSystem();
}

TestSpace PreconditionerBase::nearKernelVectors() const {
  checkSameOnRanks(nearKernel_, *matrix_->getComm());
  const Teuchos::RCP<const NodewiseOrder> order = isComputed() ? order_ : findOrder(*A_, parameters_, nearKernel_);
  if (order.is_null()) return makeNearKernel(nearKernel_, A_->rowMap()).vectors;
  return order->inRows(makeNearKernel(order->input(nearKernel_), order->map()).vectors);
}

std::string PreconditionerBase::description() const {
  std::string text = "Chronos::Preconditioner: ";
  if (!isComputed()) return text + (isInitialized() ? "initialized, not computed" : "neither initialized nor computed");
  text += report_.name + ", " + groupedText(static_cast<long long>(matrix_->getGlobalNumRows())) + " rows";
  return hierarchy().is_null() ? text + format(", density %.3f", report_.density)
                               : text + ", " + complexityText(hierarchy()->report);
}

void PreconditionerBase::describe(Teuchos::FancyOStream& out, Teuchos::EVerbosityLevel level) const {
  if (level == Teuchos::VERB_NONE || matrix_->getComm()->getRank() != 0) return;
  out << description() << '\n';
  if (level != Teuchos::VERB_DEFAULT && level != Teuchos::VERB_LOW && isComputed()) {
    if (!choice_.is_null())
      for (const std::string& reason : choice_->because) out << "  because: " << reason << '\n';
    for (const std::string& broken : passedOver_) out << "  passed over: " << broken << '\n';
    if (!multigrid_.is_null()) printHierarchies(multigrid_->parts(), level >= Teuchos::VERB_HIGH, out);
    printStages(report_.phases, out);
    if (!report_.phases.empty()) out << '\n';
  }
  out.flush();
}

KrylovCounts PreconditionerBase::krylovCounts() const {
  return multigrid_.is_null() ? KrylovCounts() : multigrid_->krylovCounts();
}

const Smoother& PreconditionerBase::computed() const {
  if (!isComputed()) throw InputError("Chronos::Preconditioner: call compute() before apply().");
  return *smoother_;
}

void PreconditionerBase::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  const Smoother& made = computed();
  const StageRegion region("Chronos::apply");
  made.apply(x, y, alpha, beta);
}

void PreconditionerBase::applyDotted(const ConstBlock& x, const Block& y, GatheredDots<Device>& dots) const {
  const Smoother& made = computed();
  const StageRegion region("Chronos::apply");
  made.applyDotted(x, y, dots);
}

void PreconditionerBase::apply(const TpetraMultiVector& X, TpetraMultiVector& Y, Teuchos::ETransp mode, double alpha,
                               double beta) const {
  if (mode != Teuchos::NO_TRANS && !isFixedSymmetric())
    throw InputError("Chronos::Preconditioner: this cycle is not symmetric, and its transpose cannot be applied.");
  applyColumns(*this, "Chronos::Preconditioner", X, Y, alpha, beta);
}

void MatrixOperator::apply(const TpetraMultiVector& X, TpetraMultiVector& Y, Teuchos::ETransp mode, double alpha,
                           double beta) const {
  if (mode != Teuchos::NO_TRANS) throw InputError("Chronos::MatrixOperator applies A, not its transpose.");
  applyColumns(*this, "Chronos::MatrixOperator", X, Y, alpha, beta);
}

}  // namespace Chronos
