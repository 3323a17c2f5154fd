// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_OutputCheck.hpp"
#include "Chronos_OutputFile.hpp"
#include "MatrixFiles.hpp"

#include <gtest/gtest.h>

#include <Teuchos_DefaultSerialComm.hpp>

#include <functional>
#include <thread>

#include <sys/stat.h>

namespace Chronos::Test {
namespace {

namespace fs = std::filesystem;

// A folder that all ranks name alike, gone in the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    onRoot([&] { fs::create_directory(path()); });
  }
  ~TemporaryFolder() {
    onRoot([&] { fs::remove_all(path()); });
  }
  std::string path() const { return name_.path(); }
  std::string operator/(const std::string& file) const { return path() + "/" + file; }

  static void onRoot(const std::function<void()>& work) {
    world()->barrier();
    if (world()->getRank() == 0) work();
    world()->barrier();
  }

 private:
  TemporaryFile name_;
};

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

void put(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// Blocks of all ranks in turn, so that each rank has a piece in every part of the file.
constexpr std::size_t blockBytes = 100000;
constexpr int numRounds = 3;

char letterOf(int round, int rank) {
  return static_cast<char>('a' + (7 * round + rank) % 26);
}

std::string expectedText() {
  std::string text;
  for (int round = 0; round < numRounds; ++round)
    for (int rank = 0; rank < world()->getSize(); ++rank) text.append(blockBytes, letterOf(round, rank));
  return text;
}

void writeBlocks(const std::string& path) {
  OutputFile file(path, world());
  for (int round = 0; round < numRounds; ++round) {
    const std::string block(blockBytes, letterOf(round, world()->getRank()));
    const std::uint64_t offset = blockBytes * (round * world()->getSize() + world()->getRank());
    file.write(block.data(), blockBytes / 2, offset);
    file.write(block.data(), blockBytes - blockBytes / 2, offset + blockBytes / 2);
  }
  file.commit();
}

std::string messageOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::size_t numFiles(const TemporaryFolder& folder) {
  return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
}

TEST(MpiOutputFile, LinksStayAndTheirTargetsAreReplaced) {
  const TemporaryFolder folder;
  TemporaryFolder::onRoot([&] {
    fs::create_directory(folder / "below");
    put(folder / "below/old", "old");
    fs::create_symlink("below/old", folder / "link");
    fs::create_symlink("link", folder / "linkOfLink");
    fs::create_symlink("below/new", folder / "dangling");
  });
  for (const auto& [link, target] : {std::pair("linkOfLink", "below/old"), std::pair("dangling", "below/new")}) {
    writeBlocks(folder / link);
    EXPECT_TRUE(fs::is_symlink(folder / link));
    EXPECT_TRUE(contentOf(folder / target) == expectedText());
  }
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(numFiles(folder), 4u);
}

TEST(MpiOutputFile, PermissionsOfAFileStay) {
  const TemporaryFolder folder;
  TemporaryFolder::onRoot([&] {
    put(folder / "mine", "old");
    fs::permissions(folder / "mine", fs::perms::owner_read | fs::perms::owner_write);
  });
  writeBlocks(folder / "mine");
  EXPECT_EQ(fs::status(folder / "mine").permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_TRUE(contentOf(folder / "mine") == expectedText());
}

TEST(MpiOutputFile, FifoIsWrittenInOrder) {
  const TemporaryFolder folder;
  TemporaryFolder::onRoot([&] { ::mkfifo((folder / "fifo").c_str(), 0600); });
  std::string found;
  std::thread reader;
  if (world()->getRank() == 0) reader = std::thread([&] { found = contentOf(folder / "fifo"); });
  writeBlocks(folder / "fifo");
  if (reader.joinable()) reader.join();
  EXPECT_TRUE(world()->getRank() != 0 || found == expectedText());
  EXPECT_TRUE(fs::is_fifo(folder / "fifo"));
}

TEST(MpiOutputFile, ReaderThatGoesAwayIsAnErrorOnAllRanks) {
  const TemporaryFolder folder;
  TemporaryFolder::onRoot([&] { ::mkfifo((folder / "fifo").c_str(), 0600); });
  std::thread reader;
  if (world()->getRank() == 0) reader = std::thread([&] { std::ifstream(folder / "fifo").get(); });
  const std::string message = messageOf([&] { writeBlocks(folder / "fifo"); });
  if (reader.joinable()) reader.join();
  EXPECT_NE(message.find("fifo' failed: Broken pipe"), std::string::npos) << message;
}

// By a link: a test that fails must not replace the device.
TEST(MpiOutputFile, FullDeviceIsAnErrorOnAllRanks) {
  const TemporaryFolder folder;
  TemporaryFolder::onRoot([&] {
    fs::create_symlink("/dev/full", folder / "full");
    fs::create_symlink("/dev/null", folder / "null");
  });
  const std::string message = messageOf([&] { writeBlocks(folder / "full"); });
  EXPECT_NE(message.find("full' failed: No space left"), std::string::npos) << message;
  EXPECT_NO_THROW(writeBlocks(folder / "null"));
  EXPECT_TRUE(fs::is_symlink(folder / "full") && fs::is_symlink(folder / "null"));
  EXPECT_TRUE(fs::is_character_file("/dev/full") && fs::is_character_file("/dev/null"));
}

// As a command does that must not start MPI: the pieces in any order.
TEST(OutputFile, ASerialCommunicatorWritesADevice) {
  const TemporaryFolder folder;
  ::mkfifo((folder / "fifo").c_str(), 0600);
  std::string found;
  std::thread reader([&] { found = contentOf(folder / "fifo"); });
  OutputFile file(folder / "fifo", Teuchos::rcp(new Teuchos::SerialComm<int>()));
  file.write("behind", 6, 3);
  file.write("in ", 3, 0);
  file.commit();
  reader.join();
  EXPECT_EQ(found, "in behind");
}

TEST(MpiOutputFile, WithoutCommitNothingStays) {
  const TemporaryFolder folder;
  TemporaryFolder::onRoot([&] { put(folder / "file", "old"); });
  {
    OutputFile file(folder / "file", world());
    file.write("new", 3, 0);
  }
  world()->barrier();
  EXPECT_EQ(contentOf(folder / "file"), "old");
  EXPECT_EQ(numFiles(folder), 1u);
}

TEST(MpiOutputCheck, OutputsThatAreInputsOrOneFileAreRefused) {
  const TemporaryFolder folder;
  TemporaryFolder::onRoot([&] {
    put(folder / "A", "matrix");
    fs::create_directory(folder / "below");
    fs::create_symlink("A", folder / "link");
    fs::create_symlink("new", folder / "dangling");
    fs::create_symlink("circle", folder / "circle");
    fs::create_hard_link(folder / "A", folder / "hard");
    fs::create_symlink("/dev/null", folder / "null");
    ::mkfifo((folder / "fifo").c_str(), 0600);
  });
  const auto check = [&](const std::string& first, const std::string& second = "") {
    const std::vector<NamedFile> outputs = {{"--json", first.empty() ? "" : folder / first},
                                            {"--solution", second.empty() ? "" : folder / second}};
    return messageOf([&] { checkOutputs(outputs, {{"--rhs", ""}, {"the matrix", folder / "A"}}, *world()); });
  };
  for (const char* name : {"A", "./A", "below/../A", "link", "hard", "below/../link"})
    EXPECT_NE(check(name).find("--json '" + folder / name + "' would overwrite the matrix"), std::string::npos)
        << name << ": " << check(name);
  for (const auto& [first, second] : {std::pair("new", "new"), std::pair("new", "below/../new"),
                                      std::pair("dangling", "new"), std::pair("fifo", "./fifo")})
    EXPECT_NE(check(first, second).find("are one file"), std::string::npos) << first << ' ' << second;
  for (const auto& [first, second] :
       {std::pair("new", "other"), std::pair("null", "null"), std::pair("below/new", "new"),
        std::pair("fifo", "dangling"), std::pair("", "new")})
    EXPECT_EQ(check(first, second), "") << first << ' ' << second;
  for (const auto& [name, why] :
       {std::pair("below", "it is a folder"), std::pair("below/", "it is a folder"), std::pair("circle", "circle"),
        std::pair("nowhere/new", "there is no folder"), std::pair("A/new", "there is no folder")})
    EXPECT_NE(check(name).find(why), std::string::npos) << name << ": " << check(name);
  EXPECT_EQ(contentOf(folder / "A"), "matrix");
}

}  // namespace
}  // namespace Chronos::Test
