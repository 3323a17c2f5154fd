// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a built-in problem for the programs of the peers, and prints the unknowns of a node:
//   peer_problem NAME SIZE MATRIX.bin MODES.mtx [CONTRAST [NU]]
// SIZE is N or NXxNYxNZ.
#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_MatrixMarket.hpp"

#include <Tpetra_Core.hpp>

#include <iostream>
#include <sstream>
#include <stdexcept>

namespace {

void readSize(const std::string& text, Chronos::ProblemOptions& options) {
  std::istringstream words(text);
  char cross = 'x';
  words >> options.nx;
  if (words && !words.eof()) words >> cross >> options.ny;
  if (words && !words.eof() && cross == 'x') words >> cross >> options.nz;
  if (!words || !words.eof() || cross != 'x') throw std::runtime_error("'" + text + "' is no size");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5 || argc > 7) {
    std::cerr << "peer_problem NAME SIZE MATRIX.bin MODES.mtx [CONTRAST [NU]]\n";
    return 2;
  }
  Tpetra::ScopeGuard tpetra(&argc, &argv);
  try {
    Chronos::ProblemOptions options;
    readSize(argv[2], options);
    if (argc > 6) options.poissonRatio = std::stod(argv[6]);
    if (argc > 5) options.contrast = std::stod(argv[5]);
    const Chronos::Problem problem = Chronos::makeProblem(argv[1], options, Tpetra::getDefaultComm());
    Chronos::writeBinary(argv[3], *problem.matrix);
    Chronos::writeVectors(argv[4], *problem.nearKernel);
    std::cout << problem.dofsPerNode << '\n';
  } catch (const std::exception& error) {
    std::cerr << "peer_problem: " << error.what() << '\n';
    return 2;
  }
}
