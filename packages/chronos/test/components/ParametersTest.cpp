// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Error.hpp"
#include "Chronos_Parameters.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <filesystem>

namespace Chronos::Test {
namespace {

std::string messageOf(const Teuchos::ParameterList& list) {
  try {
    readParameters(list);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Parameters, EmptyListGivesTheDefaults) {
  const Parameters parameters = readParameters(Teuchos::ParameterList());
  EXPECT_EQ(parameters.type, "auto");
  EXPECT_EQ(parameters.given->numParams(), 0);
  EXPECT_EQ(parameters.smoothers.of<AdaptiveFsaiParameters>("adaptive fsai").maxSteps,
            AdaptiveFsaiParameters().maxSteps);
}

TEST(Parameters, WrittenListReadsBackAndValidates) {
  for (const auto& [name, description] : presets()) {
    const auto list = toParameterList(preset(name));
    const auto first = describe(preset(name)), second = describe(readParameters(*list));
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].value, second[i].value) << first[i].name;
    EXPECT_NO_THROW(list->validateParameters(*toParameterList(Parameters())));
    EXPECT_FALSE(description.empty());
  }
}

TEST(Parameters, WithAutoAllThatIsGivenHolds) {
  Teuchos::ParameterList list;
  list.sublist("amg").set("cycle", std::string("V"));
  list.sublist("solver").set("tolerance", 1e-5);
  const Parameters wanted = readParameters(list);
  const Parameters chosen = withGiven(preset("mechanics"), wanted);
  EXPECT_EQ(preset("mechanics").amg.cycle, CycleKind::W);
  EXPECT_EQ(chosen.amg.cycle, CycleKind::V);
  EXPECT_EQ(chosen.solver.tolerance, 1e-5);
  EXPECT_EQ(chosen.amg.unsmoothedLevels, preset("mechanics").amg.unsmoothedLevels);
}

// What a list gave of the solver a program may change: its own value holds.
TEST(Parameters, WithAutoTheSolverIsTheProgramsToChange) {
  Teuchos::ParameterList list;
  list.sublist("solver").set("tolerance", 1e-5);
  Parameters wanted = readParameters(list);
  EXPECT_EQ(wanted.given->numParams(), 0);
  wanted.solver.tolerance = 1e-3;
  EXPECT_EQ(withGiven(preset("mechanics"), wanted).solver.tolerance, 1e-3);
}

// A file of all parameters says nothing by those that have their defaults.
TEST(Parameters, WithAutoACompleteListHoldsWhereItDiffers) {
  const auto list = toParameterList(Parameters());
  EXPECT_EQ(readParameters(*list).given->numParams(), 0);
  list->sublist("amg").sublist("interpolation").set("maximum entries", 7);
  const Parameters chosen = withGiven(preset("mechanics"), readParameters(*list));
  EXPECT_EQ(chosen.amg.level.interpolation.maxEntries, 7);
  EXPECT_EQ(chosen.amg.cycle, CycleKind::W);
  EXPECT_EQ(chosen.amg.level.interpolation.method.name(), "bamg");
}

TEST(Parameters, WithAutoWhatNoChoiceMayUseIsRefused) {
  Teuchos::ParameterList list;
  list.sublist("adaptive fsai").set("maximum steps", 7);
  EXPECT_NE(messageOf(list).find("'adaptive fsai' is given, but `type` is auto"), std::string::npos);
  list.set("type", std::string("adaptive fsai"));
  EXPECT_EQ(messageOf(list), "");
  Parameters ofProgram;
  EXPECT_NO_THROW(checkAutomatic(ofProgram));
  ofProgram.solver.tolerance = 1e-4;
  EXPECT_NO_THROW(checkAutomatic(ofProgram));
  ofProgram.amg.cycle = CycleKind::F;
  EXPECT_THROW(checkAutomatic(ofProgram), InputError);
  Teuchos::ParameterList multigrid;
  multigrid.sublist("amg").set("maximum levels", 4);
  Parameters ofBoth = readParameters(multigrid);
  EXPECT_NO_THROW(checkAutomatic(ofBoth));
  ofBoth.amg.perLevel[1] = LevelParameters();
  EXPECT_THROW(checkAutomatic(ofBoth), InputError);
  multigrid.set("preset", std::string("mechanics"));
  multigrid.set("type", std::string("auto"));
  EXPECT_NE(messageOf(multigrid).find("leave out one"), std::string::npos);
}

TEST(Parameters, EveryParameterIsDocumented) {
  for (const ParameterEntry& entry : describe(Parameters())) {
    EXPECT_GT(entry.documentation.size(), 10u) << entry.name;
    EXPECT_FALSE(entry.range.empty()) << entry.name;
  }
}

TEST(Parameters, LevelsMayHaveParametersOfTheirOwn) {
  Teuchos::ParameterList list;
  // Named before the values of all levels, which it starts from all the same.
  list.sublist("amg").sublist("level 2").sublist("interpolation").set("type", std::string("classical"));
  list.sublist("amg").sublist("interpolation").set("maximum entries", 5);
  list.sublist("amg").sublist("smoother").sublist("adaptive fsai").set("maximum steps", 9);
  const Parameters parameters = readParameters(list);
  EXPECT_EQ(parameters.amg.at(1).interpolation.method.name(), "extended+i");
  EXPECT_EQ(parameters.amg.at(1).smoother.method.of<AdaptiveFsaiParameters>("adaptive fsai").maxSteps, 9);
  EXPECT_EQ(parameters.amg.at(2).interpolation.method.name(), "classical");
  EXPECT_EQ(parameters.amg.at(2).interpolation.maxEntries, 5);
  EXPECT_EQ(parameters.amg.at(2).smoother.method.of<AdaptiveFsaiParameters>("adaptive fsai").maxSteps, 9);
  const Parameters again = readParameters(*toParameterList(parameters));
  EXPECT_EQ(again.amg.at(2).interpolation.method.name(), "classical");
  EXPECT_EQ(again.amg.perLevel.size(), 1u);

  Teuchos::ParameterList wrong;
  wrong.sublist("amg").sublist("level 1").sublist("strength").set("threshold", 2.0);
  EXPECT_NE(messageOf(wrong).find("'threshold' in list 'amg/level 1/strength' is 2"), std::string::npos)
      << messageOf(wrong);
  Teuchos::ParameterList noNumber;
  noNumber.sublist("amg").sublist("level one");
  EXPECT_NE(messageOf(noNumber).find("level N/"), std::string::npos) << messageOf(noNumber);
}

TEST(Parameters, FilesOfPresetsAreThePresets) {
  for (const std::string name : {"flow", "aggregation", "bootcmatch", "smoothed aggregation", "flat cells", "mechanics",
                                 "strong mechanics", "geomechanics", "shells"}) {
    std::string fileName = name;
    std::replace(fileName.begin(), fileName.end(), ' ', '_');
    const auto file = describe(readParameters(*readXml(CHRONOS_XML_DIR "/" + fileName + ".xml", *world())));
    const auto named = describe(preset(name));
    ASSERT_EQ(file.size(), named.size());
    for (std::size_t i = 0; i < named.size(); ++i)
      EXPECT_EQ(file[i].value, named[i].value) << name << ": " << named[i].list << '/' << named[i].name;
  }
}

TEST(Parameters, ErrorsNameListKeyAndAllowedValues) {
  Teuchos::ParameterList unknown;
  unknown.sublist("adaptive fsai").set("maximum stepz", 3);
  EXPECT_NE(messageOf(unknown).find("'maximum stepz' in list 'adaptive fsai' is unknown"), std::string::npos)
      << messageOf(unknown);
  EXPECT_NE(messageOf(unknown).find("maximum steps"), std::string::npos);

  const auto expectText = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  const std::string text = messageOf(unknown);
  EXPECT_EQ(text.find("Did you mean"), text.rfind("Did you mean")) << text;
  Teuchos::ParameterList above;
  above.set("cycle", std::string("W"));
  expectText(messageOf(above), "'cycle' is known in 'amg'.");
  Teuchos::ParameterList astray;
  astray.sublist("solver").sublist("smoother").set("damping", 1.0);
  expectText(messageOf(astray), "'smoother' is known in 'amg', 'amg/precision'.");
  Teuchos::ParameterList ofLevel;
  ofLevel.sublist("amg").sublist("level 1").sublist("smoother").sublist("adaptive fsai").set("maximum steps", -1);
  EXPECT_EQ(messageOf(ofLevel).find("known in"), std::string::npos) << messageOf(ofLevel);
  EXPECT_NE(messageOf(ofLevel).find("is -1, allowed"), std::string::npos) << messageOf(ofLevel);
  Teuchos::ParameterList misspelt;
  misspelt.set("tolerence", 1e-6);
  expectText(messageOf(misspelt), "Did you mean 'tolerance'? It is known in 'adaptive fsai', 'solver'");

  Teuchos::ParameterList range;
  range.sublist("adaptive fsai").set("maximum steps", -1);
  EXPECT_NE(messageOf(range).find("is -1, allowed: 0 .. 1000"), std::string::npos) << messageOf(range);

  Teuchos::ParameterList type;
  type.sublist("solver").set("tolerance", std::string("small"));
  EXPECT_NE(messageOf(type).find("'tolerance' in list 'solver' must be a double"), std::string::npos)
      << messageOf(type);

  Teuchos::ParameterList choice;
  choice.set("type", std::string("ilu"));
  EXPECT_NE(messageOf(choice).find("is 'ilu', allowed: auto | adaptive fsai | static fsai | jacobi | l1 jacobi"),
            std::string::npos)
      << messageOf(choice);

  Teuchos::ParameterList notANumber;
  notANumber.sublist("solver").set("tolerance", std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(messageOf(notANumber).empty());

  Teuchos::ParameterList noPreset;
  noPreset.set("preset", std::string("magic"));
  EXPECT_NE(messageOf(noPreset).find("auto, adaptive fsai, light, strong, paper"), std::string::npos)
      << messageOf(noPreset);
}

// Each is in its range; the first level inherits one of them.
TEST(Parameters, AMinimumAboveItsMaximumIsRefusedByBothNames) {
  Teuchos::ParameterList list;
  Teuchos::ParameterList& bamg = list.sublist("amg").sublist("interpolation").sublist("bamg");
  bamg.set("minimum distance", 6);
  const std::string message = messageOf(list);
  EXPECT_NE(message.find("'minimum distance' in list 'amg/interpolation/bamg' is 6"), std::string::npos) << message;
  EXPECT_NE(message.find("above 'maximum distance', which is 5"), std::string::npos) << message;
  bamg.set("maximum distance", 6);
  EXPECT_EQ(messageOf(list), "");
  list.sublist("amg").sublist("level 0").sublist("interpolation").sublist("bamg").set("maximum distance", 2);
  EXPECT_NE(messageOf(list).find("'amg/level 0/interpolation/bamg'"), std::string::npos) << messageOf(list);
}

TEST(Parameters, PresetFirstThenValuesAndUserDataIsLeftAlone) {
  Teuchos::ParameterList list;
  list.set("preset", std::string("paper"));
  list.sublist("adaptive fsai").set("maximum steps", 7);
  list.sublist("user data").set("anything", 1);
  const Parameters parameters = readParameters(list);
  EXPECT_EQ(parameters.smoothers.of<AdaptiveFsaiParameters>("adaptive fsai").maxSteps, 7);
  EXPECT_EQ(parameters.smoothers.of<AdaptiveFsaiParameters>("adaptive fsai").stoppingRule, StoppingRule::kaporinRatio);
}

TEST(MpiParameters, XmlFilesOfThePackageAreReadOnEveryRank) {
  int numFiles = 0;
  for (const auto& file : std::filesystem::directory_iterator(CHRONOS_XML_DIR)) {
    EXPECT_NO_THROW(readParameters(*readXml(file.path().string(), *world()))) << file.path();
    ++numFiles;
  }
  EXPECT_GE(numFiles, 2);
}

}  // namespace
}  // namespace Chronos::Test
