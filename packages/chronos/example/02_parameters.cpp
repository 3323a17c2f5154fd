// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Parameters set in code, the errors that wrong ones raise, and what the set-up reports.
#include <Chronos.hpp>

#include <Tpetra_Core.hpp>

#include <cstdio>

// 1-D rod of n cells whose stiffness alternates between 1 and 1000, fixed at both ends.
Teuchos::RCP<Chronos::TpetraCrsMatrix> rod(long long n) {
  using GlobalIndex = Chronos::GlobalOrdinal;
  const auto stiffness = [](long long cell) { return cell % 2 == 0 ? 1.0 : 1000.0; };
  const auto map = Teuchos::rcp(new Chronos::Map(n, 0, Tpetra::getDefaultComm()));
  const auto A = Teuchos::rcp(new Chronos::TpetraCrsMatrix(map, 3));
  for (GlobalIndex row = map->getMinGlobalIndex(); row <= map->getMaxGlobalIndex(); ++row) {
    const double left = stiffness(row), right = stiffness(row + 1);
    A->insertGlobalValues(row, Teuchos::tuple<GlobalIndex>(row), Teuchos::tuple(left + right));
    if (row > 0) A->insertGlobalValues(row, Teuchos::tuple<GlobalIndex>(row - 1), Teuchos::tuple(-left));
    if (row + 1 < n) A->insertGlobalValues(row, Teuchos::tuple<GlobalIndex>(row + 1), Teuchos::tuple(-right));
  }
  A->fillComplete();
  return A;
}

int run() {
  const auto A = rod(1000);
  const bool talks = A->getComm()->getRank() == 0;

  // As in an XML file: one sublist for each component. What is not set keeps its default.
  Teuchos::ParameterList list;
  list.set("type", "adaptive fsai");
  list.sublist("adaptive fsai").set("maximum steps", 40);
  list.sublist("adaptive fsai").set("entries per step", 2);
  list.sublist("solver").set("tolerance", 1e-10);

  // A wrong name, type or value is an error that says what would be right; nothing is changed then.
  Chronos::Preconditioner<> M(A);
  Teuchos::ParameterList wrong;
  wrong.sublist("adaptive fsai").set("maximum step", 40);
  try {
    M.setParameters(wrong);
    return 1;
  } catch (const Chronos::InputError& error) {
    if (talks) std::printf("refused, as it should be: %s\n\n", error.what());
  }

  M.setParameters(list);
  M.compute();

  const Chronos::SmootherReport& report = M.report();
  if (talks) {
    std::printf("%s: density %.2f, longest row %lld, %.0f bytes, set up in %.3f s\n", report.name.c_str(),
                report.density, report.longestRow, report.bytes, M.computeSeconds());
    for (const auto& [phase, seconds] : report.phases) std::printf("  %-24s %.4f s\n", phase.c_str(), seconds);
    std::printf("\nall parameters in force\n");
    for (const Chronos::ParameterEntry& entry : Chronos::describe(M.parameters()))
      std::printf("  %-16s %-28s %s\n", entry.list.c_str(), entry.name.c_str(), entry.value.c_str());
  }
  return 0;
}

int main(int argc, char* argv[]) {
  Tpetra::ScopeGuard scope(&argc, &argv);
  try {
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
