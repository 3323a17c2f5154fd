// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_ConjugateGradient.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_FracturePicture.hpp"
#include "Chronos_FractureSchur.hpp"
#include "Chronos_MatrixOperators.hpp"
#include "Chronos_PolynomialPreconditioner.hpp"
#include "Chronos_ProductOperator.hpp"
#include "Chronos_ScaledOperator.hpp"
#include "Chronos_SumOperator.hpp"
#include "DenseOperators.hpp"
#include "MatrixFiles.hpp"
#include "TestComm.hpp"

#include <Teuchos_DefaultSerialComm.hpp>

#include <fstream>
#include <sstream>

namespace Chronos::Test {
namespace {

Teuchos::RCP<const Comm> alone() {
  return Teuchos::rcp(new Teuchos::SerialComm<int>());
}

FractureNetwork smallNetwork(int numFractures, std::uint64_t seed) {
  NetworkOptions options;
  options.numFractures = numFractures;
  options.smallestRadius = 0.2;
  options.largestRadius = 0.5;
  options.transmissivity = 0.1;
  options.seed = seed;
  return makeNetwork(options);
}

FractureBlockOptions sizes(double meshSize, double traceStep, double alpha = 1) {
  FractureBlockOptions options;
  options.meshSize = meshSize;
  options.traceStep = traceStep;
  options.alpha = alpha;
  return options;
}

// A whole matrix of a rank alone.
struct Table {
  Table(int r, int c) : rows(r), cols(c), entries(static_cast<std::size_t>(r) * c, 0.0) {}
  explicit Table(const TpetraCrsMatrix& A)
      : Table(static_cast<int>(A.getGlobalNumRows()), static_cast<int>(A.getDomainMap()->getGlobalNumElements())) {
    const auto host = toHost(fromTpetra(A).local());
    for (int row = 0; row < rows; ++row)
      for (Offset e = host.rowPtr[row]; e < host.rowPtr[row + 1]; ++e) (*this)(row, host.colInd[e]) += host.values[e];
  }
  double& operator()(int i, int j) { return entries[static_cast<std::size_t>(j) * rows + i]; }
  double operator()(int i, int j) const { return entries[static_cast<std::size_t>(j) * rows + i]; }
  int rows, cols;
  std::vector<double> entries;  // by columns
};

Table transposedTimes(const Table& A, const Table& B) {
  Table result(A.cols, B.cols);
  for (int i = 0; i < A.cols; ++i)
    for (int j = 0; j < B.cols; ++j)
      for (int k = 0; k < A.rows; ++k) result(i, j) += A(k, i) * B(k, j);
  return result;
}

// A^{-1} B by LAPACK.
Table solved(Table A, Table B) {
  int info = 0;
  Teuchos::LAPACK<int, double>().POSV('L', A.rows, B.cols, A.entries.data(), A.rows, B.entries.data(), B.rows, &info);
  EXPECT_EQ(info, 0);
  return B;
}

// G^u - alpha (B^T W + W^T B) + W^T G^h W
Dense schurOf(const FractureBlocks& whole) {
  const Table B(*whole.B), Gh(*whole.Gh), Gu(*whole.Gu), W = solved(Table(*whole.A), Table(*whole.C));
  const Table BW = transposedTimes(B, W), WGW = transposedTimes(W, transposedTimes(Gh, W));
  Dense S(Gu.rows);
  for (int i = 0; i < S.n; ++i)
    for (int j = 0; j < S.n; ++j) S(i, j) = Gu(i, j) - whole.alpha * (BW(i, j) + BW(j, i)) + WGW(i, j);
  return S;
}

double largestOf(const Dense& A) {
  double largest = 0;
  for (double value : A.entries) largest = std::max(largest, std::abs(value));
  return largest;
}

TEST(MpiFractureSchur, IsTheAssembledMatrix) {
  for (double alpha : {1.0, 2.5}) {
    const FractureNetwork network = smallNetwork(15, alpha == 1 ? 1 : 2);
    const Dense expected = schurOf(assembleFractures(network, sizes(0.2, 0.12, alpha), alone()));
    const FractureBlocks blocks = assembleFractures(network, sizes(0.2, 0.12, alpha), world());
    const auto schur = Teuchos::rcp(new FractureSchur(blocks));
    const Dense found = denseOf(*schur, *blocks.fluxMap);
    ASSERT_GT(expected.n, 10);
    expectSymmetric(found, 1e-12);
    const double largest = largestOf(expected);
    for (int i = 0; i < expected.n; ++i)
      for (int j = 0; j < expected.n; ++j) EXPECT_NEAR(found(i, j), expected(i, j), 1e-12 * largest);
    for (double value : eigenvaluesOfProduct(denseOf(Identity(blocks.fluxMap), *blocks.fluxMap), found))
      EXPECT_GT(value, 0);

    // By the blocks that anybody composes.
    const auto inverse = schur->inverseA();
    const auto B = multiplyBy(blocks.B), C = multiplyBy(blocks.C);
    const auto Bt = transposed(blocks.B), Ct = transposed(blocks.C);
    const Teuchos::RCP<const Operator> first = Teuchos::rcp(new ProductOperator({Bt, inverse, C})),
                                       second = Teuchos::rcp(new ProductOperator({Ct, inverse, B})),
                                       third = Teuchos::rcp(
                                           new ProductOperator({Ct, inverse, multiplyBy(blocks.Gh), inverse, C}));
    const SumOperator sum({multiplyBy(blocks.Gu), Teuchos::rcp(new ScaledOperator(-alpha, first)),
                           Teuchos::rcp(new ScaledOperator(-alpha, second)), third});
    const Dense composed = denseOf(sum, *blocks.fluxMap);
    for (int i = 0; i < expected.n; ++i)
      for (int j = 0; j < expected.n; ++j) EXPECT_NEAR(found(i, j), composed(i, j), 1e-13 * largest);

    const std::vector<double> diagonal = schur->diagonal();
    ASSERT_EQ(diagonal.size(), TrilinosVersion::numLocal(*blocks.fluxMap));
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
      const int row = static_cast<int>(blocks.fluxMap->getGlobalElement(static_cast<LocalOrdinal>(i)));
      EXPECT_NEAR(diagonal[i], expected(row, row), 1e-12 * largest);
    }
    const Dense scaling = denseOf(*schur->inverseDiagonal(), *blocks.fluxMap);
    for (int i = 0; i < expected.n; ++i) EXPECT_NEAR(scaling(i, i) * expected(i, i), 1, 1e-8);
  }
}

TEST(MpiFractureSchur, UpdatesBlocksOfAnyWidth) {
  const FractureBlocks blocks = assembleFractures(smallNetwork(25, 3), sizes(0.15, 0.15), world());
  const FractureSchur schur(blocks);
  TpetraMultiVector x(blocks.fluxMap, 3), y(blocks.fluxMap, 3), together(blocks.fluxMap, 3);
  x.randomize();
  y.randomize();
  Tpetra::deep_copy(together, y);
  static_cast<const CommonOperator&>(schur).apply(x, together, Teuchos::NO_TRANS, -0.5, 2);
  for (int j = 0; j < 3; ++j) {
    TpetraMultiVector one(blocks.fluxMap, 1);
    static_cast<const CommonOperator&>(schur).apply(*x.getVector(j), one);
    one.update(2, *y.getVector(j), -0.5);
    one.update(-1, *together.getVector(j), 1);
    EXPECT_LT(one.getVector(0)->normInf(), 1e-12);
  }
}

// J by the midpoint rule on many points, from what its definition says.
TEST(FractureBlocks, AreTheSecondDerivativesOfTheFunctional) {
  const double alpha = 1.7;
  const FractureNetwork network = smallNetwork(5, 4);
  const FractureBlocks blocks = assembleFractures(network, sizes(0.1, 0.07, alpha), alone());
  TpetraVector h(blocks.headMap), u(blocks.fluxMap), work(blocks.headMap), flux(blocks.fluxMap);
  h.randomize();
  u.randomize();
  blocks.Gh->apply(h, work);
  double J = h.dot(work) / 2;
  blocks.B->apply(u, work);
  J -= alpha * h.dot(work);
  blocks.Gu->apply(u, flux);
  J += u.dot(flux) / 2;

  const auto heads = h.getData(), fluxes = u.getData();
  double expected = 0;
  for (std::size_t number = 0; number < network.traces.size(); ++number) {
    const Trace& trace = network.traces[number];
    constexpr int numPoints = 20000;
    for (int point = 0; point < numPoints; ++point) {
      const double t = (point + 0.5) / numPoints;
      double head[2], flow[2];
      for (int side : {0, 1}) {
        const int i = trace.fractures[side];
        const auto &a = trace.ends[0], &b = trace.ends[1];
        const auto place = blocks.meshes[i].find(network.fractures[i].inPlane(
            {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])}));
        head[side] = 0;
        for (int k = 0; k < 3; ++k) head[side] += place.weights[k] * heads[blocks.firstHead[i] + place.nodes[k]];
        flow[side] = fluxes[blocks.traceFlux[number][side] + static_cast<int>(t * blocks.tracePieces[number])];
      }
      const double lost = flow[0] + flow[1] - alpha * (head[0] + head[1]), difference = head[0] - head[1];
      expected += trace.length() / numPoints * (difference * difference + lost * lost) / 2;
    }
  }
  EXPECT_NEAR(J, expected, 1e-5 * expected);
}

