// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FractureBlocks.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace Chronos {
namespace {

// Of a trace: shorter pieces are rounding.
constexpr double shortestPiece = 1e-12;

// Rows of a rank, entries of one place added up in the order in which they come.
class Rows {
 public:
  Rows(GlobalOrdinal first, GlobalOrdinal end) : first_(first), rows_(end - first) {}

  bool has(GlobalOrdinal row) const { return row >= first_ && row < first_ + static_cast<GlobalOrdinal>(rows_.size()); }
  void add(GlobalOrdinal row, GlobalOrdinal col, double value) {
    if (!has(row)) return;
    auto& entries = rows_[row - first_];
    // What is added to was often added last.
    const auto found = std::find_if(entries.rbegin(), entries.rend(), [&](const auto& e) { return e.first == col; });
    if (found != entries.rend()) found->second += value;
    else entries.emplace_back(col, value);
  }

  std::vector<std::pair<GlobalOrdinal, double>>& row(GlobalOrdinal row) { return rows_[row - first_]; }

  Teuchos::RCP<const TpetraCrsMatrix> finish(const Teuchos::RCP<const Map>& rowMap,
                                             const Teuchos::RCP<const Map>& domainMap) {
    std::vector<Offset> rowPtr{0};
    std::vector<GlobalOrdinal> colInd;
    std::vector<double> values;
    for (auto& entries : rows_) {
      std::sort(entries.begin(), entries.end());
      for (const auto& [col, value] : entries) {
        colInd.push_back(col);
        values.push_back(value);
      }
      rowPtr.push_back(values.size());
      entries = {};
    }
    const DistMatrix<double> matrix(rowMap, domainMap, toView("Chronos::fractures rowPtr", rowPtr),
                                    toView("Chronos::fractures columns", colInd),
                                    toView("Chronos::fractures values", values));
    return toTpetra(matrix);
  }

 private:
  GlobalOrdinal first_;
  std::vector<std::vector<std::pair<GlobalOrdinal, double>>> rows_;
};

// A part of a trace on which all functions are linear, with both Gauss points of the third degree.
struct Piece {
  std::array<FractureMesh::Place, 2> side;                     // its nodes
  std::array<std::array<std::array<double, 3>, 2>, 2> values;  // of the three functions: [side][point]
  double weight;                                               // of a point
  int step;                                                    // which flux
};

template <class Function>
void forEachPiece(const FractureNetwork& network, const FractureBlocks& blocks, std::size_t number,
                  const Function& function) {
  const Trace& trace = network.traces[number];
  const int steps = blocks.tracePieces[number];
  std::vector<double> ends = {0, 1};
  for (int step = 1; step < steps; ++step) ends.push_back(double(step) / steps);
  std::array<PlanePoint, 2> from, to;
  for (int side : {0, 1}) {
    const Fracture& fracture = network.fractures[trace.fractures[side]];
    from[side] = fracture.inPlane(trace.ends[0]);
    to[side] = fracture.inPlane(trace.ends[1]);
    blocks.meshes[trace.fractures[side]].crossings(from[side], to[side], ends);
  }
  std::sort(ends.begin(), ends.end());
  const auto at = [&](int side, double t) {
    return PlanePoint{from[side][0] + t * (to[side][0] - from[side][0]),
                      from[side][1] + t * (to[side][1] - from[side][1])};
  };
  const double length = trace.length(), gauss = 0.5 / std::sqrt(3.0);
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const double size = ends[i] - ends[i - 1], middle = (ends[i] + ends[i - 1]) / 2;
    if (size < shortestPiece) continue;
    Piece piece{};
    piece.weight = length * size / 2;
    piece.step = std::min(steps - 1, static_cast<int>(middle * steps));
    for (int side : {0, 1}) {
      const FractureMesh& mesh = blocks.meshes[trace.fractures[side]];
      piece.side[side] = mesh.find(at(side, middle));
      for (int point : {0, 1})
        piece.values[side][point] =
            mesh.weights(piece.side[side].nodes, at(side, middle + (2 * point - 1) * gauss * size));
    }
    function(piece);
  }
}

