// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Gallery.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_SetupTable.hpp"
#include "TestComm.hpp"

#include <Teuchos_TimeMonitor.hpp>
#include <Teuchos_VerboseObject.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace Chronos::Test {
namespace {

Teuchos::RCP<TpetraCrsMatrix> cube() {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 12;
  return makeProblem("laplace3d7", options, world()).matrix;
}

Preconditioner<> multigrid() {
  Preconditioner<> M(cube());
  Teuchos::ParameterList list;
  list.set("preset", "flow");
  list.sublist("amg").set("coarse size", 50);
  M.setParameters(list);
  return M;
}

std::string describe(const PreconditionerBase& M, Teuchos::EVerbosityLevel level) {
  std::ostringstream text;
  Teuchos::FancyOStream out(Teuchos::rcpFromRef(static_cast<std::ostream&>(text)));
  M.describe(out, level);
  return text.str();
}

TEST(MpiDescribe, MediumIsTheLevelTableOfTheCommand) {
  auto M = multigrid();
  EXPECT_NE(M.description().find("neither initialized nor computed"), std::string::npos);
  M.initialize();
  EXPECT_NE(M.description().find("not computed"), std::string::npos);
  M.compute();
  std::ostringstream printed;
  printSetup(M.hierarchy()->report, false, printed);
  const std::string table = printed.str();
  EXPECT_NE(table.find("1,728"), std::string::npos) << table;
  EXPECT_GE(std::count(table.begin(), table.end(), '\n'), 3);
  const std::string text = describe(M, Teuchos::VERB_MEDIUM);
  if (world()->getRank() != 0) {
    EXPECT_EQ(text, "");
    return;
  }
  EXPECT_EQ(text.find(M.description()), 0u) << text;
  EXPECT_NE(text.find(table), std::string::npos) << text;
  EXPECT_NE(text.find("set-up by stage: "), std::string::npos) << text;
  EXPECT_EQ(describe(M, Teuchos::VERB_LOW), M.description() + "\n");
  EXPECT_EQ(describe(M, Teuchos::VERB_DEFAULT), M.description() + "\n");
  EXPECT_EQ(describe(M, Teuchos::VERB_NONE), "");
}

TEST(MpiDescribe, OneLevelHasALineAndItsStages) {
  Preconditioner<> M(cube());
  Teuchos::ParameterList list;
  list.set("type", "adaptive fsai");
  M.setParameters(list);
  M.compute();
  const std::string text = describe(M, Teuchos::VERB_MEDIUM);
  if (world()->getRank() != 0) return;
  EXPECT_NE(text.find("adaptive fsai, 1,728 rows, density "), std::string::npos) << text;
  EXPECT_EQ(text.find("level"), std::string::npos) << text;
}

TEST(MpiDescribe, HighTellsHowRowsAreDistributed) {
  Preconditioner<> M(cube());
  Teuchos::ParameterList list;
  list.set("preset", "mechanics");
  list.sublist("amg").set("coarse size", 50);
  M.setParameters(list);
  M.compute();
  ASSERT_FALSE(M.hierarchy()->report.levels.front().distributions.empty());
  const std::string high = describe(M, Teuchos::VERB_HIGH), medium = describe(M, Teuchos::VERB_MEDIUM);
  if (world()->getRank() != 0) return;
  EXPECT_NE(high.find("rows by"), std::string::npos) << high;
  EXPECT_EQ(medium.find("rows by"), std::string::npos) << medium;
}

TEST(MpiDescribe, AutomaticSaysWhyAndSeveralHierarchiesAreAllShown) {
  Preconditioner<> automatic(cube());
  automatic.compute();
  Preconditioner<> M(cube());
  Teuchos::ParameterList list;
  list.set("type", "amg");
  list.sublist("amg").set("coarse size", 50);
  list.sublist("amg").sublist("coarsening").set("type", "matching");
  list.sublist("amg").sublist("composite").set("maximum hierarchies", 2).set("convergence", 0.0);
  M.setParameters(list);
  M.compute();
  ASSERT_EQ(M.multigrid()->parts().size(), 2u);
  const std::string chosen = describe(automatic, Teuchos::VERB_MEDIUM), two = describe(M, Teuchos::VERB_MEDIUM);
  if (world()->getRank() != 0) return;
  EXPECT_NE(chosen.find("  because: " + automatic.choice()->because.front()), std::string::npos) << chosen;
  EXPECT_NE(two.find("  hierarchy 1 of 2: "), std::string::npos) << two;
  EXPECT_NE(two.find("  hierarchy 2 of 2: "), std::string::npos) << two;
}

// What is printed to Teuchos' default stream while it lives.
class DefaultStream {
 public:
  DefaultStream() : former_(Teuchos::VerboseObjectBase::getDefaultOStream()) {
    Teuchos::VerboseObjectBase::setDefaultOStream(
        Teuchos::rcp(new Teuchos::FancyOStream(Teuchos::rcpFromRef(static_cast<std::ostream&>(text_)))));
  }
  ~DefaultStream() { Teuchos::VerboseObjectBase::setDefaultOStream(former_); }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  Teuchos::RCP<Teuchos::FancyOStream> former_;
};

TEST(MpiDescribe, VerbosityPrintsEachSetUp) {
  const std::vector<std::pair<std::string, Teuchos::EVerbosityLevel>> levels = {
      {"none", Teuchos::VERB_NONE}, {"low", Teuchos::VERB_LOW}, {"high", Teuchos::VERB_HIGH}};
  for (const auto& [name, level] : levels) {
    Preconditioner<> M(cube());
    Teuchos::ParameterList list;  // with `type` = `auto`, which must let it through
    list.set("verbosity", name);
    const DefaultStream stream;
    M.setParameters(list);
    M.compute();
    const std::string expected = describe(M, level);
    EXPECT_EQ(stream.text(), expected);
    EXPECT_EQ(expected.empty(), level == Teuchos::VERB_NONE || world()->getRank() != 0);
    M.compute();
    EXPECT_EQ(stream.text().empty(), expected.empty());
    EXPECT_GE(stream.text().size(), expected.size() * 3 / 2);
  }
}

// Kokkos' regions while it lives; one at a time.
class RegionCounter {
 public:
  RegionCounter() {
    counts().clear();
    Kokkos::Tools::Experimental::set_push_region_callback([](const char* name) {
      ++counts()[name];
      ++counts()["open"];
    });
    Kokkos::Tools::Experimental::set_pop_region_callback([] { --counts()["open"]; });
  }
  ~RegionCounter() {
    Kokkos::Tools::Experimental::set_push_region_callback(nullptr);
    Kokkos::Tools::Experimental::set_pop_region_callback(nullptr);
  }
  int of(const std::string& name) const { return counts()[name]; }

