// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ChildProcess.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_Interrupt.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace Chronos::Command {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File scratchFile() {
  File file(std::tmpfile());
  if (!file) throw InputError("No file can be made for the output of a program: check the space left in /tmp.");
  return file;
}

std::string contents(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof(buffer), file)) > 0;) text.append(buffer, n);
  return text;
}

}  // namespace

ChildResult runChild(const std::vector<std::string>& words, double seconds) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  const File out = scratchFile(), error = scratchFile();
  const pid_t child = fork();
  if (child < 0) throw InputError("No process can be made for '" + words.front() + "'.");
  if (child == 0) {
    dup2(fileno(out.get()), STDOUT_FILENO);
    dup2(fileno(error.get()), STDERR_FILENO);
    if (std::freopen("/dev/null", "r", stdin) != nullptr) execvp(pointers.front(), pointers.data());
    _exit(127);
  }
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  ChildResult result;
  int status = 0;
  bool isStopped = false;
  for (pid_t ended = 0; ended != child;) {
    ended = waitpid(child, &status, WNOHANG);
    if (ended < 0 && errno != EINTR) break;
    if (ended == child) break;
    if (!result.isLate && std::chrono::duration<double>(Clock::now() - start).count() > seconds) {
      result.isLate = true;
      kill(child, SIGKILL);
    }
    // One typed at the terminal has come to the program, too; one sent to this process has not.
    if (!isStopped && signalReceived()) {
      isStopped = true;
      kill(child, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (isStopped) throw Interrupted();
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = contents(out.get());
  result.error = contents(error.get());
  return result;
}

}  // namespace Chronos::Command