// One fracture is [0, 1]^2 in the plane z = 1/2, the other in x = 1/2, so that they meet in the middle of both. With
// heads 1 at both ends of the one and 0 at both ends of the other, the head in the middle is T_1 / (T_1 + T_2).
FractureNetwork cross(double first, double second, bool areMiddlesCorners) {
  std::vector<Fracture> fractures(2);
  fractures[0].origin = {0, 0, 0.5};
  fractures[0].first = {1, 0, 0};
  fractures[0].second = {0, 1, 0};
  fractures[0].transmissivity = first;
  fractures[1].origin = {0.5, 0, 0};
  fractures[1].first = {0, 0, 1};
  fractures[1].second = {0, 1, 0};
  fractures[1].transmissivity = second;
  for (int i : {0, 1}) {
    const double head = 1 - i;
    if (areMiddlesCorners) {
      fractures[i].corners = {{0, 0}, {0.5, 0}, {1, 0}, {1, 1}, {0.5, 1}, {0, 1}};
      fractures[i].edgeHead = {noHead, noHead, head, noHead, noHead, head};
    } else {
      fractures[i].corners = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
      fractures[i].edgeHead = {noHead, head, noHead, head};
    }
  }
  return joinFractures(fractures);
}

struct Solution {
  Solution(const FractureNetwork& network, const FractureBlockOptions& options, const Teuchos::RCP<const Comm>& comm,
           double tolerance = 1e-12)
      : blocks(assembleFractures(network, options, comm)), u(blocks.fluxMap), h(blocks.headMap) {
    const auto S = Teuchos::rcp(new FractureSchur(blocks));
    PolynomialParameters polynomial;
    polynomial.doublings = 4;
    const auto M = Teuchos::rcp(new PolynomialPreconditioner(S, S->inverseDiagonal(), polynomial));
    SolverParameters parameters;
    parameters.tolerance = tolerance;
    result = solve(S, M, S->rightHandSide(), u, parameters);
    EXPECT_EQ(result.status, SolveStatus::converged) << result.message;
    h = S->head(u);
  }
  FractureBlocks blocks;
  TpetraVector u, h;
  SolveResult result;
};

