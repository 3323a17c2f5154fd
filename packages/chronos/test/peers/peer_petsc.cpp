// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Solves a system by PETSc's conjugate gradients with GAMG, or with BoomerAMG of hypre; see PeerSystem.hpp.
#include "PeerSystem.hpp"

#include <petscksp.h>

#include <cmath>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <utility>

#include <unistd.h>

namespace {

using namespace Chronos::Peers;

const std::string boomer = "-pc_type hypre -pc_hypre_type boomeramg ";
const std::string pmis = boomer +
                         "-pc_hypre_boomeramg_coarsen_type PMIS -pc_hypre_boomeramg_interp_type ext+i "
                         "-pc_hypre_boomeramg_P_max 4 ";
const std::string gamg = "-pc_type gamg ";

using Configurations = std::vector<std::pair<std::string, std::string>>;

constexpr const char* nodal = "boomeramg-nodal";

// Nodes are coarsened as a whole and P interpolates the vectors of the near null space, which PETSc passes on.
Configurations nodalConfigurations() {
  Configurations all;
  for (const char* coarsening : {"4", "6"}) {
    for (const char* variant : {"1", "2", "3"})
      all.emplace_back(nodal + std::string(coarsening) + "-vectors" + variant,
                       pmis + "-pc_hypre_boomeramg_relax_type_all symmetric-SOR/Jacobi" +
                           " -pc_hypre_boomeramg_strong_threshold 0.25 -pc_hypre_boomeramg_nodal_coarsen " +
                           coarsening + " -pc_hypre_boomeramg_vec_interp_variant " + variant);
  }
  return all;
}

// Two steps of Chebyshev on Jacobi are PETSc's own smoother and have no name.
Configurations gamgConfigurations() {
  Configurations all;
  for (const char* threshold : {"-1", "0", "0.01", "0.05"}) {
    for (const char* squares : {"0", "1"})
      all.emplace_back(std::string("gamg-") + threshold + "-square" + squares,
                       gamg + "-pc_gamg_threshold " + threshold + " -pc_gamg_aggressive_coarsening " + squares);
  }
  const std::pair<const char*, const char*> smoothers[] = {
      {"chebyshev4", "-mg_levels_ksp_max_it 4"},
      {"chebyshev2-sor", "-mg_levels_ksp_max_it 2 -mg_levels_pc_type sor"},
      {"chebyshev4-sor", "-mg_levels_ksp_max_it 4 -mg_levels_pc_type sor"},
      {"sor2", "-mg_levels_ksp_type richardson -mg_levels_ksp_max_it 2 -mg_levels_pc_type sor"},
      {"sor4", "-mg_levels_ksp_type richardson -mg_levels_ksp_max_it 4 -mg_levels_pc_type sor"}};
  for (const char* threshold : {"0", "0.01"}) {
    for (const auto& [name, options] : smoothers)
      all.emplace_back(std::string("gamg-") + threshold + "-square1-" + name,
                       gamg + "-pc_gamg_aggressive_coarsening 1 -pc_gamg_threshold " + threshold + " " + options);
  }
  return all;
}

// The names begin with the peer.
Configurations configurations(const Request& request) {
  Configurations all = {{"boomeramg-default", boomer}};
  const std::pair<const char*, const char*> relaxations[] = {
      {"sgs", "symmetric-SOR/Jacobi"}, {"l1jacobi", "l1scaled-Jacobi"}, {"l1sgs", "l1-Gauss-Seidel"}};
  for (const char* threshold : {"0.25", "0.5"}) {
    for (const auto& [name, type] : relaxations) {
      const std::string isL1Sweep = std::string(name) == "l1sgs"
                                        ? "-pc_hypre_boomeramg_relax_type_down l1-Gauss-Seidel "
                                          "-pc_hypre_boomeramg_relax_type_up backward-l1-Gauss-Seidel "
                                        : std::string("-pc_hypre_boomeramg_relax_type_all ") + type + " ";
      const std::string options = pmis + isL1Sweep + "-pc_hypre_boomeramg_strong_threshold " + threshold;
      all.emplace_back(std::string("boomeramg-pmis-") + threshold + "-" + name, options);
      all.emplace_back(std::string("boomeramg-pmis-") + threshold + "-" + name + "-aggressive",
                       options + " -pc_hypre_boomeramg_agg_nl 1");
    }
  }
  const Configurations others[] = {
      request.blockSize > 1 && !request.nearNullSpace.empty() ? nodalConfigurations() : Configurations(),
      gamgConfigurations()};
  for (const Configurations& more : others) all.insert(all.end(), more.begin(), more.end());
  return all;
}

void check(PetscErrorCode code, const char* what) {
  if (code != 0) throw std::runtime_error(std::string(what) + " failed with PETSc's error " + std::to_string(code));
}

// PETSc wants the vectors orthonormal.
std::vector<std::vector<double>> orthonormal(std::vector<std::vector<double>> columns) {
  const auto dot = [](const std::vector<double>& x, const std::vector<double>& y) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
    return sum;
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    // Twice is enough for orthogonality to rounding.
    for (std::size_t j = 0; j < 2 * i; ++j) {
      const double component = dot(columns[i], columns[j % i]);
      for (std::size_t row = 0; row < columns[i].size(); ++row) columns[i][row] -= component * columns[j % i][row];
    }
    const double norm = std::sqrt(dot(columns[i], columns[i]));
    for (double& value : columns[i]) value /= norm;
  }
  return columns;
}

