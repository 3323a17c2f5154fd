// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Solves a system by the conjugate gradients of Belos with smoothed aggregation by MueLu; see PeerSystem.hpp.
#include "PeerSystem.hpp"

#include <BelosPseudoBlockCGSolMgr.hpp>
#include <BelosTpetraAdapter.hpp>
#include <MueLu_CreateTpetraPreconditioner.hpp>
#include <MueLu_TpetraOperator.hpp>
#include <Tpetra_Core.hpp>
#include <Tpetra_CrsMatrix.hpp>

#include <iostream>
#include <stdexcept>
#include <utility>

namespace {

using namespace Chronos::Peers;
using Teuchos::RCP;
using Teuchos::rcp;
using MapType = Tpetra::Map<>;
using LocalOrdinal = MapType::local_ordinal_type;
using GlobalOrdinal = MapType::global_ordinal_type;
using Node = MapType::node_type;
using Matrix = Tpetra::CrsMatrix<double>;
using MultiVector = Tpetra::MultiVector<double>;
using Operator = Tpetra::Operator<double>;

const std::vector<std::string> dropTolerances = {"0", "0.01", "0.02", "0.05"};

// Chebyshev without a number has the degree that MueLu gives it, which is 1.
Teuchos::ParameterList smootherOf(const std::string& name) {
  Teuchos::ParameterList list;
  list.set("smoother: type", name == "sgs" ? "RELAXATION" : "CHEBYSHEV");
  Teuchos::ParameterList& inside = list.sublist("smoother: params");
  if (name == "sgs") inside.set("relaxation: type", "Symmetric Gauss-Seidel");
  if (name == "chebyshev2") inside.set("chebyshev: degree", 2);
  if (name == "chebyshev3") inside.set("chebyshev: degree", 3);
  return list;
}

std::vector<std::pair<std::string, Teuchos::ParameterList>> configurations() {
  std::vector<std::pair<std::string, Teuchos::ParameterList>> all;
  for (const std::string& dropTolerance : dropTolerances) {
    const bool hasHigherDegrees = dropTolerance == "0" || dropTolerance == "0.02";
    std::vector<std::string> smoothers = {"chebyshev", "sgs"};
    if (hasHigherDegrees) smoothers.insert(smoothers.end(), {"chebyshev2", "chebyshev3"});
    for (const std::string& smoother : smoothers) {
      Teuchos::ParameterList list = smootherOf(smoother);
      list.set("aggregation: drop tol", std::stod(dropTolerance));
      all.emplace_back("muelu-" + dropTolerance + "-" + smoother, list);
    }
  }
  return all;
}

Teuchos::ParameterList parametersOf(const Request& request) {
  for (auto& [name, list] : configurations()) {
    if (name != request.configuration) continue;
    Teuchos::ParameterList all = list;
    all.set("verbosity", "none");
    all.set("number of equations", request.blockSize);
    return all;
  }
  throw std::runtime_error("there is no configuration '" + request.configuration + "'");
}

RCP<Matrix> toTpetra(const System& system, const RCP<const MapType>& map) {
  Teuchos::Array<std::size_t> lengths(system.numRows);
  for (int row = 0; row < system.numRows; ++row) lengths[row] = system.rowPtr[row + 1] - system.rowPtr[row];
  const RCP<Matrix> matrix = rcp(new Matrix(map, map, lengths(), Tpetra::StaticProfile));
  for (int row = 0; row < system.numRows; ++row) {
    const int begin = system.rowPtr[row];
    matrix->insertLocalValues(row, Teuchos::arrayView(system.colInd.data() + begin, lengths[row]),
                              Teuchos::arrayView(system.values.data() + begin, lengths[row]));
  }
  matrix->fillComplete(map, map);
  return matrix;
}

RCP<MultiVector> toTpetra(const std::vector<std::vector<double>>& columns, const RCP<const MapType>& map) {
  const RCP<MultiVector> vectors = rcp(new MultiVector(map, columns.size()));
  for (std::size_t column = 0; column < columns.size(); ++column) {
    const Teuchos::ArrayRCP<double> values = vectors->getDataNonConst(column);
    std::copy(columns[column].begin(), columns[column].end(), values.begin());
  }
  return vectors;
}

RCP<Operator> setUp(const RCP<Matrix>& matrix, Teuchos::ParameterList parameters, Outcome& outcome) {
  const double start = now(), startUser = userSeconds();
  const auto preconditioner =
      MueLu::CreateTpetraPreconditioner<double, LocalOrdinal, GlobalOrdinal, Node>(RCP<Operator>(matrix), parameters);
  outcome.setupSeconds = now() - start;
  outcome.userSeconds += userSeconds() - startUser;
  const auto hierarchy = preconditioner->GetHierarchy();
  double rows = 0;
  for (int level = 0; level < hierarchy->GetNumLevels(); ++level) {
    using LevelMatrix = Xpetra::Matrix<double, LocalOrdinal, GlobalOrdinal, Node>;
    rows += static_cast<double>(
        hierarchy->GetLevel(level)->template Get<RCP<LevelMatrix>>("A")->getRowMap()->getGlobalNumElements());
  }
  outcome.gridComplexity = rows / static_cast<double>(matrix->getGlobalNumRows());
  outcome.operatorComplexity = hierarchy->GetOperatorComplexity();
  return preconditioner;
}

Outcome solve(const Request& request, const System& system) {
  Outcome outcome;
  outcome.peer = "muelu";
  Teuchos::ParameterList parameters = parametersOf(request);
  const RCP<const MapType> map = rcp(new MapType(system.numRows, 0, Tpetra::getDefaultComm()));
  const RCP<Matrix> matrix = toTpetra(system, map);
  if (!system.nearNullSpace.empty())
    parameters.sublist("user data").set("Nullspace", toTpetra(system.nearNullSpace, map));
  const RCP<MultiVector> x = rcp(new MultiVector(map, 1)), b = toTpetra({system.rightHandSide}, map);
  const RCP<Operator> preconditioner = setUp(matrix, parameters, outcome);

  const double start = now(), startUser = userSeconds();
  const auto problem = rcp(new Belos::LinearProblem<double, MultiVector, Operator>(matrix, x, b));
  problem->setRightPrec(preconditioner);
  problem->setProblem();
  const RCP<Teuchos::ParameterList> options = Teuchos::parameterList();
  options->set("Convergence Tolerance", relativeTolerance);
  options->set("Maximum Iterations", mostIterations);
  options->set("Implicit Residual Scaling", "Norm of RHS");
  Belos::PseudoBlockCGSolMgr<double, MultiVector, Operator> solver(problem, options);
  solver.solve();
  outcome.solveSeconds = now() - start;
  outcome.userSeconds += userSeconds() - startUser;
  outcome.iterations = solver.getNumIters();
  const Teuchos::ArrayRCP<const double> values = x->getData(0);
  outcome.solution.assign(values.begin(), values.end());
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Request request = readRequest(argc, argv);
    if (request.list) {
      for (const auto& configuration : configurations()) std::cout << configuration.first << '\n';
      return 0;
    }
    const System system = readSystem(request);
    Tpetra::ScopeGuard tpetra(&argc, &argv);
    printOutcome(request, system, solve(request, system));
  } catch (const std::exception& error) {
    std::cerr << "peer_muelu: " << error.what() << '\n';
    return 2;
  }
}
