// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// The smallest eigenpairs of a matrix by Chronos::eigenpairs() and by the LOBPCG of Anasazi, with one and the same
// preconditioner and from the same vectors: values, residuals, applications.
//   peer_anasazi MATRIX [--mass M] [--near-kernel FILE | --coordinates FILE] [--preset NAME] [-k K] [--tolerance T]
//                [--method NAME] [--guard G] [--block B] [--max-iterations N]
// Blocks of Anasazi are k, k + 2 and so on up to B; a line for each, with locking and without. Those that reach the
// tolerance count; the smallest number of applications is what Chronos is held to.
#include <Chronos.hpp>
#include <Chronos_BinaryMatrix.hpp>
#include <Chronos_MatrixMarket.hpp>
#include <Chronos_RandomVector.hpp>

#include <AnasaziBasicEigenproblem.hpp>
#include <AnasaziLOBPCGSolMgr.hpp>
#include <AnasaziTpetraAdapter.hpp>
#include <Tpetra_Core.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>

namespace {

using Teuchos::RCP;
using Teuchos::rcp;
using MultiVector = Chronos::TpetraMultiVector;
using TpetraOperator = Chronos::TpetraOperator;

// Counts vectors.
class Counted : public TpetraOperator {
 public:
  explicit Counted(const RCP<const TpetraOperator>& op) : op_(op) {}
  void apply(const MultiVector& X, MultiVector& Y, Teuchos::ETransp mode, double alpha, double beta) const override {
    count += static_cast<long long>(X.getNumVectors());
    op_->apply(X, Y, mode, alpha, beta);
  }
  RCP<const Chronos::Map> getDomainMap() const override { return op_->getDomainMap(); }
  RCP<const Chronos::Map> getRangeMap() const override { return op_->getRangeMap(); }
  mutable long long count = 0;