void attachNearNullSpace(Mat matrix, const System& system, const Request& request) {
  if (system.nearNullSpace.empty()) return;
  std::vector<std::vector<double>> columns = orthonormal(system.nearNullSpace);
  // Nodal interpolation has the translations without being told: hypre wants the rotations alone, and is faster so.
  const bool isNodal = request.configuration.rfind(nodal, 0) == 0;
  if (isNodal && request.blockSize == 3 && columns.size() == 6) columns.erase(columns.begin(), columns.begin() + 3);
  std::vector<Vec> vectors;
  for (const auto& column : columns) {
    Vec vector = nullptr;
    check(MatCreateVecs(matrix, &vector, nullptr), "MatCreateVecs");
    double* values = nullptr;
    check(VecGetArray(vector, &values), "VecGetArray");
    std::copy(column.begin(), column.end(), values);
    check(VecRestoreArray(vector, &values), "VecRestoreArray");
    vectors.push_back(vector);
  }
  MatNullSpace space = nullptr;
  check(MatNullSpaceCreate(PETSC_COMM_SELF, PETSC_FALSE, static_cast<PetscInt>(vectors.size()), vectors.data(), &space),
        "MatNullSpaceCreate");
  check(MatSetNearNullSpace(matrix, space), "MatSetNearNullSpace");
}

std::string optionsOf(const Request& request) {
  for (const auto& [name, options] : configurations(request)) {
    if (name != request.configuration) continue;
    std::string all = options;
    const bool isBoomer = name.rfind("boomeramg", 0) == 0;
    // hypre's manual for systems: unknown by unknown, and the larger threshold of three dimensions where none
    // is chosen.
    if (isBoomer && request.blockSize > 1)
      all += " -pc_hypre_boomeramg_numfunctions " + std::to_string(request.blockSize) +
             (name == "boomeramg-default" ? " -pc_hypre_boomeramg_strong_threshold 0.5" : "");
    if (isBoomer && request.withStatistics) all += " -pc_hypre_boomeramg_print_statistics 1";
    return all;
  }
  throw std::runtime_error("there is no configuration '" + request.configuration + "'");
}

