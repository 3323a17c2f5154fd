// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PRECONDITIONER_HPP
#define CHRONOS_PRECONDITIONER_HPP

#include "Chronos_Choice.hpp"
#include "Chronos_CompositeCycle.hpp"
#include "Chronos_FoundModes.hpp"
#include "Chronos_HierarchyBuilder.hpp"
#include "Chronos_KrylovSteps.hpp"
#include "Chronos_NearKernelFit.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_NodewiseOrder.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_Renewal.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_TpetraOperators.hpp"

#include <optional>

namespace Chronos {

/// \brief The preconditioner of the build's default types; users meet it as Preconditioner.
class PreconditionerBase : public TpetraOperator, public Operator {
 public:
  /// \param matrix symmetric positive definite, fill complete; row, domain and range map the same. Its arrays are read
  /// as they are, so it has to live as long as the preconditioner and what was taken from it
  explicit PreconditionerBase(const Teuchos::RCP<const TpetraCrsMatrix>& matrix);

  /// \brief Another matrix, or the same one with a pattern that may have changed. Collective.
  ///
  /// Where it stores the entries that the former one stored, what the set-up knows is kept for the next compute(), as
  /// after new values, and what `auto` chose; otherwise all begins anew. Call compute() before the next apply().
  /// \return whether the pattern is that of the former matrix; false too before initialize()
  /// \throws InputError on all ranks: null, not fill complete, not square, maps that differ; nothing is changed then
  bool setMatrix(const Teuchos::RCP<const TpetraCrsMatrix>& matrix);

  /// \brief Reads and validates all parameters; nothing is changed when one is wrong. Local.
  ///
  /// A sublist `user data` may hold `Nullspace` and `Coordinates` (RCP of Tpetra::MultiVector, as MueLu takes them) and
  /// `number of equations` (int, degrees of freedom a node): see setNearKernel() and setCoordinates(); `numbering`
  /// (string, automatic or nodes): see setUnknownNumbering(). What it does not hold stays as it was told before; all
  /// other parameters that `list` does not hold have their defaults.
  /// \throws InputError, see readParameters
  void setParameters(const Teuchos::ParameterList& list);
  void setParameters(const Parameters& parameters);
  const Parameters& parameters() const { return parameters_; }

  /// \brief What `type` = `auto` chose, in the first compute() after setParameters(); null for other types.
  ///
  /// It holds for later values, whatever `reuse` says, until setParameters() or chooseAgain(). The method in use is
  /// that of rung().
  Teuchos::RCP<const Choice> choice() const { return choice_; }
  /// \brief What `type` = `auto` is to choose for: for `solve` a cycle that differs from one application to the next
  /// counts, too (isFixedSymmetric()). Holds from the next choice on. Local.
  void chooseFor(ChoiceUse use) { use_ = use; }
  /// The next compute() chooses anew, with nothing of the former set-up. Local.
  void chooseAgain();
  /// Methods of choice() whose set-up broke down in compute(), and why; the next one was taken.
  const std::vector<std::string>& passedOver() const { return passedOver_; }
  int rung() const { return rung_; }
  /// \brief The next compute() takes the method of this rung of choice(), as solve() does when those before are
  /// slow. Local.
  /// \pre 0 <= rung < choice()->rungs.size()
  void takeRung(int rung);
  /// \brief The next compute() takes choice()->direct, behind which no rung is left: it becomes the one after rung().
  /// Local.
  /// \param because why, a sentence for choice()->because
  /// \pre choice()->direct exists
  void turnToDirect(const std::string& because);
  /// choice()->direct could not be set up: it is none any more. Local.
  void forgetDirect();
  /// What is in use: parameters(), or with `auto` those of the method that was chosen; valid after compute().
  const Parameters& parametersInUse() const {
    return choice_.is_null() ? parameters_ : choice_->rungs[rung_].parameters;
  }
  /// What the choice rests on; valid after compute() with `type` = `auto`.
  const SystemFacts& facts() const { return facts_; }

