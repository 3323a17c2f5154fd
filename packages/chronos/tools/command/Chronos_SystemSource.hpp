// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SYSTEMSOURCE_HPP
#define CHRONOS_SYSTEMSOURCE_HPP

#include "Chronos_FileNumbering.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_ProgressLine.hpp"
#include "Chronos_ReadOptions.hpp"
#include "Chronos_RowPlacement.hpp"
#include "Chronos_VtkFile.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace Chronos::Command {

/// Where a matrix comes from: a file or the gallery.
struct MatrixOptions {
  std::string file;
  std::string problem;
  std::vector<GlobalOrdinal> size;
  ProblemOptions problemOptions;
  std::vector<std::string> given;          ///< members of problemOptions that the user names, also by their defaults
  std::uint64_t seed = 0;                  ///< of the coefficients of a model problem, and of a random right-hand side
  std::optional<RowPlacement> placement;   ///< of a file; none: rows stay as they were read, and nothing is reported
  std::optional<FileNumbering> numbering;  ///< of a file; none: rows keep their numbers
};

void addMatrixOptions(CLI::App& app, MatrixOptions& options);

/// --partition, `automatic` where it is not given; after addMatrixOptions().
void addPartitionOption(CLI::App& app, MatrixOptions& options);

/// Where a right-hand side and a near kernel come from.
struct VectorOptions {
  std::string rhs;
  std::string rhsKind = "random";
  int rhsColumns = 1;
  std::string nearKernel;
  std::string coordinates;
  int degreesOfFreedom = 0;
};

void addVectorOptions(CLI::App& app, VectorOptions& options);

/// A matrix and where it is from.
struct NamedMatrix {
  std::string name;
  Teuchos::RCP<TpetraCrsMatrix> matrix;
  NearKernelInput nearKernel;                      ///< what a model problem tells; none for a file
  PointGrid grid;                                  ///< of a model problem that has one
  Teuchos::RCP<TpetraMultiVector> load;            ///< of a model problem that has one
  std::optional<PlacementReport> placement;        ///< of a file, on several ranks
  FileNumbering numbering = FileNumbering::nodes;  ///< as it was asked for
  int components = 0;  ///< unknowns of a node of a file that is numbered by component; its rows here are by node
  Teuchos::RCP<const Map> rowsInFile;  ///< the rows of the matrix by their numbers in the file
  double seconds = 0;                  ///< reading or generating and placing, slowest rank
};

/// \brief The file of coordinates; null where the user names none. Collective.
/// \throws InputError on all ranks
Teuchos::RCP<TpetraMultiVector> loadCoordinates(const VectorOptions& options, const Teuchos::RCP<const Comm>& comm,
                                                ProgressLine& progress);

/// The same, where nodes are told to have one unknown: then nobody looks for more. Local.
MatrixOptions heeding(const VectorOptions& vectors, const MatrixOptions& options);

/// \brief Reads or generates. Collective.
/// \param nodes rowsPerNode and numNodes say which rows of a file stay together on a rank
/// \param former the rows of a file go to where those of this matrix are, whatever options.placement says; null: that
/// says it
/// \throws InputError on all ranks
NamedMatrix loadMatrix(const MatrixOptions& options, const Teuchos::RCP<const Comm>& comm, ProgressLine& progress,
                       const ReadOptions& nodes = {}, const NamedMatrix* former = nullptr);

/// \brief Reads or makes the right-hand side of a matrix. Collective.
/// \throws InputError on all ranks
Teuchos::RCP<TpetraMultiVector> loadRightHandSide(const VectorOptions& options, std::uint64_t seed,
                                                  const NamedMatrix& source, ProgressLine& progress);

/// \brief What the user tells of the near kernel; what the model problem tells where that is nothing. Collective.
/// \throws InputError on all ranks
NearKernelInput loadNearKernel(const VectorOptions& options, const Teuchos::RCP<TpetraMultiVector>& coordinates,
                               const NamedMatrix& source, ProgressLine& progress);

}  // namespace Chronos::Command

#endif
