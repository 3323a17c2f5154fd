// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Time steps: pressure in a reservoir drops in ten steps, the body compacts and becomes stiffer. Newton's method in
// each step, the preconditioner renewed when it pays. ParaView opens NAME.pvd.
//   mpirun -np 2 ./10_time_steps [unknowns along an edge: 10] [rule | anew] [NAME]
#include <Chronos.hpp>
#include <Chronos_Reservoir.hpp>
#include <Chronos_VtkFile.hpp>

#include <Tpetra_Core.hpp>

#include <cstdio>
#include <cstdlib>

constexpr int numSteps = 10;
constexpr double lastDrop = 2.0;  // of the pressure, in units that compact by about a hundredth
constexpr double outerTolerance = 1e-6, innerTolerance = 1e-4;

double norm(const Chronos::TpetraMultiVector& x) {
  Teuchos::Array<double> result(1);
  x.norm2(result());
  return result[0];
}

Teuchos::ParameterList parameters(const Chronos::Reservoir& reservoir) {
  Teuchos::ParameterList list;
  list.set("preset", "smoothed aggregation");
  // The matrix keeps its object and changes its values: what is kept must not read them.
  list.sublist("amg").set("reuse", "all");
  list.sublist("solver").set("tolerance", innerTolerance);
  list.sublist("user data").set("Coordinates", reservoir.coordinates());
  return list;
}

class Simulation {
 public:
  Simulation(const Chronos::ProblemOptions& options, bool anew)
      : reservoir_(options, Tpetra::getDefaultComm()),
        anew_(anew),
        A_(reservoir_.makeMatrix()),
        M_(A_),
        u_(Teuchos::rcp(new Chronos::TpetraMultiVector(reservoir_.rowMap(), 1))),
        du_(reservoir_.rowMap(), 1) {
    M_.setParameters(parameters(reservoir_));
  }

  // Newton's method; false where it does not end.
  bool step(double drop) {
    newtonSteps_ = iterations_ = 0;
    const double whole = norm(*reservoir_.load(drop));
    for (; newtonSteps_ < 20; ++newtonSteps_) {
      const auto r = reservoir_.residual(drop, *u_);
      if (norm(*r) <= outerTolerance * whole) return true;
      reservoir_.setTangent(*u_, *A_);
      const Chronos::Renewal done = M_.renew(anew_ ? Chronos::Renewal::setUp : policy_.next());
      policy_.renewed(done, M_.computeSeconds());
      ++renewals_[static_cast<int>(done)];
      setUpSeconds_ += M_.computeSeconds();
      du_.putScalar(0);
      const Chronos::SystemResult result = Chronos::solve(M_, *r, du_);
      const bool converged = result.status == Chronos::SolveStatus::converged;
      policy_.solved(converged, result.iterations, result.solveSeconds());
      iterations_ += result.iterations;
      solveSeconds_ += result.solveSeconds();
      if (converged) u_->update(1, du_, 1);
    }
    return false;
  }

  void print(int number) const {
    if (u_->getMap()->getComm()->getRank() != 0) return;
    std::printf("%4d  %6d  %10d  %4d  %10d  %6d  %9.3f  %7.3f\n", number, newtonSteps_, iterations_, renewals_[0],
                renewals_[1], renewals_[2], setUpSeconds_, solveSeconds_);
  }

  void write(const std::string& file) const {
    const Chronos::PointGrid grid{reservoir_.grid().nx, reservoir_.grid().ny, reservoir_.grid().nz};
    Chronos::writeVtu(file, *reservoir_.coordinates(), {{"displacement", u_}}, grid);
  }

 private:
  Chronos::Reservoir reservoir_;
  bool anew_;
  Teuchos::RCP<Chronos::TpetraCrsMatrix> A_;
  Chronos::Preconditioner<> M_;
  Chronos::ReusePolicy policy_;
  Teuchos::RCP<Chronos::TpetraMultiVector> u_;
  Chronos::TpetraMultiVector du_;
  int newtonSteps_ = 0, iterations_ = 0, renewals_[3] = {};
  double setUpSeconds_ = 0, solveSeconds_ = 0;
};

int run(int argc, char* argv[]) {
  Chronos::ProblemOptions options;
  options.nx = argc > 1 ? std::atoi(argv[1]) : 10;
  Simulation simulation(options, argc > 2 && std::string(argv[2]) == "anew");
  const auto comm = Tpetra::getDefaultComm();
  if (comm->getRank() == 0) std::printf("step  newton  iterations  kept  new values  set up  set-up, s  solve, s\n");
  std::vector<std::pair<double, std::string>> files;
  for (int step = 1; step <= numSteps; ++step) {
    if (!simulation.step(lastDrop * step / numSteps)) return 1;
    simulation.print(step);
    if (argc < 4) continue;
    files.emplace_back(step, argv[3] + std::to_string(step) + ".vtu");
    simulation.write(files.back().second);
    Chronos::writePvd(std::string(argv[3]) + ".pvd", files, comm);
  }
  return 0;
}

int main(int argc, char* argv[]) {
  Tpetra::ScopeGuard scope(&argc, &argv);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