  /// \brief Vectors of small energy: what multigrid for mechanics must reproduce on coarse levels (thesis 2.2.1).
  /// Local.
  ///
  /// Used by `type` = `amg` where it takes a test space; checked by compute(). Null: none any more.
  /// With `type` = `auto` they count for the choice, which chooseAgain() repeats.
  /// \param vectors one row an unknown, in any distribution of the matrix's global indices; read by compute()
  void setNearKernel(const Teuchos::RCP<const TpetraMultiVector>& vectors);

  /// \brief Positions of the nodes: rigid-body modes follow from them, unless setNearKernel() gives vectors. Local.
  ///
  /// \param coordinates 2 or 3 columns. One row a node, when every node has all its unknowns and unknown g is that of
  ///        node g / degreesOfFreedom; where each rank numbers its unknowns component by component, which is found,
  ///        nodes count rank after rank, and where nodes lack unknowns, which is found too, in the order of their rows.
  ///        Or one row an unknown, the position of its node
  ///
  /// `auto` looks whether rotations by them cancel in the rows of the matrix (NearKernelFit): it goes on as without
  /// positions that do not fit, and its choice and notices() say so; other types use them, and notices() says it.
  /// \param degreesOfFreedom unknowns of a node, translations first, then rotations; 0: what the lengths or the
  ///        components say
  /// \param components with one row an unknown: degree of freedom of each owned unknown at its node, so that unknowns
  ///        may be missing; empty: unknown g has g mod degreesOfFreedom
  void setCoordinates(const Teuchos::RCP<const TpetraMultiVector>& coordinates, int degreesOfFreedom = 0,
                      const std::vector<int>& components = {});

  /// \brief Whether compute() looks in which order unknowns of nodes are numbered, and whether nodes lack some;
  /// automatic where nobody says it. Local.
  void setUnknownNumbering(UnknownNumbering numbering);

  /// \brief What depends on the pattern alone, and the checks of the matrix (see checkMatrix). Collective.
  /// \throws InputError on all ranks
  void initialize();

  /// \brief The preconditioner for the values that the matrix holds now. Collective. Calls initialize() if need be.
  ///
  /// The matrix is not copied where its preconditioner reads it (amg, chebyshev, gauss-seidel): values that
  /// change reach those at once, without what was made for the old ones; call compute() before the next apply().
  /// Where a method uses nodes, and rows are numbered component by component on each rank, or some nodes lack unknowns,
  /// it is made for a copy in the order of whole nodes, and has the values of the last compute().
  /// Called again after the values changed on the same pattern, multigrid keeps what its parameter `reuse` says; with
  /// `check matrix` the new values are tested as those of initialize() were. Ends with describe() as `verbosity` asks.
  /// \throws InputError or BreakdownError on all ranks
  void compute();

  /// \brief compute() where a rule says how much is made anew, as ReusePolicy does. Collective.
  ///
  /// Call it in place of compute() from the first step on, after setMatrix() or with new values in the same object.
  /// - keep: nothing is made. The preconditioner is that of former values where it does not read the matrix
  ///   (`adaptive fsai`, `jacobi`), where the matrix is another object now, with `reuse` = all, which copies values,
  ///   or in another order of rows; otherwise new values are given to it: values that changed under it could make it
  ///   indefinite.
  /// - newValues: what `reuse` = pattern keeps if that is asked for, else what `prolongation` keeps, whatever `reuse`
  ///   says. A preconditioner of one level is made anew.
  /// - setUp: all, with `auto` the choice too.
  /// \return what was done; setUp too where there was nothing to keep, as after a new pattern. initializeSeconds() and
  ///         computeSeconds() are what it took
  /// \throws as compute()
  Renewal renew(Renewal wish);

  bool isInitialized() const { return !A_.is_null(); }
  bool isComputed() const { return !smoother_.is_null(); }