// Largest difference from the head of the two crossing fractures.
double errorOfCross(const Solution& solution, const FractureNetwork& network, double middle) {
  double worst = 0;
  const auto heads = solution.h.getData();
  const FractureBlocks& blocks = solution.blocks;
  for (int i = blocks.firstFracture; i < blocks.endFracture; ++i)
    for (std::size_t node = 0; node < blocks.meshes[i].nodes().size(); ++node) {
      const SpacePoint p = network.fractures[i].at(blocks.meshes[i].nodes()[node]);
      const double away = 2 * std::abs(i == 0 ? p[0] - 0.5 : p[2] - 0.5);
      const double expected = middle + away * ((i == 0 ? 1 : 0) - middle);
      const auto local =
          blocks.firstHead[i] + static_cast<GlobalOrdinal>(node) - blocks.firstHead[blocks.firstFracture];
      worst = std::max(worst, std::abs(heads[local] - expected));
    }
  return maxOverRanks(*solution.h.getMap()->getComm(), worst);
}

TEST(MpiFractureFlow, IsExactWhereTheTraceLiesOnEdges) {
  for (double alpha : {1.0, 0.3}) {
    const FractureNetwork network = cross(3, 1, true);
    ASSERT_EQ(network.traces.size(), 1u);
    EXPECT_NEAR(network.traces[0].length(), 1, 1e-14);
    const Solution solution(network, sizes(0.2, 0.3, alpha), world());
    EXPECT_LT(errorOfCross(solution, network, 0.75), 1e-8);
    const auto flow = flowByHead(network, solution.blocks, solution.h, solution.u);
    // T dh/dx over two edges of length 1.
    EXPECT_NEAR(flow.at(1), 2 * 3 * 0.5, 1e-7);
    EXPECT_NEAR(flow.at(0), -2 * 3 * 0.5, 1e-7);
  }
}

