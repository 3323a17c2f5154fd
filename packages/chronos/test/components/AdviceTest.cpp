// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DidYouMean.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_LimitAdvice.hpp"
#include "Chronos_Parameters.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace Chronos::Test {
namespace {

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(DidYouMean, NamesTheNearestOrNothing) {
  const std::vector<std::string> known = {"Nullspace", "Coordinates", "adaptive fsai", "static fsai"};
  EXPECT_EQ(didYouMean("coordinates", known), " Did you mean 'Coordinates'?");
  EXPECT_EQ(didYouMean("null_space", known), " Did you mean 'Nullspace'?");
  EXPECT_EQ(didYouMean("adaptive-fsia", known), " Did you mean 'adaptive fsai'?");
  EXPECT_EQ(didYouMean("statik fsai", known), " Did you mean 'static fsai'?");
  EXPECT_EQ(didYouMean("flwo", {"flow", "cycle"}), " Did you mean 'flow'?");
  EXPECT_EQ(didYouMean("cycel", {"flow", "cycle"}), " Did you mean 'cycle'?");
  EXPECT_EQ(didYouMean("smoother: type", known), "");
  EXPECT_EQ(didYouMean("", known), "");
  EXPECT_EQ(didYouMean("x", {}), "");
  EXPECT_EQ(didYouMean(std::string(100000, 'a'), {std::string(100000, 'a')}), "");
}

std::string messageOf(const std::function<void(Teuchos::ParameterList&)>& fill) {
  Teuchos::ParameterList list;
  fill(list);
  try {
    readParameters(list);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(DidYouMean, ParametersValuesAndPresets) {
  const std::string parameter =
      messageOf([](Teuchos::ParameterList& list) { list.sublist("solver").set("tolerence", 1e-6); });
  EXPECT_TRUE(says(parameter, "Did you mean 'tolerance'?")) << parameter;
  const std::string sublist = messageOf([](Teuchos::ParameterList& list) { list.sublist("Solver"); });
  EXPECT_TRUE(says(sublist, "Did you mean 'solver'?")) << sublist;
  EXPECT_TRUE(says(sublist, "Known here: preset | user data | ")) << sublist;
  const std::string value =
      messageOf([](Teuchos::ParameterList& list) { list.set("type", std::string("adaptive FSAI")); });
  EXPECT_TRUE(says(value, "Did you mean 'adaptive fsai'?")) << value;
  const std::string preset =
      messageOf([](Teuchos::ParameterList& list) { list.set("preset", std::string("mecanics")); });
  EXPECT_TRUE(says(preset, "Did you mean 'mechanics'?")) << preset;
  const std::string type = messageOf([](Teuchos::ParameterList& list) { list.set("preset", std::string("jacobi")); });
  EXPECT_TRUE(says(type, "It is a `type`")) << type;
}

TEST(LimitAdvice, CountsWhatIsLeftAtTheRateOfLate) {
  std::vector<double> history;
  for (int i = 0; i <= 100; ++i) history.push_back(std::pow(0.9, i));
  const std::string text = adviceAtLimit(history, 100, history.back() * std::pow(0.9, 50));
  EXPECT_TRUE(says(text, "The 100 iterations")) << text;
  EXPECT_TRUE(says(text, "about 50 more would do")) << text;
}

TEST(LimitAdvice, StandstillAndShortHistories) {
  std::vector<double> history(400, 1e-3);
  EXPECT_TRUE(says(adviceAtLimit(history, 399, 1e-8), "all but stopped falling"));
  for (std::size_t i = 0; i < history.size(); ++i) history[i] = 1 + 1e-3 * double(i);
  EXPECT_TRUE(says(adviceAtLimit(history, 399, 1e-8), "all but stopped falling"));
  EXPECT_TRUE(says(adviceAtLimit({1.0}, 0, 1e-8), "Raise it."));
  EXPECT_FALSE(says(adviceAtLimit({1, 0.5, 0, 0, 0}, 4, 0), "nan"));
}

}  // namespace
}  // namespace Chronos::Test