  /// \brief Y = beta Y + alpha M^{-1} X; where M^{-1} is symmetric the mode does not matter. Collective.
  ///
  /// X and Y may be any multivectors on the maps of the operator, also the same one: see applyColumns().
  /// \pre isComputed()
  /// \throws InputError on all ranks when X and Y do not fit the operator or each other, or the transpose is asked for
  ///         and M^{-1} is not isFixedSymmetric()
  void apply(const TpetraMultiVector& X, TpetraMultiVector& Y, Teuchos::ETransp mode = Teuchos::NO_TRANS,
             double alpha = 1, double beta = 0) const override;
  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  void applyDotted(const ConstBlock& x, const Block& y, GatheredDots<Device>& dots) const override;
  bool hasTransposeApply() const override { return isFixedSymmetric(); }
  /// As the last compute() knows: not so for an F or a K cycle, sweeps that differ, or an operator that filtering made
  /// unsymmetric. solve() then takes flexible conjugate gradients.
  bool isFixedSymmetric() const override { return smoother_.is_null() || smoother_->isFixedSymmetric(); }
  Teuchos::RCP<const Map> getDomainMap() const override { return matrix_->getDomainMap(); }
  Teuchos::RCP<const Map> getRangeMap() const override { return matrix_->getRangeMap(); }
  Teuchos::RCP<const Map> domainMap() const override { return getDomainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return getRangeMap(); }

  /// The matrix in single, where `amg/precision/krylov` asks for it and there is one, and the cycle where its finest
  /// level has vectors in single. Local; valid after compute().
  NarrowSystem narrowSystem() const override;

  /// \brief What was given and has no effect, or less than it seems, a line each: lists beside the `type` that does not
  /// use them, levels that the hierarchy does not have, near-kernel vectors that depend on each other, or some of which
  /// do not fit the matrix (NearKernelFit), coordinates of which that is true, conjugate gradients for a preconditioner
  /// that is not symmetric; rows that adaptive FSAI does not go through, see isHub(). Valid after compute(); the same
  /// on all ranks. Collective; takes the inner products of near-kernel vectors that were given, and, but for
  /// coordinates beside `auto`, sums of up to 20,000 rows a rank with each of them.
  std::vector<std::string> notices() const;

  /// \brief Near-kernel vectors on the rows of the matrix, those that follow from coordinates too; without columns
  /// where nothing is known. Collective.
  /// \pre isInitialized()
  TestSpace nearKernelVectors() const;

  /// One line: the method in use, rows, complexities of multigrid. Local.
  std::string description() const override;
  /// \brief Prints description(); from VERB_MEDIUM on why `auto` chose it, the level table and the stages of the
  /// set-up, as `chronos solve` does; from VERB_HIGH on how rows of the levels are distributed. Rank 0 of the matrix
  /// prints; local, may be called on all ranks or on that one.
  void describe(Teuchos::FancyOStream& out,
                Teuchos::EVerbosityLevel level = Teuchos::Describable::verbLevel_default) const override;

  /// Told of each finished level of a multigrid set-up, the first one where there are several, on every rank.
  void setLevelObserver(const LevelObserver& observer) { observer_ = observer; }

  /// Multigrid after compute(), with all its hierarchies; null for other types.
  const Teuchos::RCP<const CompositeCycle>& multigrid() const { return multigrid_; }
  /// The levels of its first hierarchy, which is the only one unless `composite` asks for more; null for other types.
  Teuchos::RCP<const Hierarchy> hierarchy() const {
    return multigrid_.is_null() ? Teuchos::null : multigrid_->parts().front().cycle->hierarchy();
  }

  /// What the K cycles of multigrid did since compute(); zeros without. Collective.
  KrylovCounts krylovCounts() const;

  /// What the set-up did; valid after compute().
  const SmootherReport& report() const { return report_; }
  const Teuchos::RCP<const Smoother>& smoother() const { return smoother_; }
  /// The matrix with the values that it has now; null before initialize(). Collective.
  const Teuchos::RCP<const DistMatrix<double>>& distMatrix() const;
  const Teuchos::RCP<const TpetraCrsMatrix>& matrix() const { return matrix_; }
  double initializeSeconds() const { return initializeSeconds_; }
  double computeSeconds() const { return computeSeconds_; }

 private:
  /// \throws InputError when compute() was not called
  const Smoother& computed() const;
  bool severalRanks() const;
  void checkAlike();
  bool hasNextRung() const;
  void setUp(const Teuchos::RCP<const DistMatrix<double>>& matrix, const NearKernel& nearKernel,
             const std::vector<std::pair<std::string, double>>& before);
  void forgetOrder();
  bool mayIgnorePositions() const;
  bool ignoresPositions() const;
  std::string misfit() const;
  void readNewValues() const;
  void checkNewValues();
  void make();
  void goTo(int rung);
  void finishCompute(const Kokkos::Timer& timer);
  bool hasFormerValues() const;
  Parameters parametersToMake() const;

