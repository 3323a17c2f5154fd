// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a built-in problem for the programs of the peers: peer_problem NAME SIZE MATRIX.bin MODES.mtx
// Prints the unknowns of a node.
#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_MatrixMarket.hpp"

#include <Tpetra_Core.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 5 && argc != 6) {
    std::cerr << "peer_problem NAME SIZE MATRIX.bin MODES.mtx [CONTRAST]\n";
    return 2;
  }
  Tpetra::ScopeGuard tpetra(&argc, &argv);
  try {
    Chronos::ProblemOptions options;
    options.nx = std::stoll(argv[2]);
    if (argc == 6) options.contrast = std::stod(argv[5]);
    const Chronos::Problem problem = Chronos::makeProblem(argv[1], options, Tpetra::getDefaultComm());
    Chronos::writeBinary(argv[3], *problem.matrix);
    Chronos::writeVectors(argv[4], *problem.nearKernel);
    std::cout << problem.dofsPerNode << '\n';
  } catch (const std::exception& error) {
    std::cerr << "peer_problem: " << error.what() << '\n';
    return 2;
  }
}