// (T grad phi_i, grad phi_j) on a triangle; the gradients are the edges opposite, turned, over twice the area.
template <class Function>
void forEachElement(const Fracture& fracture, const FractureMesh& mesh, const Function& function) {
  for (const auto& t : mesh.triangles()) {
    double dx[3], dy[3];
    for (int k = 0; k < 3; ++k) {
      const PlanePoint &from = mesh.nodes()[t[(k + 1) % 3]], &to = mesh.nodes()[t[(k + 2) % 3]];
      dx[k] = from[1] - to[1];
      dy[k] = to[0] - from[0];
    }
    const double factor = fracture.transmissivity / (2 * (dx[0] * dy[1] - dx[1] * dy[0]));
    std::array<std::array<double, 3>, 3> energy{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) energy[i][j] = factor * (dx[i] * dx[j] + dy[i] * dy[j]);
    function(t, energy);
  }
}

void check(const FractureBlockOptions& options) {
  const auto checkRange = [](const char* name, double value, double low, double high) {
    if (!(value >= low && value <= high))
      throw InputError(std::string("Fractures: ") + name + " is " + std::to_string(value) + ", it must be in [" +
                       std::to_string(low) + ", " + std::to_string(high) + "].");
  };
  checkRange("the mesh size", options.meshSize, 1e-4, 10);
  checkRange("the step on traces", options.traceStep, 1e-4, 10);
  checkRange("alpha", options.alpha, 1e-6, 1e6);
}

int divisionsOf(const Fracture& fracture, double meshSize) {
  PlanePoint mean = {0, 0};
  for (const PlanePoint& corner : fracture.corners)
    for (int i : {0, 1}) mean[i] += corner[i] / static_cast<double>(fracture.corners.size());
  double radius = 0;
  for (const PlanePoint& corner : fracture.corners)
    radius = std::max(radius, std::hypot(corner[0] - mean[0], corner[1] - mean[1]));
  return std::max(2, static_cast<int>(std::ceil(radius / meshSize)));
}

// Whole fractures in order, about as many unknowns on each rank.
void dealOut(FractureBlocks& blocks, const Teuchos::RCP<const Comm>& comm) {
  const int n = static_cast<int>(blocks.meshes.size());
  const double all = static_cast<double>(blocks.firstHead.back() + blocks.firstFlux.back());
  const auto borderOf = [&](int rank) {
    int fracture = 0;
    while (fracture < n && static_cast<double>(blocks.firstHead[fracture + 1] + blocks.firstFlux[fracture + 1]) <=
                               all * rank / comm->getSize() + 0.5)
      ++fracture;
    return fracture;
  };
  blocks.firstFracture = borderOf(comm->getRank());
  blocks.endFracture = comm->getRank() + 1 == comm->getSize() ? n : borderOf(comm->getRank() + 1);
  const auto mapOf = [&](const std::vector<GlobalOrdinal>& first) {
    return Teuchos::rcp(new Map(
        first.back(), static_cast<std::size_t>(first[blocks.endFracture] - first[blocks.firstFracture]), 0, comm));
  };
  blocks.headMap = mapOf(blocks.firstHead);
  blocks.fluxMap = mapOf(blocks.firstFlux);
}

void number(const FractureNetwork& network, const FractureBlockOptions& options, FractureBlocks& blocks) {
  std::vector<GlobalOrdinal> fluxes(network.fractures.size(), 0);
  blocks.firstHead = blocks.firstFlux = {0};
  for (const Fracture& fracture : network.fractures) {
    blocks.meshes.emplace_back(fracture, divisionsOf(fracture, options.meshSize));
    blocks.firstHead.push_back(blocks.firstHead.back() +
                               static_cast<GlobalOrdinal>(blocks.meshes.back().nodes().size()));
  }
  for (const Trace& trace : network.traces) {
    const int pieces = std::max(1, static_cast<int>(std::ceil(trace.length() / options.traceStep)));
    blocks.tracePieces.push_back(pieces);
    blocks.traceFlux.push_back({});
    for (int side : {0, 1}) {
      blocks.traceFlux.back()[side] = fluxes[trace.fractures[side]];
      fluxes[trace.fractures[side]] += pieces;
    }
  }
  for (const GlobalOrdinal count : fluxes) blocks.firstFlux.push_back(blocks.firstFlux.back() + count);
  for (std::size_t i = 0; i < network.traces.size(); ++i)
    for (int side : {0, 1}) blocks.traceFlux[i][side] += blocks.firstFlux[network.traces[i].fractures[side]];
}