  Teuchos::RCP<const TpetraCrsMatrix> matrix_;
  Parameters parameters_;
  std::optional<long long> parametersHash_;
  Teuchos::RCP<const Choice> choice_;
  SystemFacts facts_;
  std::vector<std::string> passedOver_;
  int rung_ = 0;
  ChoiceUse use_ = ChoiceUse::preconditioner;
  mutable Teuchos::RCP<const DistMatrix<double>> A_;  // whose values follow those of matrix_
  Teuchos::RCP<const Smoother> smoother_;
  SmootherReport report_;
  Teuchos::RCP<const CompositeCycle> multigrid_;
  LevelObserver observer_;
  NearKernelInput nearKernel_;
  std::optional<NearKernelFit> positionsFit_;  // of coordinates that `auto` may take for none
  bool hasUserData_ = false;  // a parameter list told of it, so that a method that does not use it has to say so
  Teuchos::RCP<const NodewiseOrder> order_;            // where that of the rows is not one of whole nodes; else null
  Teuchos::RCP<const DistMatrix<double>> readMatrix_;  // that smoother_ goes on reading; null where it does not
  FoundModes foundModes_;                              // for methods that may take over from the one in use; else none
  bool keepsModes_ = false;                            // since another method of the same matrix found them
  bool renews_ = false;                                // by renew(): prolongations are kept
  bool valuesAreChecked_ = false;  // those of A_, by initialize(), and not seen by a compute() since
  double initializeSeconds_ = 0, computeSeconds_ = 0;
};

/// \brief A preconditioner for Belos and everything else that takes a Tpetra::Operator.
///
/// Life cycle as in Ifpack2: setParameters, initialize, compute, apply. With `type` = `auto`, the default, the first
/// compute() chooses a method, which is fixed from then on; with `none` apply copies.
/// The template parameters are those of Trilinos and must be the defaults of the build, because the kernels are
/// compiled once, for these.
template <class Scalar = double, class LO = Chronos::LocalOrdinal, class GO = Chronos::GlobalOrdinal,
          class NodeType = Chronos::Node>
class Preconditioner : public PreconditionerBase {
  static_assert(std::is_same_v<Scalar, double>, "Chronos preconditioners are built for Scalar = double");
  static_assert(std::is_same_v<LO, Chronos::LocalOrdinal> && std::is_same_v<GO, Chronos::GlobalOrdinal> &&
                    std::is_same_v<NodeType, Chronos::Node>,
                "Chronos is compiled for the default ordinals and node of this Trilinos build");

 public:
  using PreconditionerBase::PreconditionerBase;
};

/// \brief A times a vector by the kernels of Chronos, for use as the operator of a Krylov method.
///
/// Communication is hidden behind the owned columns.
class MatrixOperator : public TpetraOperator, public StoredMatrix<double> {
 public:
  /// \param isSymmetric false has solve() take a method for unsymmetric matrices
  explicit MatrixOperator(const Teuchos::RCP<const DistMatrix<double>>& A, bool isSymmetric = true)
      : StoredMatrix<double>(A), isSymmetric_(isSymmetric) {}
  bool isFixedSymmetric() const override { return isSymmetric_; }
  using StoredMatrix<double>::apply;
  /// Y = beta Y + alpha A X. Collective. Only for mode NO_TRANS; A is symmetric where it is used. X and Y as for
  /// Preconditioner::apply().
  void apply(const TpetraMultiVector& X, TpetraMultiVector& Y, Teuchos::ETransp mode = Teuchos::NO_TRANS,
             double alpha = 1, double beta = 0) const override;
  Teuchos::RCP<const Map> getDomainMap() const override { return domainMap(); }
  Teuchos::RCP<const Map> getRangeMap() const override { return rangeMap(); }

 private:
  bool isSymmetric_;
};

}  // namespace Chronos

#endif
