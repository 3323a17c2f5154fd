// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_VtkFile.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_Gallery.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>

using namespace Chronos;
using Test::evenMap;
using Test::mapWithEmptyRank;
using Test::world;

namespace {

std::string contents(const std::string& path) {
  world()->barrier();
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void removeFile(const std::string& path) {
  world()->barrier();
  if (world()->getRank() == 0) std::remove(path.c_str());
}

// The numbers of the data array whose tag has this text.
std::vector<double> numbersOf(const std::string& text, const std::string& tag) {
  const std::size_t at = text.find(tag);
  EXPECT_NE(at, std::string::npos) << tag;
  const std::size_t begin = text.find(">\n", at) + 2;
  std::istringstream words(text.substr(begin, text.find("</DataArray>", begin) - begin));
  std::vector<double> numbers;
  for (double number; words >> number;) numbers.push_back(number);
  return numbers;
}

// Row g has g + 1000 column.
Teuchos::RCP<TpetraMultiVector> counted(const Teuchos::RCP<const Map>& map, int columns) {
  const auto x = Teuchos::rcp(new TpetraMultiVector(map, columns));
  const auto view = x->getLocalViewHost(Tpetra::Access::OverwriteAll);
  for (std::size_t row = 0; row < view.extent(0); ++row)
    for (int column = 0; column < columns; ++column)
      view(row, column) = double(map->getGlobalElement(static_cast<LocalOrdinal>(row))) + 1000 * column;
  return x;
}

std::string messageOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST(MpiVtkFile, AGridHasHexahedraAndVectors) {
  ProblemOptions options;
  options.nx = 3;
  options.ny = 4;
  options.nz = 2;
  options.stretch = 0.5;
  const Problem problem = makeProblem("elasticity3d", options, world());
  const std::string path = "grid.vtu";
  writeVtu(path, *problem.coordinates, {{"displacement", counted(problem.matrix->getRowMap(), 1)}}, {3, 4, 2});
  const std::string text = contents(path);
  EXPECT_NE(text.find(R"(NumberOfPoints="24" NumberOfCells="6")"), std::string::npos) << text;
  const auto points = numbersOf(text, R"(Float64" NumberOfComponents="3")");
  ASSERT_EQ(points.size(), 72u);
  for (int p = 0; p < 24; ++p) {
    EXPECT_EQ(points[3 * p], 1 + p % 3);
    EXPECT_EQ(points[3 * p + 1], p / 3 % 4);
    EXPECT_EQ(points[3 * p + 2], 0.5 * (p / 12));
  }
  const auto corners = numbersOf(text, "connectivity");
  ASSERT_EQ(corners.size(), 48u);
  // Around the lower face, then around the upper one, as VTK's hexahedron has it.
  const double around[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  for (int cell = 0; cell < 6; ++cell) {
    for (int c = 0; c < 8; ++c)
      EXPECT_EQ(corners[8 * cell + c], cell % 2 + around[c][0] + 3 * (cell / 2 + around[c][1]) + 12 * around[c][2]);
  }
  EXPECT_EQ(numbersOf(text, "offsets"), (std::vector<double>{8, 16, 24, 32, 40, 48}));
  EXPECT_EQ(numbersOf(text, "types"), std::vector<double>(6, 12));
  const auto values = numbersOf(text, R"(Name="displacement" NumberOfComponents="3")");
  ASSERT_EQ(values.size(), 72u);
  for (int row = 0; row < 72; ++row) EXPECT_EQ(values[row], row);
  removeFile(path);
}

TEST(MpiVtkFile, PointsAloneAreVerticesAndFlatVectorsGetAThirdComponent) {
  const std::string path = "points.vtu";
  const auto points = counted(mapWithEmptyRank(7), 2);
  writeVtu(path, *points, {{"u", counted(evenMap(14), 2)}, {"p", counted(evenMap(7), 1)}});
  const std::string text = contents(path);
  const auto places = numbersOf(text, R"(Float64" NumberOfComponents="3")");
  ASSERT_EQ(places.size(), 21u);
  for (int p = 0; p < 7; ++p) EXPECT_EQ(places[3 * p + 1], 1000 + p);
  EXPECT_EQ(numbersOf(text, "connectivity"), (std::vector<double>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(numbersOf(text, "types"), std::vector<double>(7, 1));
  const auto second = numbersOf(text, R"(Name="u 2" NumberOfComponents="3")");
  ASSERT_EQ(second.size(), 21u);
  for (int p = 0; p < 7; ++p) {
    EXPECT_EQ(second[3 * p], 1000 + 2 * p);
    EXPECT_EQ(second[3 * p + 1], 1001 + 2 * p);
    EXPECT_EQ(second[3 * p + 2], 0);
  }
  EXPECT_EQ(numbersOf(text, R"(Name="p" NumberOfComponents="1")").size(), 7u);
  removeFile(path);
}

TEST(MpiVtkFile, AFlatGridHasQuadrilaterals) {
  const std::string path = "flat.vtu";
  writeVtu(path, *counted(evenMap(6), 2), {}, {3, 2, 1});
  const std::string text = contents(path);
  EXPECT_EQ(numbersOf(text, "connectivity"), (std::vector<double>{0, 1, 4, 3, 1, 2, 5, 4}));
  EXPECT_EQ(numbersOf(text, "types"), std::vector<double>(2, 9));
  removeFile(path);
}

TEST(MpiVtkFile, StepsAreACollection) {
  const std::string path = "steps.pvd";
  writePvd(path, {{0.5, "a_1.vtu"}, {1, "a_2.vtu"}}, world());
  const std::string text = contents(path);
  EXPECT_NE(text.find(R"(<DataSet timestep="0.5" part="0" file="a_1.vtu"/>)"), std::string::npos) << text;
  EXPECT_NE(text.find(R"(<DataSet timestep="1" part="0" file="a_2.vtu"/>)"), std::string::npos) << text;
  removeFile(path);
}

TEST(MpiVtkFile, WhatDoesNotFitIsSaid) {
  const auto points = counted(evenMap(6), 3);
  const auto contains = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  contains(messageOf([&] { writeVtu("no.vtu", *points, {{"u", counted(evenMap(8), 1)}}); }), "u has 8 rows");
  contains(messageOf([&] { writeVtu("no.vtu", *points, {}, {2, 2, 2}); }), "a grid of 8 points, and 6 coordinates");
  const auto bad = counted(evenMap(6), 1);
  bad->putScalar(std::numeric_limits<double>::infinity());
  contains(messageOf([&] { writeVtu("no.vtu", *points, {{"u", bad}}); }), "infinite");
  contains(messageOf([&] { writeVtu("nowhere/no.vtu", *points, {}); }), "nowhere/no.vtu");
  EXPECT_FALSE(std::ifstream("no.vtu").good());
}
