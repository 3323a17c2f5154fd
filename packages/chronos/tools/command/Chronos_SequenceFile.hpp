// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SEQUENCEFILE_HPP
#define CHRONOS_SEQUENCEFILE_HPP

#include "Chronos_Types.hpp"

#include <string>
#include <vector>

namespace Chronos::Command {

/// One system of a series.
struct SequenceStep {
  int line = 0;                       ///< of the list, from 1
  std::string matrix, rightHandSide;  ///< paths; the second one empty where the line has none
};

/// \brief Reads a list of systems, a matrix or a matrix and its right-hand side a line, # begins a comment. Collective.
///
/// A name that has blanks, or a #, stands between double quotes. Names are relative to the folder of the list. Rank 0
/// reads, and looks whether the files are there.
/// \throws InputError on all ranks that names the line: more words, a quote without end, a file that is not there or no
/// file, no line at all
std::vector<SequenceStep> readSequence(const std::string& path, const Comm& comm);

/// "Line 3 of 'list': ", for messages.
std::string placeOf(const SequenceStep& step, const std::string& list);

}  // namespace Chronos::Command

#endif
