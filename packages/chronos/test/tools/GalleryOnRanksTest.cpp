// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Error.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "GalleryRows.hpp"
#include "TestComm.hpp"

#include <Teuchos_DefaultMpiComm.hpp>
#include <gtest/gtest.h>

#include <algorithm>

using namespace Chronos;
using Test::ownedRows;
using Test::sized;
using Test::world;

namespace {

Teuchos::RCP<const Comm> alone() {
  return Teuchos::rcp(new Teuchos::MpiComm<int>(MPI_COMM_SELF));
}

/// A multivector's owned rows, by columns.
std::vector<std::vector<double>> ownedColumns(const TpetraMultiVector& vector) {
  std::vector<std::vector<double>> columns(vector.getNumVectors());
  const auto view = vector.getLocalViewHost(Tpetra::Access::ReadOnly);
  for (std::size_t col = 0; col < columns.size(); ++col) {
    for (std::size_t row = 0; row < view.extent(0); ++row) columns[col].push_back(view(row, col));
  }
  return columns;
}

std::string messageOf(const std::string& name, const ProblemOptions& options) {
  try {
    makeProblem(name, options, world());
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

void expectInMessage(const std::string& message, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(message.find(part), std::string::npos) << message << " | " << part;
}

/// Options that make every random choice and coefficient matter.
ProblemOptions interesting(const ProblemDescription& problem) {
  ProblemOptions options = sized(4, 3, problem.dimension == 2 ? 0 : 5);
  if (problem.name == "triangles2d" || problem.name == "lshape") options = sized(1, 0, 0);
  for (const std::string& option : problem.options) {
    if (option == "contrast") options.contrast = 1000;
    if (option == "stretch") options.stretch = 3;
    if (option == "angle") options.angle = 30;
    if (option == "deviation") options.deviation = 3;
    if (option == "seed") options.seed = 17;
  }
  return options;
}

}  // namespace

TEST(MpiGallery, RigidBodyMotionsHaveNoForcesAwayFromTheClamp) {
  for (const double contrast : {1.0, 1e3}) {
    ProblemOptions options = sized(5, 4, 3);
    options.contrast = contrast;
    options.stretch = 4;
    const Problem problem = makeProblem("elasticity3d", options, world());
    EXPECT_EQ(problem.dofsPerNode, 3);
    ASSERT_EQ(problem.nearKernel->getNumVectors(), 6u);
    TpetraMultiVector forces(problem.matrix->getRangeMap(), 6);
    problem.matrix->apply(*problem.nearKernel, forces);
    const auto columns = ownedColumns(forces);
    for (std::size_t mode = 0; mode < 6; ++mode) {
      double atClamp = 0;
      for (std::size_t row = 0; row < columns[mode].size(); ++row) {
        const GlobalOrdinal node = forces.getMap()->getGlobalElement(static_cast<LocalOrdinal>(row)) / 3;
        if (node % 5 == 0) atClamp = std::max(atClamp, std::abs(columns[mode][row]));
        else EXPECT_NEAR(columns[mode][row], 0.0, 1e-12 * contrast) << mode << " " << node;
      }
      double largest = 0;
      Teuchos::reduceAll(*world(), Teuchos::REDUCE_MAX, atClamp, Teuchos::outArg(largest));
      EXPECT_GT(largest, 0.1);
    }
  }
}

TEST(MpiGallery, RigidBodyModesFitTheCoordinates) {
  ProblemOptions options = sized(3, 4, 2);
  options.stretch = 0.5;
  const Problem problem = makeProblem("elasticity3d", options, world());
  const auto coordinates = ownedColumns(*problem.coordinates);
  const auto modes = ownedColumns(*problem.nearKernel);
  ASSERT_EQ(modes[0].size(), 3 * coordinates[0].size());
  for (std::size_t node = 0; node < coordinates[0].size(); ++node) {
    const GlobalOrdinal global = problem.coordinates->getMap()->getGlobalElement(static_cast<LocalOrdinal>(node));
    EXPECT_EQ(problem.matrix->getRowMap()->getGlobalElement(static_cast<LocalOrdinal>(3 * node)), 3 * global);
    EXPECT_EQ(coordinates[0][node], 1.0 + static_cast<double>(global % 3));
    EXPECT_EQ(coordinates[1][node], static_cast<double>(global / 3 % 4));
    EXPECT_EQ(coordinates[2][node], 0.5 * static_cast<double>(global / 12));
    const double x = coordinates[0][node] - 2, y = coordinates[1][node] - 1.5, z = coordinates[2][node] - 0.25;
    const double expected[6][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -z, y}, {z, 0, -x}, {-y, x, 0}};
    for (int mode = 0; mode < 6; ++mode) {
      for (int component = 0; component < 3; ++component) {
        EXPECT_EQ(modes[mode][3 * node + component], expected[mode][component]);
      }
    }
  }
}

TEST(MpiGallery, EveryProblemIsTheSameOnAnyNumberOfRanks) {
  for (const ProblemDescription& description : problems()) {
    const ProblemOptions options = interesting(description);
    const Problem whole = makeProblem(description.name, options, alone());
    const Problem parts = makeProblem(description.name, options, world());
    EXPECT_EQ(parts.dofsPerNode, description.dofsPerNode);
    EXPECT_EQ(parts.matrix->getGlobalNumRows(), whole.matrix->getGlobalNumRows());
    EXPECT_EQ(parts.matrix->getGlobalNumEntries(), whole.matrix->getGlobalNumEntries());
    const auto rows = ownedRows(*whole.matrix);
    for (const auto& [row, entries] : ownedRows(*parts.matrix)) EXPECT_EQ(entries, rows.at(row)) << description.name;

    const auto expectOwnedPart = [](const TpetraMultiVector& part, const TpetraMultiVector& all) {
      const auto partColumns = ownedColumns(part), allColumns = ownedColumns(all);
      ASSERT_EQ(partColumns.size(), allColumns.size());
      for (std::size_t col = 0; col < partColumns.size(); ++col) {
        for (std::size_t row = 0; row < partColumns[col].size(); ++row) {
          EXPECT_EQ(partColumns[col][row],
                    allColumns[col][part.getMap()->getGlobalElement(static_cast<LocalOrdinal>(row))]);
        }
      }
    };
    EXPECT_EQ(static_cast<int>(parts.coordinates->getNumVectors()), description.dimension);
    expectOwnedPart(*parts.coordinates, *whole.coordinates);
    EXPECT_TRUE(parts.nearKernel->getMap()->isSameAs(*parts.matrix->getRowMap()));
    expectOwnedPart(*parts.nearKernel, *whole.nearKernel);
  }
}

TEST(MpiGallery, MoreRanksThanNodes) {
  const Problem one = makeProblem("laplace3d7", sized(1, 0, 0), world());
  EXPECT_EQ(one.matrix->getGlobalNumRows(), 1u);
  EXPECT_EQ(one.matrix->getGlobalNumEntries(), 1u);
  const Problem two = makeProblem("laplace3d27", sized(1, 2, 1), world());
  EXPECT_EQ(two.matrix->getGlobalNumEntries(), 4u);
  const Problem four = makeProblem("elasticity3d", sized(1, 2, 2), world());
  EXPECT_EQ(four.matrix->getGlobalNumRows(), 12u);
  EXPECT_EQ(four.matrix->getGlobalNumEntries(), 144u);
  EXPECT_EQ(TrilinosVersion::numLocal(*four.matrix->getRowMap()) % 3, 0u);
}

TEST(MpiGallery, RowSumsOfLaplaciansAreZeroInside) {
  for (const char* name : {"laplace3d7", "laplace3d27"}) {
    const Problem problem = makeProblem(name, sized(5, 4, 3), world());
    const auto sums = makeRightHandSide("A*ones", *problem.matrix);
    const auto values = ownedColumns(*sums)[0];
    for (std::size_t row = 0; row < values.size(); ++row) {
      const GlobalOrdinal node = sums->getMap()->getGlobalElement(static_cast<LocalOrdinal>(row));
      const GlobalOrdinal i = node % 5, j = node / 5 % 4, k = node / 20;
      const bool interior = i > 0 && i < 4 && j > 0 && j < 3 && k > 0 && k < 2;
      if (interior) EXPECT_EQ(values[row], 0.0);
      else EXPECT_GE(values[row], 1.0);
    }
  }
}

TEST(MpiGallery, RandomRightHandSideIsTheSameOnAnyNumberOfRanks) {
  const Problem parts = makeProblem("laplace3d7", sized(7, 6, 5), world());
  const auto b = makeRightHandSide("random", *parts.matrix, 42);
  EXPECT_TRUE(b->getMap()->isSameAs(*parts.matrix->getRangeMap()));
  const auto values = ownedColumns(*b)[0];
  for (std::size_t row = 0; row < values.size(); ++row) {
    EXPECT_EQ(values[row], globalUniform(42, b->getMap()->getGlobalElement(static_cast<LocalOrdinal>(row))));
    EXPECT_GT(values[row], -1.0);
    EXPECT_LT(values[row], 1.0);
  }
  const auto other = ownedColumns(*makeRightHandSide("random", *parts.matrix, 43))[0];
  EXPECT_TRUE(values.empty() || values != other);
}

TEST(MpiGallery, OnesAndUnknownRightHandSides) {
  const Problem problem = makeProblem("elasticity3d", sized(2, 0, 0), world());
  const auto ones = ownedColumns(*makeRightHandSide("ones", *problem.matrix))[0];
  for (const double value : ones) EXPECT_EQ(value, 1.0);
  for (const std::string& kind : rightHandSideKinds()) EXPECT_FALSE(makeRightHandSide(kind, *problem.matrix).is_null());
  try {
    makeRightHandSide("zero", *problem.matrix);
    FAIL();
  } catch (const InputError& error) {
    expectInMessage(error.what(), {"\"zero\"", "random", "ones", "A*ones"});
  }
}

TEST(MpiGallery, ErrorsNameTheChoices) {
  expectInMessage(messageOf("laplace2d", {}),
                  {"laplace2d", "laplace3d7", "laplace3d27", "anisotropic2d", "jumps3d", "elasticity3d"});
  expectInMessage(messageOf("laplace3d7", sized(0, 0, 0)), {"nx is 0", "[1, 100000]"});
  expectInMessage(messageOf("laplace3d7", sized(3, -1, 0)), {"ny is -1", "[1, 100000]"});
  expectInMessage(messageOf("laplace3d7", sized(3, 3, 100001)), {"nz is 100001", "[1, 100000]"});
  expectInMessage(messageOf("laplace3d27", sized(100000, 0, 0)), {"columns", "more ranks"});
  expectInMessage(messageOf("anisotropic2d", sized(4, 4, 2)), {"nz is 2", "[1, 1]"});
  expectInMessage(messageOf("elasticity3d", sized(1, 0, 0)), {"ny is 1", "[2, 100000]"});
  expectInMessage(messageOf("triangles2d", sized(10, 0, 0)), {"refinements", "[0, 9]"});
  expectInMessage(messageOf("triangles2d", sized(2, 2, 0)), {"refinements", "[0, 9]"});

  ProblemOptions options;
  options.contrast = -1;
  expectInMessage(messageOf("jumps3d", options), {"contrast is -1", "[1e-12, 1e+12]"});
  expectInMessage(messageOf("laplace3d7", options), {"does not read", "contrast", "none"});
  expectInMessage(messageOf("anisotropic2d", options), {"does not read", "--contrast", "--anisotropy, --angle"});
  options = {};
  options.poissonRatio = 0.5;
  expectInMessage(messageOf("elasticity3d", options), {"--poisson-ratio is 0.5", "[0, 0.499]"});
  options = {};
  options.angle = std::nan("");
  expectInMessage(messageOf("anisotropic2d", options), {"angle is nan", "[-360, 360]"});
}
