// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Flow in a network of fractures, each with a mesh of its own: the fluxes on their traces by a Schur complement that is
// never formed, and polynomial preconditioners of growing degree.
//
//     09_fractures [number=40] [smallest=0.15] [largest=0.4] [mesh=0.06] [step=0.08] [alpha=1] [transmissivity=1]
//                  [seed=1] [tolerance=1e-8] [bounds=100] [svg=FILE] [vtk=FILE] [DEGREE...]
#include <Chronos.hpp>
#include <Chronos_FracturePicture.hpp>
#include <Chronos_FractureSchur.hpp>

#include <Tpetra_Core.hpp>

#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>

struct Options {
  Chronos::NetworkOptions network;
  Chronos::FractureBlockOptions blocks;
  Chronos::SolverParameters solver;
  int boundSteps = 100;
  std::string svg, vtk;
  std::vector<int> degrees;
};

Options read(int argc, char* argv[]) {
  Options options;
  options.network.numFractures = 40;
  options.network.smallestRadius = 0.15;
  options.blocks.meshSize = 0.06;
  options.blocks.traceStep = 0.08;
  options.solver.maxIterations = 20000;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i], name = text.substr(0, text.find('=')), value = text.substr(text.find('=') + 1);
    if (name == value) options.degrees.push_back(std::stoi(value));
    else if (name == "number") options.network.numFractures = std::stoi(value);
    else if (name == "smallest") options.network.smallestRadius = std::stod(value);
    else if (name == "largest") options.network.largestRadius = std::stod(value);
    else if (name == "transmissivity") options.network.transmissivity = std::stod(value);
    else if (name == "seed") options.network.seed = std::stoull(value);
    else if (name == "mesh") options.blocks.meshSize = std::stod(value);
    else if (name == "step") options.blocks.traceStep = std::stod(value);
    else if (name == "alpha") options.blocks.alpha = std::stod(value);
    else if (name == "tolerance") options.solver.tolerance = std::stod(value);
    else if (name == "bounds") options.boundSteps = std::stoi(value);
    else if (name == "svg") options.svg = value;
    else if (name == "vtk") options.vtk = value;
    else throw std::invalid_argument("There is no option " + name + ".");
  }
  if (options.degrees.empty()) options.degrees = {1, 3, 7, 15, 31};
  return options;
}

template <class... Values>
void print(const char* format, Values... values) {
  if (Tpetra::getDefaultComm()->getRank() > 0) return;
  std::printf(format, values...);
  std::fflush(stdout);
}

int run(const Options& options) {
  Kokkos::Timer timer;
  const Chronos::FractureNetwork network = Chronos::makeNetwork(options.network);
  const Chronos::FractureBlocks blocks = Chronos::assembleFractures(network, options.blocks, Tpetra::getDefaultComm());
  print("%zu fractures, %zu traces, %lld heads, %lld fluxes, %.1f s\n", network.fractures.size(), network.traces.size(),
        static_cast<long long>(blocks.firstHead.back()), static_cast<long long>(blocks.firstFlux.back()),
        timer.seconds());
  timer.reset();
  const auto S = Teuchos::rcp(new Chronos::FractureSchur(blocks));
  const Teuchos::RCP<const Chronos::Operator> seed = S->inverseDiagonal();
  print("factors and diagonal: %.1f s\n", timer.seconds());

  const Chronos::TpetraVector r = S->rightHandSide();
  Chronos::TpetraVector u(r.getMap());
  Chronos::PolynomialParameters polynomial;
  polynomial.eigenvalueSteps = options.boundSteps;
  Chronos::SolveMonitor monitor;  // thousands of products: tells a terminal how far they are
  monitor.progress = [](int iteration, double residual) {
    if (iteration % 10 == 0 && isatty(STDOUT_FILENO) != 0) print("  iteration %d: %.1e\r", iteration, residual);
  };
  print("%6s %10s %10s %10s %9s\n", "degree", "iterations", "products", "residual", "seconds");
  for (int degree : options.degrees) {
    for (polynomial.doublings = 0; (2 << polynomial.doublings) <= degree + 1;) ++polynomial.doublings;
    const auto M = Teuchos::rcp(new Chronos::PolynomialPreconditioner(S, seed, polynomial));
    polynomial.smallest = M->smallest();  // estimated once
    polynomial.largest = M->largest();
    u.putScalar(0);
    timer.reset();
    const Chronos::SolveResult result = Chronos::solve(S, M, r, u, options.solver, monitor);
    print("%6d %10d %10d %10.1e %9.2f\n", M->degree(), result.iterations, result.iterations * (M->degree() + 1),
          result.relativeResidual, timer.seconds());
    if (result.status != Chronos::SolveStatus::converged) throw std::runtime_error(result.message);
  }
  const Chronos::TpetraVector h = S->head(u);
  for (const auto& [head, flow] : Chronos::flowByHead(network, blocks, h, u))
    print("flow in at head %g: %.6g\n", head, flow);
  if (!options.svg.empty()) Chronos::drawFractures(options.svg, network, blocks, h);
  if (!options.vtk.empty()) Chronos::writeFractures(options.vtk, network, blocks, h);
  return 0;
}

int main(int argc, char* argv[]) {
  Tpetra::ScopeGuard scope(&argc, &argv);
  try {
    return run(read(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