 private:
  RCP<const TpetraOperator> op_;
};

struct Outcome {
  std::string name;
  std::vector<double> values, residuals;
  long long products = 0, preconditionings = 0;
  int iterations = 0;
  double seconds = 0;
  bool isGood = false;  // all residuals, formed anew, below the tolerance
};

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Task {
  RCP<const Chronos::TpetraCrsMatrix> A, M;
  RCP<Chronos::Preconditioner<>> T;
  int k = 10;
  double tolerance = 1e-6;
  int maxIterations = 1000;
};

// From products of Tpetra, whatever a method says of itself.
void judge(const Task& task, const MultiVector& X, Outcome& outcome) {
  outcome.isGood = static_cast<int>(outcome.values.size()) == task.k;
  for (std::size_t j = 0; j < outcome.values.size(); ++j) {
    MultiVector Ax(task.A->getRangeMap(), 1), Mx(*X.getVector(j), Teuchos::Copy);
    task.A->apply(*X.getVector(j), Ax);
    if (!task.M.is_null()) task.M->apply(*X.getVector(j), Mx);
    const double value = X.getVector(j)->dot(*Ax.getVector(0)) / X.getVector(j)->dot(*Mx.getVector(0));
    const double size = std::abs(value) * Mx.getVector(0)->norm2();
    outcome.values[j] = value;
    Ax.update(-value, Mx, 1.0);
    outcome.residuals.push_back(Ax.getVector(0)->norm2() / size);
    outcome.isGood = outcome.isGood && outcome.residuals.back() <= 1.01 * task.tolerance;
  }
}

Outcome byChronos(const Task& task, const Chronos::EigenParameters& parameters) {
  Outcome outcome;
  outcome.name = "chronos " + parameters.method;
  const double start = now();
  const Chronos::EigenResult result = Chronos::eigenpairs(*task.T, task.M, task.k, parameters);
  outcome.seconds = now() - start;
  outcome.name += ", block " + std::to_string(result.blockSize);
  for (const Chronos::Eigenpair& pair : result.pairs) outcome.values.push_back(pair.value);
  outcome.products = result.products;
  outcome.preconditionings = result.preconditionings;
  outcome.iterations = result.iterations;
  judge(task, *result.vectors, outcome);
  outcome.isGood = outcome.isGood && result.status == Chronos::EigenStatus::converged;
  if (!result.message.empty()) std::printf("chronos: %s\n", result.message.c_str());
  return outcome;
}

// Smoothed random vectors, as Chronos takes them; making them is not counted.
RCP<MultiVector> startOf(const Task& task, int block) {
  MultiVector random(task.A->getDomainMap(), block);
  for (int j = 0; j < block; ++j) {
    const auto x = random.getVectorNonConst(j)->getLocalViewDevice(Tpetra::Access::OverwriteAll);
    Chronos::fillRandom(*task.A->getRowMap(), 51 + j, Kokkos::subview(x, Kokkos::ALL(), 0));
  }
  const auto start = rcp(new MultiVector(task.A->getDomainMap(), block));
  task.T->apply(random, *start);
  return start;
}

Outcome byAnasazi(const Task& task, int block, bool locks) {
  Outcome outcome;
  outcome.name = "anasazi, block " + std::to_string(block) + (locks ? ", locking" : "");
  const auto A = rcp(new Counted(Chronos::multiplyBy(task.A, true)));
  const auto T = rcp(new Counted(task.T));
  const auto problem =
      rcp(new Anasazi::BasicEigenproblem<double, MultiVector, TpetraOperator>(A, startOf(task, block)));
  problem->setPrec(T);
  if (!task.M.is_null()) problem->setM(Chronos::multiplyBy(task.M, true));
  problem->setHermitian(true);
  problem->setNEV(task.k);
  if (!problem->setProblem()) throw std::runtime_error("Anasazi does not take the problem");
  Teuchos::ParameterList list;
  list.set("Which", "SR");
  list.set("Block Size", block);
  list.set("Maximum Iterations", task.maxIterations);
  list.set("Convergence Tolerance", task.tolerance);
  list.set("Relative Convergence Tolerance", true);
  list.set("Convergence Norm", "2");
  list.set("Full Ortho", true);
  list.set("Use Locking", locks);
  if (locks) {
    list.set("Locking Tolerance", task.tolerance);
    list.set("Max Locked", task.k);
  }
  list.set("Verbosity", Anasazi::Errors);
  Anasazi::LOBPCGSolMgr<double, MultiVector, TpetraOperator> solver(problem, list);
  const double start = now();
  solver.solve();
  outcome.seconds = now() - start;
  const auto solution = problem->getSolution();
  outcome.iterations = solver.getNumIters();
  outcome.products = A->count;
  outcome.preconditionings = T->count;
  const int found = std::min(task.k, solution.numVecs);
  outcome.values.resize(found);
  if (found > 0) judge(task, *solution.Evecs, outcome);
  return outcome;
}

void print(const Task& task, const Outcome& outcome, const Outcome& reference) {
  double worst = 0, difference = 0;
  for (const double residual : outcome.residuals) worst = std::max(worst, residual);
  for (std::size_t j = 0; j < std::min(outcome.values.size(), reference.values.size()); ++j)
    difference =
        std::max(difference, std::abs(outcome.values[j] - reference.values[j]) / std::abs(reference.values[j]));
  if (task.A->getComm()->getRank() == 0)
    std::printf("%-30s %5d iterations %7lld products %7lld preconditionings %8.2f s  residual %.1e  values %.1e%s\n",
                outcome.name.c_str(), outcome.iterations, outcome.products, outcome.preconditionings, outcome.seconds,
                worst, difference, outcome.isGood ? "" : "  NOT CONVERGED");
  std::fflush(stdout);
}

std::string take(std::map<std::string, std::string>& options, const std::string& name, const std::string& otherwise) {
  const auto found = options.find(name);
  return found == options.end() ? otherwise : found->second;
}

int run(int argc, char** argv) {
  std::map<std::string, std::string> options;
  for (int i = 2; i + 1 < argc; i += 2) options[argv[i]] = argv[i + 1];
  if (argc < 2 || argc % 2 != 0) throw std::runtime_error("peer_anasazi MATRIX [--option value]...");
  const auto comm = Tpetra::getDefaultComm();
  const auto read = [&](const std::string& path) { return Chronos::readMatrix(path, comm); };
  Task task;
  task.A = read(argv[1]);
  if (options.count("--mass") > 0) task.M = read(options["--mass"]);
  task.k = std::stoi(take(options, "-k", "10"));
  task.tolerance = std::stod(take(options, "--tolerance", "1e-6"));

  Teuchos::ParameterList list;
  if (options.count("--preset") > 0) list.set("preset", options["--preset"]);
  task.T = rcp(new Chronos::Preconditioner<>(task.A));
  task.T->setParameters(list);
  if (options.count("--near-kernel") > 0)
    task.T->setNearKernel(Chronos::readVectors(options["--near-kernel"], task.A->getRowMap()));
  if (options.count("--coordinates") > 0) task.T->setCoordinates(Chronos::readVectors(options["--coordinates"], comm));
  const double start = now();
  task.T->compute();
  if (comm->getRank() == 0) std::printf("%s, %.2f s\n", task.T->description().c_str(), now() - start);

  Chronos::EigenParameters parameters;
  parameters.method = take(options, "--method", "lobpcg");
  parameters.tolerance = task.tolerance;
  parameters.guardVectors = std::stoi(take(options, "--guard", "-1"));
  parameters.maxIterations = task.maxIterations = std::stoi(take(options, "--max-iterations", "1000"));
  const Outcome chronos = byChronos(task, parameters);
  if (comm->getRank() == 0)
    for (std::size_t j = 0; j < chronos.values.size(); ++j)
      std::printf("%3zu  %.12e  residual %.1e\n", j + 1, chronos.values[j], chronos.residuals[j]);
  print(task, chronos, chronos);
  long long fewest = 0;
  const int largest = std::stoi(take(options, "--block", std::to_string(task.k + 4)));
  for (int block = task.k; block <= largest; block += 2)
    for (const bool locks : {false, true}) {
      const Outcome anasazi = byAnasazi(task, block, locks);
      print(task, anasazi, chronos);
      if (anasazi.isGood && (fewest == 0 || anasazi.products < fewest)) fewest = anasazi.products;
    }
  if (comm->getRank() == 0 && fewest > 0)
    std::printf("products of Chronos over the fewest of Anasazi: %.2f\n", double(chronos.products) / double(fewest));
  return chronos.isGood ? 0 : 3;
}

}  // namespace

int main(int argc, char** argv) {
  Tpetra::ScopeGuard tpetra(&argc, &argv);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "peer_anasazi: %s\n", error.what());
    return 2;
  }
}
