// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STEPFILE_HPP
#define CHRONOS_STEPFILE_HPP

#include "Chronos_Types.hpp"

#include <memory>
#include <string>

namespace Chronos::Command {

/// \brief The files that the steps of a series write by one name: x.vtu as x_07.vtu, x.mtx as x_07.mtx.
///
/// What is there already and no regular file, a device, a FIFO, /dev/stdout, is the file of every step.
class StepFile {
 public:
  /// Collective: rank 0 looks what there is.
  StepFile(const std::string& path, std::size_t numSteps, const Comm& comm);

  bool isWanted() const { return !path_.empty(); }
  bool isNumbered() const { return isNumbered_; }
  bool isStream() const { return isWanted() && !isNumbered_; }

  /// \brief Keeps a FIFO open for writing from now on, so that its reader sees one stream and not the end of the first
  /// step. Waits for a reader. Collective; nothing where the name stands for anything else.
  void holdOpen(const Comm& comm);

  /// Of a step, counted from 0; empty where no file is wanted. Local.
  std::string name(std::size_t step) const;

  /// Of a step that this run does not write: whether an earlier run's file has its name. Local.
  bool isLeftOver(std::size_t step) const;

 private:
  std::string path_;
  std::size_t numSteps_;
  bool isNumbered_ = false;
  std::shared_ptr<const int> held_;  // on rank 0, closed with the last copy
};

}  // namespace Chronos::Command

#endif
