// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include <Tpetra_Core.hpp>
#include <gtest/gtest.h>

#include <mpi.h>

#include <cstdio>
#include <string>

namespace {

// Ranks other than 0 speak only when something fails there.
class FailurePrinter : public ::testing::EmptyTestEventListener {
 public:
  explicit FailurePrinter(int rank) : rank_(rank) {}

  // Kept here: googletest holds its lock while it reports a result, and asking it for the running test then never
  // returns.
  void OnTestStart(const ::testing::TestInfo& test) override {
    name_ = std::string(test.test_suite_name()) + "." + test.name();
  }

  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    const char* kind = result.failed() ? "Failure" : result.skipped() ? "Skipped" : nullptr;
    if (kind == nullptr) return;
    std::fprintf(stderr, "rank %d: %s in %s, %s:%d\n%s\n", rank_, kind, name_.c_str(),
                 result.file_name() ? result.file_name() : "", result.line_number(), result.message());
  }

 private:
  int rank_;
  std::string name_;
};

// A test fails on all ranks when it fails on one: gtest decides per process, ctest sees the launcher's exit status.
int failOnAllRanks(int status) {
  int worst = status;
  MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return worst;
}

}  // namespace

int main(int argc, char** argv) {
  Tpetra::ScopeGuard tpetra(&argc, &argv);
  ::testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) {
    auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new FailurePrinter(rank));
  }
  return failOnAllRanks(RUN_ALL_TESTS());
}