 private:
  static std::map<std::string, int>& counts() {
    static std::map<std::string, int> regions;
    return regions;
  }
};

int callsOf(const std::string& name) {
  const auto timer = Teuchos::TimeMonitor::lookupCounter(name);
  return timer.is_null() ? 0 : timer->numCalls();
}

TEST(MpiDescribe, EachStageIsATimerAndARegion) {
  auto M = multigrid();
  const TpetraMultiVector x(M.getDomainMap(), 1);
  TpetraMultiVector y(M.getRangeMap(), 1);
  const RegionCounter regions;
  std::map<std::string, int> before;
  const std::vector<std::string> once = {"Chronos::initialize", "Chronos::compute", "Chronos::coarse solver"};
  const std::vector<std::string> eachLevel = {"Chronos::smoother", "Chronos::strength", "Chronos::coarsening",
                                              "Chronos::interpolation", "Chronos::galerkin"};
  for (const auto* names : {&once, &eachLevel})
    for (const std::string& name : *names) before[name] = callsOf(name);
  before["Chronos::apply"] = callsOf("Chronos::apply");
  M.compute();
  M.apply(x, y);
  M.apply(x, y);

  for (const std::string& name : once) {
    EXPECT_EQ(regions.of(name), 1) << name;
    EXPECT_EQ(callsOf(name) - before[name], 1) << name;
  }
  for (const std::string& name : eachLevel) {
    EXPECT_GE(regions.of(name), 1) << name;
    EXPECT_EQ(callsOf(name) - before[name], regions.of(name)) << name;
  }
  EXPECT_EQ(regions.of("Chronos::apply"), 2);
  EXPECT_EQ(callsOf("Chronos::apply") - before["Chronos::apply"], 2);
  EXPECT_EQ(regions.of("open"), 0);
  // All that the report names is timed under the same name.
  for (const auto& [stage, seconds] : M.report().phases) {
    EXPECT_GE(regions.of("Chronos::" + stage), 1) << stage;
    EXPECT_GE(seconds, 0) << stage;
  }
}

// The summary is collective, and lists of timers that differ would leave it waiting or lose lines.
TEST(MpiDescribe, SummaryOfTimersKnowsTheStagesOnAllRanks) {
  auto M = multigrid();
  M.compute();
  std::ostringstream text;
  Teuchos::TimeMonitor::summarize(world().ptr(), text, false, true, false, Teuchos::Intersection, "Chronos::");
  if (world()->getRank() != 0) return;
  for (const char* name : {"Chronos::compute", "Chronos::smoother", "Chronos::galerkin", "Chronos::coarse solver"})
    EXPECT_NE(text.str().find(name), std::string::npos) << name << '\n' << text.str();
}

}  // namespace
}  // namespace Chronos::Test