struct BlockRows {
  Rows A, Gh, B, C, Gu;
};

void addPiece(const FractureBlocks& blocks, const Trace& trace, const std::array<GlobalOrdinal, 2>& firstFlux,
              const Piece& piece, BlockRows& rows) {
  const double alpha = blocks.alpha;
  // Heads that agree, and the flow that does not get lost.
  const double same = 1 + alpha * alpha, other = alpha * alpha - 1;
  const auto head = [&](int side, int i) {
    return blocks.firstHead[trace.fractures[side]] + piece.side[side].nodes[i];
  };
  for (int s : {0, 1}) {
    const GlobalOrdinal flux = firstFlux[s] + piece.step;
    for (int t : {0, 1}) rows.Gu.add(flux, firstFlux[t] + piece.step, 2 * piece.weight);
    for (int i = 0; i < 3; ++i) {
      if (!rows.A.has(head(s, i))) continue;
      const double integral = piece.weight * (piece.values[s][0][i] + piece.values[s][1][i]);
      rows.C.add(head(s, i), flux, integral);
      for (int t : {0, 1}) {
        rows.B.add(head(s, i), firstFlux[t] + piece.step, integral);
        const double factor = s == t ? same : other;
        for (int j = 0; j < 3; ++j) {
          const double mass = piece.weight * (piece.values[s][0][i] * piece.values[t][0][j] +
                                              piece.values[s][1][i] * piece.values[t][1][j]);
          if (s == t) rows.A.add(head(s, i), head(s, j), alpha * mass);
          if (factor != 0) rows.Gh.add(head(s, i), head(t, j), factor * mass);
        }
      }
    }
  }
}

bool isMine(const FractureBlocks& blocks, const Trace& trace) {
  return std::any_of(trace.fractures.begin(), trace.fractures.end(),
                     [&](int fracture) { return fracture >= blocks.firstFracture && fracture < blocks.endFracture; });
}

}  // namespace

std::vector<int> FractureBlocks::headSizes() const {
  std::vector<int> sizes;
  for (int i = firstFracture; i < endFracture; ++i) sizes.push_back(static_cast<int>(meshes[i].nodes().size()));
  return sizes;
}