TEST(MpiFractureFlow, ConvergesWhereMeshesKnowNothingOfTheTrace) {
  const FractureNetwork network = cross(3, 1, false);
  std::vector<double> errors;
  for (int k : {5, 10, 20}) {
    const Solution solution(network, sizes(0.707 / k, 1.6 / k), world(), 1e-9);
    errors.push_back(errorOfCross(solution, network, 0.75));
  }
  EXPECT_LT(errors[0], 0.2);
  EXPECT_LT(errors[1], 0.75 * errors[0]);
  EXPECT_LT(errors[2], 0.75 * errors[1]);
}

TEST(MpiFractureFlow, LosesWhatTheFluxesLose) {
  const FractureNetwork network = smallNetwork(25, 5);
  const Solution solution(network, sizes(0.04, 0.08), world(), 1e-10);
  const FractureBlocks& blocks = solution.blocks;
  const auto flow = flowByHead(network, blocks, solution.h, solution.u);
  ASSERT_EQ(flow.size(), 2u);
  // Each side of a trace shows the sum of both, so that it is counted twice.
  TpetraVector lost(blocks.fluxMap);
  blocks.B->apply(solution.h, lost, Teuchos::TRANS, -blocks.alpha, 0);
  blocks.Gu->apply(solution.u, lost, Teuchos::NO_TRANS, 1, 1);
  const double sum = lost.meanValue() * static_cast<double>(blocks.firstFlux.back()) / 2;
  EXPECT_GT(flow.at(1), 0);
  EXPECT_LT(flow.at(0), 0);
  EXPECT_NEAR(flow.at(0) + flow.at(1), -sum, 1e-10);
  EXPECT_LT(std::abs(sum), 0.05 * flow.at(1));
}

