// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PeerSystem.hpp"

#include "Chronos_GlobalHash.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>
#include <stdexcept>

#include <sys/resource.h>

namespace Chronos::Peers {
namespace {

template <class T>
std::vector<T> readArray(std::ifstream& file, std::size_t length) {
  std::vector<T> array(length);
  file.read(reinterpret_cast<char*>(array.data()), static_cast<std::streamsize>(length * sizeof(T)));
  if (!file) throw std::runtime_error("the matrix is cut off");
  return array;
}

// The layout is in Chronos_BinaryMatrix.hpp; `chronos convert` has checked what it wrote.
void readMatrix(const std::string& path, System& system) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> magic = readArray<char>(file, 8);
  if (std::string(magic.begin(), magic.end()) != "CHRONOS1")
    throw std::runtime_error("'" + path + "' is no binary matrix");
  const std::vector<std::uint64_t> header = readArray<std::uint64_t>(file, 4);
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
  if (header[0] > most || header[1] > most || header[2] != 4) throw std::runtime_error("more than 32-bit indices hold");
  system.numRows = static_cast<int>(header[0]);
  const std::vector<std::uint64_t> rowPtr = readArray<std::uint64_t>(file, header[0] + 1);
  system.rowPtr.assign(rowPtr.begin(), rowPtr.end());
  system.colInd = readArray<int>(file, header[1]);
  if (header[1] % 2 == 1) readArray<char>(file, 4);
  system.values = readArray<double>(file, header[1]);
}

void readNearNullSpace(const std::string& path, System& system) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line) && line.rfind('%', 0) == 0) continue;
  std::istringstream sizes(line);
  std::size_t numRows = 0, numColumns = 0;
  sizes >> numRows >> numColumns;
  if (!sizes || numRows != static_cast<std::size_t>(system.numRows))
    throw std::runtime_error("'" + path + "' does not fit the matrix");
  system.nearNullSpace.assign(numColumns, std::vector<double>(numRows));
  for (auto& column : system.nearNullSpace)
    for (double& value : column) file >> value;
  if (!file) throw std::runtime_error("'" + path + "' is cut off");
}

double relativeResidual(const System& system, const std::vector<double>& x) {
  double residual = 0, norm = 0;
  for (int row = 0; row < system.numRows; ++row) {
    double sum = system.rightHandSide[row];
    for (int entry = system.rowPtr[row]; entry < system.rowPtr[row + 1]; ++entry)
      sum -= system.values[entry] * x[system.colInd[entry]];
    residual += sum * sum;
    norm += system.rightHandSide[row] * system.rightHandSide[row];
  }
  return std::sqrt(residual / norm);
}

}  // namespace

namespace {

rusage ownUsage() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage;
}

}  // namespace

double userSeconds() {
  const rusage usage = ownUsage();
  return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

Request readRequest(int argc, char** argv) {
  Request request;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto value = [&] {
      if (++i == argc) throw std::runtime_error(argument + " wants a value");
      return std::string(argv[i]);
    };
    if (argument == "--list") request.list = true;
    else if (argument == "--statistics") request.withStatistics = true;
    else if (argument == "--block-size") request.blockSize = std::stoi(value());
    else if (argument == "--near-null-space") request.nearNullSpace = value();
    else names.push_back(argument);
  }
  if (request.list) return request;
  if (names.size() != 2) throw std::runtime_error("want a matrix and a configuration (--list shows them)");
  request.matrix = names[0];
  request.configuration = names[1];
  return request;
}

System readSystem(const Request& request) {
  System system;
  readMatrix(request.matrix, system);
  if (!request.nearNullSpace.empty()) readNearNullSpace(request.nearNullSpace, system);
  for (int row = 0; row < system.numRows; ++row) system.rightHandSide.push_back(globalUniform(0, row));
  return system;
}

void printOutcome(const Request& request, const System& system, const Outcome& outcome) {
  const double residual = relativeResidual(system, outcome.solution);
  nlohmann::ordered_json json;
  json["peer"] = outcome.peer;
  json["configuration"] = request.configuration;
  json["matrix"] = request.matrix;
  json["setup_seconds"] = outcome.setupSeconds;
  json["solve_seconds"] = outcome.solveSeconds;
  json["total_seconds"] = outcome.setupSeconds + outcome.solveSeconds;
  json["user_seconds"] = outcome.userSeconds;
  json["iterations"] = outcome.iterations;
  json["relative_residual"] = residual;
  // As Chronos has it, but with room for the gap between the recursion's residual, which stops the peers, and
  // the true one.
  json["converged"] = residual <= 10 * relativeTolerance;
  if (outcome.gridComplexity) json["grid_complexity"] = *outcome.gridComplexity;
  if (outcome.operatorComplexity) json["operator_complexity"] = *outcome.operatorComplexity;
  json["peak_memory_bytes"] = 1024 * static_cast<long long>(ownUsage().ru_maxrss);
  std::cout << json.dump() << std::endl;
}

}  // namespace Chronos::Peers
