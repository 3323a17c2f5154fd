// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_ParseWhole.hpp"
#include "Chronos_Parameters.hpp"
#include "MatrixFiles.hpp"

#include <gtest/gtest.h>

#include <Teuchos_Array.hpp>
#include <Teuchos_TwoDArray.hpp>
#include <Teuchos_XMLParameterListCoreHelpers.hpp>

#include <limits>
#include <sys/stat.h>

namespace Chronos::Test {
namespace {

std::string parameter(const std::string& type, const std::string& value) {
  return "<Parameter name=\"thing\" type=\"" + type + "\" value=\"" + value + "\"/>";
}

std::string inLists(const std::string& text) {
  return "<ParameterList name=\"Chronos\">\n<ParameterList name=\"outer\"><ParameterList name=\"inner\">" + text +
         "</ParameterList></ParameterList>\n</ParameterList>\n";
}

// What readXml says of a file with this text; the same on all ranks, or this throws.
std::string messageOf(const std::string& text) {
  const TemporaryFile file(text);
  std::string message;
  try {
    readXml(file.path(), *world());
  } catch (const InputError& error) {
    message = error.what();
  }
  const auto hash = static_cast<long long>(std::hash<std::string>()(message));
  if (maxOverRanks(*world(), hash) != minOverRanks(*world(), hash)) throw std::logic_error("ranks differ: " + message);
  const std::size_t at = message.find(file.path());
  return at == std::string::npos ? message : message.replace(at, file.path().size(), "FILE");
}

Teuchos::ParameterList innerOf(const std::string& text) {
  const TemporaryFile file(inLists(text));
  return readXml(file.path(), *world())->sublist("outer").sublist("inner");
}

// The parser calls itself for each list: 100,000 of them were more than a stack holds.
TEST(MpiParameterFile, ListsNestedVeryDeepAreRefused) {
  std::string open, close;
  for (int depth = 0; depth < 100000; ++depth) {
    open += "<ParameterList name=\"a\">";
    close += "</ParameterList>";
  }
  EXPECT_NE(messageOf(open + close).find("nests lists more than 100 deep"), std::string::npos);
  std::string beside = "<!-- " + open + " -->";
  for (int i = 0; i < 300; ++i) beside += "<ParameterList name=\"a" + std::to_string(i) + "\"></ParameterList>";
  for (int i = 0; i < 300; ++i) beside += "<Parameter name=\"b" + std::to_string(i) + "\" type=\"int\" value=\"1\"/>";
  EXPECT_EQ(messageOf(inLists(beside)), "");
}

TEST(MpiParameterFile, AByteOrderMarkIsPassedOver) {
  const std::string byteOrderMark = "\xEF\xBB\xBF", list = inLists(parameter("int", "3"));
  const TemporaryFile file(byteOrderMark + list);
  EXPECT_EQ(readXml(file.path(), *world())->sublist("outer").sublist("inner").get<int>("thing"), 3);
  EXPECT_NE(messageOf(byteOrderMark).find("is empty"), std::string::npos);
}

// Rank 0 alone reads, and waits for seconds: two ranks tell whether the other waits with it.
TEST(MpiParameterFile, AFifoIntoWhichNobodyWritesIsNotWaitedForForever) {
  if (world()->getSize() > 2) GTEST_SKIP() << "as on two ranks";
  const TemporaryFile name;
  const int made = world()->getRank() == 0 ? ::mkfifo(name.path().c_str(), 0600) : 0;
  ASSERT_EQ(made, 0);
  world()->barrier();
  EXPECT_THROW(readXml(name.path(), *world()), InputError);
}

TEST(MpiParameterFile, TextThatIsNoValueOfItsTypeIsRefused) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> wrong = {
      {"double", {"1,0e-8", "ten", "", " ", "1e", "1e-8x", "1d-8", "0x1p3", "nan", "inf", "-inf", "1 2", "+-1", "--1"}},
      {"double", {"1e400", "-1e400", "1e-400"}},
      {"float", {"1,5", "1e39", "nan"}},
      {"int", {"5junk", "ten", "", "1e3", "2.5", "2.0", "0x10", "2147483648", "-2147483649", "5 6", "+"}},
      {"short int", {"32768", "x"}},
      {"unsigned int", {"-1", "4294967296"}},
      {"long long", {"9223372036854775808", "7L"}},
      {"unsigned long long", {"-1"}},
      {"bool", {"2", "tru", "true ", "", "on"}},
      {"char", {"ab", ""}},
      {"Array(double)", {"{1, 2, x}", "{1,,2}", "1, 2", "{1;2}", "{1,2"}},
      {"Array(int)", {"{1, 2.5}", "{5junk}"}},
      {"TwoDArray(double)", {"1x2:{1, ten}"}}};
  for (const auto& [type, texts] : wrong)
    for (const std::string& text : texts) {
      const std::string message = messageOf(inLists(parameter(type, text)));
      EXPECT_EQ(message.find("Parameter 'thing' in list 'outer/inner' of the file 'FILE' is '" + text + "', which "),
                0u)
          << type << " '" << text << "': " << message;
      EXPECT_EQ(message.find("Throw"), std::string::npos) << message;
    }
}

TEST(MpiParameterFile, MessageNamesTextAndType) {
  EXPECT_EQ(
      messageOf(inLists(parameter("double", "1,0e-8"))),
      "Parameter 'thing' in list 'outer/inner' of the file 'FILE' is '1,0e-8', which is no number of type double, "
      "such as 0.01 or 1e-8.");
  EXPECT_EQ(messageOf("<ParameterList>" + parameter("int", "99999999999") + "</ParameterList>"),
            "Parameter 'thing' of the file 'FILE' is '99999999999', which is out of the range of type int.");
}

TEST(MpiParameterFile, GoodTextKeepsItsValue) {
  EXPECT_EQ(innerOf(parameter("double", "1e-8")).get<double>("thing"), 1e-8);
  EXPECT_EQ(innerOf(parameter("double", " +.5 ")).get<double>("thing"), 0.5);
  EXPECT_EQ(innerOf(parameter("double", "7")).get<double>("thing"), 7.0);
  EXPECT_EQ(innerOf(parameter("double", "5.")).get<double>("thing"), 5.0);
  EXPECT_EQ(innerOf(parameter("float", "1.5E2")).get<float>("thing"), 150.0f);
  EXPECT_EQ(innerOf(parameter("int", " -2147483648")).get<int>("thing"), std::numeric_limits<int>::min());
  EXPECT_EQ(innerOf(parameter("int", "+5")).get<int>("thing"), 5);
  EXPECT_EQ(innerOf(parameter("long long", "9223372036854775807")).get<long long>("thing"),
            std::numeric_limits<long long>::max());
  EXPECT_EQ(innerOf(parameter("bool", "true")).get<bool>("thing"), true);
  EXPECT_EQ(innerOf(parameter("bool", "FALSE")).get<bool>("thing"), false);
  EXPECT_EQ(innerOf(parameter("string", "1,0e-8")).get<std::string>("thing"), "1,0e-8");
  EXPECT_EQ(innerOf(parameter("Array(double)", "{1, 2.5e3}")).get<Teuchos::Array<double>>("thing")[1], 2500.0);
  EXPECT_EQ(innerOf(parameter("Array(int)", "{ }")).get<Teuchos::Array<int>>("thing").size(), 0);
  EXPECT_EQ(innerOf(parameter("TwoDArray(int)", "1x2:{3, 4}")).get<Teuchos::TwoDArray<int>>("thing")(0, 1), 4);
}

TEST(MpiParameterFile, WhatTeuchosWritesIsRead) {
  Teuchos::ParameterList list("Chronos");
  list.set("double", 0.1).set("tiny", 1e-300).set("int", -3).set("short", short(3)).set("long", 3L).set("bool", true);
  list.set("long long", 1LL << 60).set("size", std::size_t(7)).set("float", 0.1f).set("text", std::string("a < b & c"));
  list.set("array", Teuchos::Array<double>(3, 0.25)).set("grid", Teuchos::TwoDArray<int>(2, 2, 5));
  list.sublist("all").setParameters(*toParameterList(Parameters()));
  const TemporaryFile file;
  if (world()->getRank() == 0) Teuchos::writeParameterListToXmlFile(list, file.path());
  world()->barrier();
  const auto back = readXml(file.path(), *world());
  EXPECT_TRUE(Teuchos::haveSameValues(list, *back, true));
}

TEST(MpiParameterFile, BrokenFilesAreOneErrorWithoutTeuchosInside) {
  const std::string good = parameter("int", "1");
  const std::vector<std::pair<std::string, std::string>> broken = {
      {"", "is empty"},
      {" \n", "is empty"},
      {"hello", "line 1"},
      {"<ParameterList>\n" + good, "before closing element 'ParameterList' from line 1"},
      {"<ParameterList>" + good + "</ParameterLst>", "line 1"},
      {"<list></list>", "begins with <list>; write <ParameterList"},
      {inLists("<Parametre name=\"a\"/>"), "holds <Parametre> in list 'outer/inner'"},
      {inLists("<Parameter type=\"int\" value=\"1\"/>"), "without a name in list 'outer/inner'"},
      {inLists("<Parameter name=\"a\" value=\"1\"/>"), "has no type"},
      {inLists("<Parameter name=\"a\" type=\"int\"/>"), "has no value"},
      {inLists(parameter("size_t", "1")), "has the type 'size_t', which is unknown; write bool, int"}};
  for (const auto& [text, expected] : broken) {
    const std::string message = messageOf(text);
    EXPECT_NE(message.find(expected), std::string::npos) << message;
    EXPECT_NE(message.find("FILE"), std::string::npos) << message;
    for (const char* inside : {"Throw", ".cpp", "\n", "XMLParameterListReader"})
      EXPECT_EQ(message.find(inside), std::string::npos) << message;
  }
}

TEST(MpiParameterFile, MissingFilesAndFoldersAreOneError) {
  for (const char* path : {"no such file.xml", "/"}) {
    try {
      readXml(path, *world());
      ADD_FAILURE() << path;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find("Cannot read the parameter file '" + std::string(path) + "': "), 0u)
          << error.what();
    }
  }
}

TEST(ParseWhole, TakesTheWholeTextOrNothing) {
  double real = 3;
  EXPECT_EQ(parseWhole("1e-310", real), ParseResult::good);
  EXPECT_GT(real, 0);
  EXPECT_EQ(parseWhole("12x", real), ParseResult::notANumber);
  EXPECT_EQ(parseWhole("1e999", real), ParseResult::outOfRange);
  EXPECT_EQ(parseWhole("infinity", real), ParseResult::notANumber);
  EXPECT_EQ(real, 1e-310);
  int integer = 3;
  EXPECT_EQ(parseWhole("-0", integer), ParseResult::good);
  EXPECT_EQ(parseWhole("+", integer), ParseResult::notANumber);
  EXPECT_EQ(parseWhole("99999999999", integer), ParseResult::outOfRange);
}

}  // namespace
}  // namespace Chronos::Test