FractureBlocks assembleFractures(const FractureNetwork& network, const FractureBlockOptions& options,
                                 const Teuchos::RCP<const Comm>& comm) {
  check(options);
  FractureBlocks blocks;
  blocks.alpha = options.alpha;
  number(network, options, blocks);
  dealOut(blocks, comm);
  const GlobalOrdinal firstHead = blocks.firstHead[blocks.firstFracture],
                      endHead = blocks.firstHead[blocks.endFracture];
  const Rows heads(firstHead, endHead),
      fluxes(blocks.firstFlux[blocks.firstFracture], blocks.firstFlux[blocks.endFracture]);
  BlockRows rows{heads, heads, heads, heads, fluxes};
  const auto q = Teuchos::rcp(new TpetraVector(blocks.headMap));

  // Rows and columns of prescribed heads leave A at the end: what they were is needed for q.
  for (int i = blocks.firstFracture; i < blocks.endFracture; ++i)
    forEachElement(network.fractures[i], blocks.meshes[i],
                   [&](const std::array<int, 3>& t, const std::array<std::array<double, 3>, 3>& energy) {
                     for (int a = 0; a < 3; ++a)
                       for (int b = 0; b < 3; ++b)
                         rows.A.add(blocks.firstHead[i] + t[a], blocks.firstHead[i] + t[b], energy[a][b]);
                   });
  for (std::size_t i = 0; i < network.traces.size(); ++i)
    if (isMine(blocks, network.traces[i]))
      forEachPiece(network, blocks, i,
                   [&](const Piece& piece) { addPiece(blocks, network.traces[i], blocks.traceFlux[i], piece, rows); });

  const auto values = q->getDataNonConst();
  for (int i = blocks.firstFracture; i < blocks.endFracture; ++i) {
    const auto& nodeHead = blocks.meshes[i].nodeHead();
    const GlobalOrdinal first = blocks.firstHead[i];
    for (std::size_t node = 0; node < nodeHead.size(); ++node) {
      const GlobalOrdinal row = first + static_cast<GlobalOrdinal>(node);
      const bool isGiven = !std::isnan(nodeHead[node]);
      double& rhs = values[row - firstHead];
      auto& entries = rows.A.row(row);
      if (isGiven) {
        entries = {{row, 1.0}};
        rows.C.row(row).clear();
        rhs = nodeHead[node];
        continue;
      }
      for (const auto& [col, value] : entries)
        if (!std::isnan(nodeHead[col - first])) rhs -= value * nodeHead[col - first];
      entries.erase(std::remove_if(entries.begin(), entries.end(),
                                   [&](const auto& e) { return !std::isnan(nodeHead[e.first - first]); }),
                    entries.end());
    }
  }
  blocks.q = q;
  blocks.A = rows.A.finish(blocks.headMap, blocks.headMap);
  blocks.Gh = rows.Gh.finish(blocks.headMap, blocks.headMap);
  blocks.B = rows.B.finish(blocks.headMap, blocks.fluxMap);
  blocks.C = rows.C.finish(blocks.headMap, blocks.fluxMap);
  blocks.Gu = rows.Gu.finish(blocks.fluxMap, blocks.fluxMap);
  return blocks;
}

std::map<double, double> flowByHead(const FractureNetwork& network, const FractureBlocks& blocks, const TpetraVector& h,
                                    const TpetraVector& u) {
  const auto heads = h.getData(), fluxes = u.getData();
  const GlobalOrdinal firstHead = blocks.firstHead[blocks.firstFracture],
                      firstFlux = blocks.firstFlux[blocks.firstFracture];
  std::map<double, double> flow;
  for (const Fracture& fracture : network.fractures)
    for (double head : fracture.edgeHead)
      if (!std::isnan(head)) flow[head] = 0;
  const auto add = [&](int fracture, int node, double value) {
    const double head = blocks.meshes[fracture].nodeHead()[node];
    if (!std::isnan(head)) flow[head] += value;
  };
  const auto headAt = [&](int fracture, int node) { return heads[blocks.firstHead[fracture] + node - firstHead]; };
  for (int i = blocks.firstFracture; i < blocks.endFracture; ++i)
    forEachElement(network.fractures[i], blocks.meshes[i],
                   [&](const std::array<int, 3>& t, const std::array<std::array<double, 3>, 3>& energy) {
                     for (int a = 0; a < 3; ++a)
                       for (int b = 0; b < 3; ++b) add(i, t[a], energy[a][b] * headAt(i, t[b]));
                   });
  for (std::size_t number = 0; number < network.traces.size(); ++number) {
    const Trace& trace = network.traces[number];
    if (!isMine(blocks, trace)) continue;
    forEachPiece(network, blocks, number, [&](const Piece& piece) {
      for (int s : {0, 1}) {
        const int fracture = trace.fractures[s];
        if (fracture < blocks.firstFracture || fracture >= blocks.endFracture) continue;
        const double flux = fluxes[blocks.traceFlux[number][s] + piece.step - firstFlux];
        for (const auto& values : piece.values[s]) {
          double head = 0;
          for (int j = 0; j < 3; ++j) head += values[j] * headAt(fracture, piece.side[s].nodes[j]);
          for (int i = 0; i < 3; ++i)
            add(fracture, piece.side[s].nodes[i], piece.weight * values[i] * (blocks.alpha * head - flux));
        }
      }
    });
  }
  for (auto& [head, value] : flow) value = sumOverRanks(*h.getMap()->getComm(), value);
  return flow;
}

}  // namespace Chronos