// hypre prints its complexities and has no call for them through PETSc: what it prints during the set-up goes
// to a file.
class PrintedText {
 public:
  PrintedText() : file_(std::tmpfile()), standardOutput_(::dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    ::dup2(::fileno(file_), STDOUT_FILENO);
  }
  std::string finish() {
    std::fflush(stdout);
    ::dup2(standardOutput_, STDOUT_FILENO);
    ::close(standardOutput_);
    std::string text;
    std::rewind(file_);
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) text += static_cast<char>(c);
    std::fclose(file_);
    return text;
  }

 private:
  std::FILE* file_;
  int standardOutput_;
};

std::optional<double> numberAfter(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  if (at == std::string::npos) return {};
  return std::atof(text.c_str() + at + word.size());
}

void setUp(KSP solver, Outcome& outcome) {
  PC preconditioner = nullptr;
  check(KSPGetPC(solver, &preconditioner), "KSPGetPC");
  PrintedText printed;
  const double start = now(), startUser = userSeconds();
  const PetscErrorCode code = KSPSetUp(solver);
  outcome.setupSeconds = now() - start;
  outcome.userSeconds += userSeconds() - startUser;
  const std::string text = printed.finish();
  check(code, "the set-up");
  outcome.gridComplexity = numberAfter(text, "grid = ");
  outcome.operatorComplexity = numberAfter(text, "operator = ");
  if (outcome.peer == "gamg") {
    double grid = 0, entries = 0;
    check(PCMGGetGridComplexity(preconditioner, &grid, &entries), "PCMGGetGridComplexity");
    outcome.gridComplexity = grid;
    outcome.operatorComplexity = entries;
  }
}

Outcome solve(const Request& request, System& system) {
  Outcome outcome;
  outcome.peer = request.configuration.substr(0, request.configuration.find('-'));
  const std::string options = optionsOf(request);
  check(PetscOptionsInsertString(nullptr, options.c_str()), "PetscOptionsInsertString");
  const PetscInt n = system.numRows;
  Mat matrix = nullptr;
  check(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, n, n, system.rowPtr.data(), system.colInd.data(),
                                  system.values.data(), &matrix),
        "MatCreateSeqAIJWithArrays");
  check(MatSetBlockSize(matrix, request.blockSize), "MatSetBlockSize");
  check(MatSetOption(matrix, MAT_SPD, PETSC_TRUE), "MatSetOption");
  attachNearNullSpace(matrix, system, request);
  Vec x = nullptr, b = nullptr;
  outcome.solution.assign(n, 0.0);
  check(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, n, outcome.solution.data(), &x), "VecCreateSeqWithArray");
  check(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, n, system.rightHandSide.data(), &b), "VecCreateSeqWithArray");
  KSP solver = nullptr;
  check(KSPCreate(PETSC_COMM_SELF, &solver), "KSPCreate");
  check(KSPSetType(solver, KSPCG), "KSPSetType");
  check(KSPSetOperators(solver, matrix, matrix), "KSPSetOperators");
  check(KSPSetNormType(solver, KSP_NORM_UNPRECONDITIONED), "KSPSetNormType");
  check(KSPSetTolerances(solver, relativeTolerance, 0, 1e30, mostIterations), "KSPSetTolerances");
  check(KSPSetFromOptions(solver), "KSPSetFromOptions");
  setUp(solver, outcome);
  const double start = now(), startUser = userSeconds();
  check(KSPSolve(solver, b, x), "the solve");
  outcome.solveSeconds = now() - start;
  outcome.userSeconds += userSeconds() - startUser;
  PetscInt iterations = 0;
  check(KSPGetIterationNumber(solver, &iterations), "KSPGetIterationNumber");
  outcome.iterations = iterations;
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Request request = readRequest(argc, argv);
    if (request.list) {
      for (const auto& configuration : configurations(request)) std::cout << configuration.first << '\n';
      return 0;
    }
    System system = readSystem(request);
    check(PetscInitializeNoArguments(), "PetscInitialize");
    check(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr), "PetscPushErrorHandler");
    printOutcome(request, system, solve(request, system));
    return PetscFinalize();
  } catch (const std::exception& error) {
    std::cerr << "peer_petsc: " << error.what() << '\n';
    return 2;
  }
}