TEST(MpiFractureFlow, IsTheSameOnAnyNumberOfRanks) {
  const FractureNetwork network = smallNetwork(25, 6);
  const Solution here(network, sizes(0.06, 0.08), world(), 1e-8), whole(network, sizes(0.06, 0.08), alone(), 1e-8);
  EXPECT_EQ(here.blocks.firstHead, whole.blocks.firstHead);
  EXPECT_LE(std::abs(here.result.iterations - whole.result.iterations), 3);
  const auto mine = here.h.getData(), all = whole.h.getData();
  const GlobalOrdinal first = here.blocks.firstHead[here.blocks.firstFracture];
  for (int i = 0; i < mine.size(); ++i) EXPECT_NEAR(mine[i], all[first + i], 1e-5);
  // Fractures are whole, and every one is somewhere.
  EXPECT_EQ(sumOverRanks(*world(), static_cast<long long>(here.blocks.headSizes().size())), 25);
  const auto host = toHost(fromTpetra(*here.blocks.C).local());
  const auto numOwned = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*here.blocks.fluxMap));
  for (const LocalOrdinal col : host.colInd) EXPECT_LT(col, numOwned);
}

TEST(MpiFractureFlow, RanksWithoutAFractureTakePart) {
  const FractureNetwork network = cross(2, 1, true);
  const Solution solution(network, sizes(0.5, 0.5), world());
  EXPECT_LT(errorOfCross(solution, network, 2.0 / 3), 1e-8);
}

TEST(MpiFractureFlow, RefusesWhatIsImpossible) {
  const FractureNetwork network = cross(1, 1, true);
  EXPECT_THROW(assembleFractures(network, sizes(0, 1), world()), InputError);
  EXPECT_THROW(assembleFractures(network, sizes(1, -1), world()), InputError);
  EXPECT_THROW(assembleFractures(network, sizes(1, 1, 0), world()), InputError);
  EXPECT_THROW(assembleFractures(network, sizes(1, std::nan("")), world()), InputError);
  const FractureBlocks blocks = assembleFractures(network, sizes(0.5, 0.5), world());
  const TpetraVector h(blocks.headMap);
  EXPECT_THROW(drawFractures("/nowhere/at/all.svg", network, blocks, h), InputError);
  EXPECT_THROW(writeFractures("/nowhere/at/all.vtk", network, blocks, h), InputError);
}

std::string textOf(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(MpiFracturePicture, ShowsEveryTriangle) {
  const FractureNetwork network = smallNetwork(8, 7);
  const Solution solution(network, sizes(0.1, 0.1), world(), 1e-6);
  std::size_t numTriangles = 0, numOuterEdges = 0;
  for (const FractureMesh& mesh : solution.blocks.meshes)
    for (const auto& t : mesh.triangles()) {
      ++numTriangles;
      if (mesh.isOuter(t[1]) && mesh.isOuter(t[2])) ++numOuterEdges;
    }
  const TemporaryFile file;
  drawFractures(file.path(), network, solution.blocks, solution.h);
  if (world()->getRank() == 0) {
    const std::string text = textOf(file.path());
    EXPECT_EQ(text.substr(0, 4), "<svg");
    EXPECT_EQ(countOf(text, "z\"") + countOf(text, "zM"), numTriangles);
    EXPECT_EQ(countOf(text, "class=\"o\""), numOuterEdges);
    EXPECT_EQ(countOf(text, "<path"), countOf(text, "\"/>") - countOf(text, "<rect"));
    EXPECT_EQ(text.substr(text.size() - 7), "</svg>\n");
  }
  world()->barrier();
  writeFractures(file.path(), network, solution.blocks, solution.h);
  if (world()->getRank() == 0) {
    std::istringstream text(textOf(file.path()));
    std::string line;
    for (int i = 0; i < 5; ++i) std::getline(text, line);
    EXPECT_EQ(line, "POINTS " + std::to_string(solution.blocks.firstHead.back()) + " double");
    const std::string all = text.str();
    EXPECT_NE(all.find("CELLS " + std::to_string(numTriangles) + " " + std::to_string(4 * numTriangles) + "\n"),
              std::string::npos);
    const std::size_t types = all.find("CELL_TYPES");
    EXPECT_EQ(countOf(all.substr(types, all.find("POINT_DATA") - types), "\n5"), numTriangles);
  }
  world()->barrier();
}

}  // namespace
}  // namespace Chronos::Test
